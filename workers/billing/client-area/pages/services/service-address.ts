import { PATHS } from "../../area-request.ts";

/** Parameter of a service's page: what a form that led there has done. */
export const DONE = "done";

export function pathOf(id: number, page: "" | "/plan" | "/cancel" | "/dns" = ""): string {
  return `${PATHS.services}/${id}${page}`;
}

/** Parameter of the address that a form without its choice leads to: the field. */
export const MISSING = "missing";
