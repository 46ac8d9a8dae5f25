import { escaped, type PageAnswer, page } from "./sign-in-pages.ts";

/** What is at an address of WHMCS that links of the front desk lead to; the first that fits. */
const LINKED: { path: string; query?: [name: string, value: string]; title: string }[] = [
  { path: "/clientarea.php", query: ["action", "productdetails"], title: "Product Details" },
  { path: "/clientarea.php", query: ["action", "domaindetails"], title: "Manage Domain" },
  { path: "/clientarea.php", query: ["action", "details"], title: "My Details" },
  { path: "/supporttickets.php", title: "Support Tickets" },
  { path: "/viewticket.php", title: "View Ticket" },
  { path: "/cart.php", query: ["domain", "register"], title: "Register Domain" },
  { path: "/cart.php", query: ["domain", "transfer"], title: "Transfer Domain" },
  { path: "/cart.php", query: ["a", "add"], title: "Add to Cart" },
  { path: "/cart.php", title: "Shopping Cart" },
];

/** A plain page that says which one of WHMCS would be here, and what it was asked for; null where no link leads. */
export function linkedPage({ pathname, searchParams }: URL): PageAnswer | null {
  const linked = LINKED.find(
    ({ path, query }) => path === pathname && (!query || searchParams.get(query[0]) === query[1]),
  );
  if (!linked) return null;
  const rows = [...searchParams].map(([name, value]) => `<li>${escaped(name)}: ${escaped(value)}</li>`);
  return page(
    200,
    linked.title,
    `<p>WHMCS has its page “${escaped(linked.title)}” here. The simulator has none.</p><ul>${rows.join("")}</ul>`,
  );
}

/** Pages of the shop are everybody's; the others are a customer's. */
export function isPublicPage({ pathname }: URL): boolean {
  return pathname === "/cart.php";
}
