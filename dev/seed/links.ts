import type { LinkKind } from "../../shared/billing-contract/catalogue.ts";

/**
 * Where the demonstration's pages and carts are: the site's home page and its page per plan, and the client area. The same template serves every
 * language; a provider whose pages have other paths per language gives each its own.
 */
export const linkTemplates: Record<LinkKind, string> = {
  line_page: "{site}/?currency={currency}&lang={language}#{line}",
  plan_page: "{site}/plans/{plan}?currency={currency}&lang={language}",
  plan_cart: "{client_area}/cart?plan={plan}&currency={currency}&lang={language}",
  register_cart: "{client_area}/cart?domain={domain}&type=register&currency={currency}&lang={language}",
  transfer_cart: "{client_area}/cart?domain={domain}&type=transfer&currency={currency}&lang={language}",
  domains_cart: "{client_area}/cart?type=register&currency={currency}&lang={language}",
};
