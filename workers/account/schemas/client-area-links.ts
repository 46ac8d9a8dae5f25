import { type AccountLinks, pagePath } from "../../../shared/billing-contract/description.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";

/** Addresses in the client area, by the billing system's templates. */
export interface ClientAreaLinks {
  /** The page of a thing, or one that needs none. */
  to(page: keyof AccountLinks, thing?: { id?: number; name?: string }): string;
  /** The address of a path that the billing system names. */
  at(path: string): string;
}

export function clientAreaLinks(
  { clientArea }: Pick<Addresses, "clientArea">,
  templates: AccountLinks,
): ClientAreaLinks {
  return {
    to: (page, thing) => clientArea + pagePath(templates, page, thing),
    at: (path) => clientArea + path,
  };
}
