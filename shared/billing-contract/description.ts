import type { Text } from "../platform/language.ts";
import type { BillingEventType } from "./events.ts";

/** The kind of billing system, its sign-in and its pages. */
export interface BillingDescription {
  /** Whether all data is made up and nothing is charged. The pages tell their readers so. */
  demonstration: boolean;
  signIn: SignInMethod;
  /** Whether it takes orders and changes. If false, it can only be read. */
  acts: boolean;
  /** The types of events that it never reports. */
  eventsMissing: readonly BillingEventType[];
  links: AccountLinks;
}

/** The reason that quotes, orders and changes return if `acts` is false. */
export const NO_CHANGES_TAKEN: Text = {
  en: "The provider does not accept orders or changes here. Customers make them in the client area.",
  fr: "Le fournisseur n’accepte ici ni commande ni modification : elles se font dans l’espace client.",
};

/**
 * A form for e-mail and password, or the billing system's own page. Customers see the name of that page's host. A form
 * may have pages of the client area for a new account and a new password.
 */
export type SignInMethod = { kind: "form"; signUp?: string; newPassword?: string } | { kind: "redirect"; host: string };

/** The pages of the client area that have links. */
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
  /** The page that changes the password. */
  "password",
] as const;

/**
 * Paths after the client area's address, which may include a query. The placeholder `{id}` is the id of the service,
 * domain, invoice or ticket. `{name}` is the domain's name.
 */
export type AccountLinks = Record<(typeof ACCOUNT_LINK_KINDS)[number], string>;

/** Returns the path of a page. Pages of one service, domain, invoice or ticket need its id or name. */
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

/** Returns the address of a page in the client area. Takes the same arguments as {@link pagePath}. */
export function pageUrl(
  { address, pages }: ClientArea,
  page: keyof AccountLinks,
  thing?: { id?: number; name?: string },
) {
  return address + pagePath(pages, page, thing);
}
