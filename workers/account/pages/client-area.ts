import { RpcTarget } from "cloudflare:workers";
import type { AreaVisitor, ClientAreaPort } from "../../../shared/billing-contract/client-area.ts";
import type { SessionList } from "../../../shared/pages/sign-in/session-list.ts";
import { enterMarked } from "../../../shared/pages/sign-in/sign-in.tsx";
import { SIGN_UP_PATHS } from "../../../shared/pages/sign-in/sign-in-address.ts";
import { visitOf } from "../../../shared/pages/visit.ts";
import type { PageDependencies } from "./page-request.ts";

/** The client area, and the sign-ins that its answers end. */
export interface AreaAccess {
  clientArea: ClientAreaPort;
  sessionList: Pick<SessionList, "end">;
}

type AreaSessionPort = AreaVisitor["session"];

/** What the client area may do with sessions, and no more of them. */
class AreaSession extends RpcTarget implements AreaSessionPort {
  readonly #port: Pick<AreaSessionPort, "selectAccount" | "end">;
  readonly #endAllOf: AreaSessionPort["endAllOf"];

  constructor(port: Pick<AreaSessionPort, "selectAccount" | "end">, endAllOf: AreaSessionPort["endAllOf"]) {
    super();
    this.#port = port;
    this.#endAllOf = endAllOf;
  }

  selectAccount(accountId: number): Promise<void> {
    return this.#port.selectAccount(accountId);
  }

  end(): Promise<void> {
    return this.#port.end();
  }

  endAllOf(loginId: number): Promise<void> {
    return this.#endAllOf(loginId);
  }
}

/**
 * The billing system's answer for the browser's session. It does not get the session's cookie. A visitor of the pages for those who cannot sign in
 * gets a session with the page, since its form needs one.
 */
export async function answerArea(
  request: Request,
  { sessions, now }: Pick<PageDependencies, "sessions" | "now">,
  { clientArea, sessionList }: AreaAccess,
): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.delete("Cookie");
  const withoutCookie = new Request(request, { headers });
  const visit = visitOf(request);
  const known = await sessions.of(request);
  const session = known ?? (SIGN_UP_PATHS.includes(visit.url.pathname) ? await sessions.start() : null);
  const signedIn = known && (await known.port.read()).signedIn;
  const endAllOf = async (loginId: number) => {
    const ended = { loginId, until: now() };
    while ((await sessionList.end(ended)) > 0);
  };
  const visitor = session && {
    formToken: session.formToken,
    signedIn,
    session: new AreaSession(session.port, endAllOf),
  };
  const { response, signedUp, signedOut } = await clientArea.answer(withoutCookie, visitor);
  if (signedOut !== undefined) await endAllOf(signedOut);
  if (signedUp && session) {
    const target = response.headers.get("Location") ?? "";
    return enterMarked({ session, sessions, now, visit, target, request }, signedUp, null);
  }
  if (known || !session || !response.ok) return response;
  const started = new Response(response.body, response);
  started.headers.append("Set-Cookie", sessions.cookie(session, visit.url));
  return started;
}
