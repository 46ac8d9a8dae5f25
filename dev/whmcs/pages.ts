import type { AddonBridge } from "./addon/addon-bridge.ts";
import { type ClientArea, PAY_METHODS_PATH } from "./client-area.ts";
import { escaped, type HttpAnswer, page } from "./http-answer.ts";
import type { SignInPages } from "./sign-in-pages.ts";

/** A request for anything but the API. */
export interface PageRequest {
  method: string;
  url: URL;
  body: string;
  cookie: string | undefined;
}

export interface PageDependencies {
  addon: AddonBridge;
  signIn: SignInPages;
  clientArea: ClientArea;
}

/** Pages for browsers. */
export function answerPage(parts: PageDependencies, request: PageRequest): HttpAnswer {
  const { addon, signIn, clientArea } = parts;
  const { method, url, body, cookie } = request;
  const here = url.pathname + url.search;
  const user = signIn.userOf(cookie);
  const linked = method === "GET" ? linkedPage(url) : null;
  if (linked) return user || isPublicPage(url) ? linked : signIn.form(here, cookie);
  switch (`${method} ${url.pathname}`) {
    case "POST /dologin.php":
      return signIn.submit(new URLSearchParams(body), cookie);
    case "GET /index.php":
    case "POST /index.php":
      if (here === PAY_METHODS_PATH) {
        const change = method === "POST" ? new URLSearchParams(body) : null;
        return user ? clientArea.payMethods(user, change) : signIn.form(here, cookie);
      }
      if (method !== "GET" || url.searchParams.get("m") !== "frontdesk") return page(404, "Not Found", "");
      if (!user) return signIn.form(here, cookie);
      if (url.searchParams.has("ticket")) return addon.ticketPage(Number(url.searchParams.get("ticket")), user.id);
      return addon.signInPage(url.searchParams, user.id);
    case "GET /":
    case "GET /clientarea.php":
      return user ? page(200, "Client Area", `<p>${escaped(user.email)}</p>`) : signIn.form(here, cookie);
    case "GET /viewinvoice.php":
    case "POST /viewinvoice.php": {
      const id = Number(url.searchParams.get("id"));
      return user ? clientArea.invoice(user, id, method === "POST") : signIn.form(here, cookie);
    }
    default:
      return page(404, "Not Found", "");
  }
}

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
function linkedPage({ pathname, searchParams }: URL): HttpAnswer | null {
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
function isPublicPage({ pathname }: URL): boolean {
  return pathname === "/cart.php";
}
