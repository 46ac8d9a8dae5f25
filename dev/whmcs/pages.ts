import type { AddonBridge } from "./addon/addon-bridge.ts";
import { type ClientArea, PAY_METHODS_PATH } from "./client-area.ts";
import { isPublicPage, linkedPage } from "./linked-pages.ts";
import { escaped, type PageAnswer, page, type SignInPages } from "./sign-in-pages.ts";

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
export function answerPage(parts: PageDependencies, request: PageRequest): PageAnswer {
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
