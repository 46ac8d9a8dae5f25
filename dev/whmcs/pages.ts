import type { AddonBridge } from "./addon/addon-bridge.ts";
import { type ClientArea, PAY_METHODS_PATH } from "./client-area.ts";
import { isPublicPage, linkedPage } from "./linked-pages.ts";
import type { OpenIdProvider } from "./open-id/provider.ts";
import { escaped, type PageAnswer, page, redirect, type SignInPages } from "./open-id/sign-in-pages.ts";

/** A request for anything but the API. */
export interface PageRequest {
  method: string;
  url: URL;
  body: string;
  cookie: string | undefined;
  /** A header's value; undefined where it is absent. */
  header(name: string): string | undefined;
}

export interface PageDependencies {
  /** Of the installation, without a final slash. */
  address: string;
  openId: OpenIdProvider;
  addon: AddonBridge;
  signIn: SignInPages;
  clientArea: ClientArea;
}

/** OpenID Connect, the addon's endpoint, and pages for browsers. */
export function answerPage(parts: PageDependencies, request: PageRequest): PageAnswer {
  const { address, openId, addon, signIn, clientArea } = parts;
  const { method, url, body, cookie } = request;
  const here = url.pathname + url.search;
  const user = signIn.userOf(cookie);
  const linked = method === "GET" ? linkedPage(url) : null;
  if (linked) return user || isPublicPage(url) ? linked : signIn.form(here, cookie);
  switch (`${method} ${url.pathname}`) {
    case "GET /oauth/openid-configuration.php":
      return json(200, openId.metadata(address));
    case "GET /oauth/certs.php":
      return json(200, openId.keySet());
    case "GET /oauth/authorize.php":
    case "POST /oauth/authorize.php":
      return authorize(parts, method === "POST" ? new URLSearchParams(body) : null, request);
    case "POST /oauth/token.php": {
      const { status, body: tokens } = openId.exchange(new URLSearchParams(body));
      return json(status, tokens);
    }
    case "GET /oauth/userinfo.php": {
      const token = /^Bearer (.+)$/i.exec(request.header("authorization") ?? "")?.[1] ?? "";
      const { status, body: claims } = openId.userInfo(token);
      return json(status, claims);
    }
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

/** Asks for consent each time; declining goes back with an error. */
function authorize(
  { openId, signIn }: PageDependencies,
  form: URLSearchParams | null,
  { url, cookie }: PageRequest,
): PageAnswer {
  const asked = openId.readRequest(url.searchParams);
  if (!asked) return page(400, "Error", "<p>The request is not valid.</p>");
  const user = signIn.userOf(cookie);
  if (!user) return signIn.form(url.pathname + url.search, cookie);
  if (!form) {
    return page(
      200,
      "Authorize",
      `<form method="post" action="${escaped(url.pathname + url.search)}"><p>${escaped(user.email)}</p>
       <button type="submit" name="decision" value="authorize">Authorize</button>
       <button type="submit" name="decision" value="cancel">Cancel</button></form>`,
    );
  }
  const back = new URL(asked.redirectUri);
  if (asked.state !== null) back.searchParams.set("state", asked.state);
  if (form.get("decision") === "authorize") back.searchParams.set("code", openId.issueCode(asked, user.id));
  else back.searchParams.set("error", "access_denied");
  return redirect(back.href);
}

function json(status: number, body: unknown): PageAnswer {
  return { status, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}
