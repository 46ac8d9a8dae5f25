/**
 * A page of the provider: of a product line or a plan on its site, or a cart of its client area
 * filled with a plan, a domain to register or transfer, or nothing yet (`domains_cart`).
 */
export type LinkKind = "line_page" | "plan_page" | "plan_cart" | "register_cart" | "transfer_cart" | "domains_cart";

/**
 * The address of each kind of page in each language. `{site}` and `{client_area}` stand for absolute
 * addresses without a trailing slash; `{line}`, `{plan}`, `{domain}`, `{currency}` and `{language}` for values.
 */
export const linkTemplates: { kind: LinkKind; language: "en" | "fr"; template: string }[] = [
  { kind: "line_page", language: "en", template: "{site}/?lang={language}#{line}" },
  { kind: "line_page", language: "fr", template: "{site}/?lang={language}#{line}" },
  { kind: "plan_page", language: "en", template: "{site}/?lang={language}#{plan}" },
  { kind: "plan_page", language: "fr", template: "{site}/?lang={language}#{plan}" },
  { kind: "plan_cart", language: "en", template: "{client_area}/cart?plan={plan}&currency={currency}&lang={language}" },
  { kind: "plan_cart", language: "fr", template: "{client_area}/cart?plan={plan}&currency={currency}&lang={language}" },
  {
    kind: "register_cart",
    language: "en",
    template: "{client_area}/cart?domain={domain}&type=register&currency={currency}&lang={language}",
  },
  {
    kind: "register_cart",
    language: "fr",
    template: "{client_area}/cart?domain={domain}&type=register&currency={currency}&lang={language}",
  },
  {
    kind: "transfer_cart",
    language: "en",
    template: "{client_area}/cart?domain={domain}&type=transfer&currency={currency}&lang={language}",
  },
  {
    kind: "transfer_cart",
    language: "fr",
    template: "{client_area}/cart?domain={domain}&type=transfer&currency={currency}&lang={language}",
  },
  {
    kind: "domains_cart",
    language: "en",
    template: "{client_area}/cart?type=register&currency={currency}&lang={language}",
  },
  {
    kind: "domains_cart",
    language: "fr",
    template: "{client_area}/cart?type=register&currency={currency}&lang={language}",
  },
];
