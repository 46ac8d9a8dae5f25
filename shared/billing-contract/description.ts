import type { Text } from "../platform/language.ts";
import type { BillingEventType } from "./events.ts";

/** The kind of billing system, the way to sign in and the pages of its client area. */
export interface BillingDescription {
  /** Whether all data is made up and nothing is charged. The pages then say so. */
  demonstration: boolean;
  signIn: SignInMethod;
  /** Whether the billing system accepts orders and changes. If `false`, its data can only be read. */
  acts: boolean;
  /** The types of events that the billing system never reports. */
  eventsMissing: readonly BillingEventType[];
  links: AccountLinks;
}

/** The reason that quotes, orders and changes return if `acts` is `false`. */
export const NO_CHANGES_TAKEN: Text = {
  en: "The provider does not accept orders or changes here. Customers make them in the client area.",
  fr: "Le fournisseur n’accepte ici ni commande ni modification : elles se font dans l’espace client.",
};

/**
 * The way to sign in: a form for e-mail and password, or the billing system's own page. A form can link to the client
 * area pages that open an account and set a new password. Customers see the host name of the billing system's own page.
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
 * Paths relative to the client area's URL, which may include a query. The placeholder `{id}` is the id of the service,
 * domain, invoice or ticket. `{name}` is the domain's name.
 */
export type AccountLinks = Record<(typeof ACCOUNT_LINK_KINDS)[number], string>;

/** Returns the path of a page. The page of one service, domain, invoice or ticket needs an id or name. */
export function pagePath(
  links: AccountLinks,
  page: keyof AccountLinks,
  { id, name = "" }: { id?: number; name?: string } = {},
): string {
  const value: Record<string, string> = { id: String(id ?? ""), name };
  return links[page].replace(/\{(id|name)\}/g, (_, of: string) => encodeURIComponent(value[of] ?? ""));
}

/** The URL of the client area, and the paths of its pages. */
export interface ClientArea {
  address: string;
  pages: AccountLinks;
}

/** Returns the URL of a page in the client area. The last two parameters are those of {@link pagePath}. */
export function pageUrl(
  { address, pages }: ClientArea,
  page: keyof AccountLinks,
  thing?: { id?: number; name?: string },
) {
  return address + pagePath(pages, page, thing);
}
