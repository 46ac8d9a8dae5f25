import { RpcTarget } from "cloudflare:workers";
import type { RequestVariables } from "../../../shared/api/http/serve-http.ts";
import type { AreaVisitor, CustomerActions } from "../../../shared/billing-contract/client-area.ts";
import type { OpenSession, SessionList } from "../../../shared/pages/sign-in/session-list.ts";
import { enteredBefore, enterMarked } from "../../../shared/pages/sign-in/sign-in.tsx";
import { VISITOR_FORM_PATHS } from "../../../shared/pages/sign-in/sign-in-address.ts";
import { visitOf } from "../../../shared/pages/visit.ts";
import { endConnections, endConnectionsOfAccount } from "../connections/end-connections.ts";
import type { ActingCustomer, PageDependencies } from "./page-request.ts";

/** The access that the client area needs: to sessions, which its responses can end, and to the customer's changes. */
export interface AreaAccess {
  sessionList: Pick<SessionList, "list" | "setEmail" | "endOne" | "endAll">;
  actionsOf(customer: ActingCustomer): CustomerActions & RpcTarget;
}

type AreaSessionPort = AreaVisitor["session"];

/** The RPC object through which the client area uses sessions. */
class AreaSession extends RpcTarget implements AreaSessionPort {
  readonly #port: Pick<AreaSessionPort, "selectAccount" | "end">;
  readonly #others: Omit<AreaSessionPort, "selectAccount" | "end">;

  constructor(
    port: Pick<AreaSessionPort, "selectAccount" | "end">,
    others: Omit<AreaSessionPort, "selectAccount" | "end">,
  ) {
    super();
    this.#port = port;
    this.#others = others;
  }

  selectAccount(accountId: number): Promise<void> {
    return this.#port.selectAccount(accountId);
  }

  end(): Promise<void> {
    return this.#port.end();
  }

  setEmail(email: string): Promise<void> {
    return this.#others.setEmail(email);
  }

  list(): Promise<OpenSession[]> {
    return this.#others.list();
  }

  endOne(object: string): Promise<void> {
    return this.#others.endOne(object);
  }

  endOthers(): Promise<void> {
    return this.#others.endOthers();
  }

  endAllOf(loginId: number): Promise<void> {
    return this.#others.endAllOf(loginId);
  }

  endConnectionsOf(loginId: number): Promise<void> {
    return this.#others.endConnectionsOf(loginId);
  }

  endConnectionsOfAccount(accountId: number): Promise<void> {
    return this.#others.endConnectionsOfAccount(accountId);
  }
}

/**
 * Returns the client area's response for the browser's session. The client area does not receive the session's cookie.
 * On a page with a form before sign-in, such as sign-up, a visitor gets a session with the page.
 */
export async function answerArea(
  request: Request,
  pages: Pick<PageDependencies, "clientArea" | "sessions" | "now" | "index" | "connection">,
  { sessionList, actionsOf }: AreaAccess,
  { addresses, requestId }: Pick<RequestVariables["Variables"], "addresses" | "requestId">,
): Promise<Response> {
  const { clientArea, sessions, now, index, connection } = pages;
  const cameAt = now();
  const headers = new Headers(request.headers);
  headers.delete("Cookie");
  const withoutCookie = new Request(request, { headers });
  const visit = visitOf(request);
  const known = await sessions.of(request);
  const session = known ?? (VISITOR_FORM_PATHS.includes(visit.url.pathname) ? await sessions.start() : null);
  const signedIn = known && (await known.port.read()).signedIn;
  const loginId = signedIn?.loginId;
  const others = {
    list: async () => (loginId === undefined ? [] : sessionList.list(loginId, known?.id ?? "")),
    async setEmail(email: string) {
      if (loginId !== undefined) await sessionList.setEmail(loginId, email);
    },
    async endOne(object: string) {
      if (loginId !== undefined) await sessionList.endOne(loginId, object);
    },
    async endOthers() {
      if (loginId !== undefined && known) await sessionList.endAll({ loginId, until: now(), except: known.id });
    },
    endAllOf: (loginId: number) => sessionList.endAll({ loginId, until: cameAt }),
    async endConnectionsOf(loginId: number) {
      const { failed } = await endConnections({ index, connection }, { loginId, requestId });
      if (failed > 0) throw new Error("some connections could not be reached");
    },
    async endConnectionsOfAccount(accountId: number) {
      await endConnectionsOfAccount({ index, connection }, accountId, requestId);
    },
  };
  const visitor = session && {
    formToken: session.formToken,
    signedIn,
    session: new AreaSession(session.port, others),
    actions: signedIn && actionsOf({ signedIn, language: visit.language, addresses, requestId }),
  };
  const { response, signedIn: entered, signedOut, repeated } = await clientArea.answer(withoutCookie, visitor);
  const way = { request, sessions, visit };
  if (repeated && known) {
    const journey = { ...way, session: known, at: cameAt, target: repeated.location };
    const before = await enteredBefore(journey, repeated.proof);
    if (before) return before;
  }
  let at = cameAt;
  if (signedOut !== undefined) {
    const until = now();
    await sessionList.endAll({ loginId: signedOut, until });
    // The session in which the customer chose the new password stays active.
    at = until + 1;
  }
  if (entered && session) {
    const target = response.headers.get("Location") ?? "";
    // Entering the password again is not a new sign-in, because a sign-in may require more steps.
    const signedInAt = signedIn?.loginId === entered.login.id ? signedIn.at : at;
    return enterMarked({ ...way, session, at, signedInAt, target }, entered, entered.proof ?? null);
  }
  if (known || !session || !response.ok) return response;
  const started = new Response(response.body, response);
  started.headers.append("Set-Cookie", sessions.cookie(session, visit.url));
  return started;
}
