import type { Text } from "../platform/language.ts";
import type { BillingEventType } from "./events.ts";

/** What kind of billing system it is. */
export interface BillingDescription {
  /** All data is made up and nothing is charged; the pages say so. */
  demonstration: boolean;
  signIn: SignInMethod;
  /** False: it can only be read. */
  acts: boolean;
  /** The types of events that it never tells. */
  eventsMissing: readonly BillingEventType[];
  links: AccountLinks;
}

/** Said of quotes, orders and changes where `acts` is false. */
export const NO_CHANGES_TAKEN: Text = {
  en: "The provider takes no orders or changes here. The customer makes them in the client area.",
  fr: "Le fournisseur n’accepte ici ni commande ni modification : elles se font dans l’espace client.",
};

/**
 * A form of e-mail and password, or the billing system's own page at a host, whose name the customer is shown. With the form, the pages of the
 * client area where an account is opened and a new password is chosen, where it has them.
 */
export type SignInMethod = { kind: "form"; signUp?: string; newPassword?: string } | { kind: "redirect"; host: string };

/** The pages of the client area that the account's things are linked to. */
export const ACCOUNT_LINK_KINDS = [
  "home",
  "service",
  "services",
  "domain",
  "domains",
  "invoice",
  "invoices",
  "ticket",
  "tickets",
  "payment_methods",
  "profile",
  /** Where a password is changed. */
  "password",
] as const;

/**
 * Paths behind the client area's address, a query allowed, with the placeholders `{id}` (of the service, domain, invoice or ticket) and
 * `{name}` (of the domain).
 */
export type AccountLinks = Record<(typeof ACCOUNT_LINK_KINDS)[number], string>;

/** The path of the page of a thing, or of one that needs none. */
export function pagePath(
  links: AccountLinks,
  page: keyof AccountLinks,
  { id, name = "" }: { id?: number; name?: string } = {},
): string {
  const value: Record<string, string> = { id: String(id ?? ""), name };
  return links[page].replace(/\{(id|name)\}/g, (_, of: string) => encodeURIComponent(value[of] ?? ""));
}

/** The address of the client area, and the paths of its pages. */
export interface ClientArea {
  address: string;
  pages: AccountLinks;
}

/** The address of the page of a thing in the client area, or of one that needs none. */
export function pageUrl(
  { address, pages }: ClientArea,
  page: keyof AccountLinks,
  thing?: { id?: number; name?: string },
) {
  return address + pagePath(pages, page, thing);
}
