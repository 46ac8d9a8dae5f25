import type { ClientAreaPort } from "../../../shared/billing-contract/client-area.ts";
import type { SessionList } from "../../../shared/pages/sign-in/session-list.ts";
import { enter } from "../../../shared/pages/sign-in/sign-in.tsx";
import { SIGN_UP_PATHS } from "../../../shared/pages/sign-in/sign-in-address.ts";
import { visitOf } from "../../../shared/pages/visit.ts";
import type { PageDependencies } from "./page-request.ts";

/** The client area, and the sign-ins that its answers end. */
export interface AreaAccess {
  clientArea: ClientAreaPort;
  sessionList: Pick<SessionList, "end">;
}

/**
 * The billing system's answer for the browser's session. It does not get the session's cookie. A visitor of the pages for those who cannot sign in
 * gets a session, since their forms need one.
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
  const visitor = session && { formToken: session.formToken, signedIn, session: session.port };
  const { response, signedUp, signedOut } = await clientArea.answer(withoutCookie, visitor);
  if (signedOut !== undefined) {
    const ended = { loginId: signedOut, until: now() };
    while ((await sessionList.end(ended)) > 0);
  }
  if (signedUp && session) {
    const target = response.headers.get("Location") ?? "";
    return enter({ session, sessions, now, visit, target }, signedUp, null);
  }
  if (known || !session) return response;
  const started = new Response(response.body, response);
  started.headers.append("Set-Cookie", sessions.cookie(session, visit.url));
  return started;
}
