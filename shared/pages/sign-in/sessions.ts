import { ObjectIds } from "../../platform/ids.ts";
import type { Signer } from "../../platform/service-key.ts";
import { type CookieSettings, cookieValues, setCookie } from "../cookies.ts";
import type { SessionRotation, SignInSession } from "./session.ts";
import type { SessionList } from "./session-list.ts";

/** One browser's session as a request uses it. Nothing is stored before the first write to its port. */
export interface BrowserSession<Port extends SignInSession = SignInSession> {
  id: string;
  port: Port;
  /** Proves that a form was made for this session. */
  formToken: string;
}

export class Sessions<Port extends SignInSession = SignInSession> {
  readonly #cookie: CookieSettings;
  readonly #signer: Signer;
  readonly #ids: ObjectIds;
  readonly #portOf: (id: string) => Port;
  readonly #list: Pick<SessionList, "add">;

  /** @param portOf the stored session; only called with ids that this class made */
  constructor(cookie: CookieSettings, signer: Signer, portOf: (id: string) => Port, list: Pick<SessionList, "add">) {
    this.#cookie = cookie;
    this.#signer = signer;
    this.#ids = new ObjectIds(signer, "session");
    this.#portOf = portOf;
    this.#list = list;
  }

  /** The session of a request's cookie. Null if the cookie is absent or forged. */
  async of(request: Request): Promise<BrowserSession<Port> | null> {
    for (const id of cookieValues(request, this.#cookie)) if (await this.#ids.isOurs(id)) return this.named(id);
    return null;
  }

  /** A session with a new id. */
  async start(): Promise<BrowserSession<Port>> {
    return this.named(await this.#ids.mint());
  }

  /** A session by its id, which this class made. */
  async named(id: string): Promise<BrowserSession<Port>> {
    // A digest, so that a key rotation rejects no open form. Only someone who knows the session's id can compute it.
    const digest = await this.#signer.digest("form token", id);
    return {
      id,
      port: this.#portOf(id),
      formToken: digest.toBase64({ alphabet: "base64url", omitPadding: true }),
    };
  }

  /**
   * Begins the session of a rotation. A signed-in session must be in the list before a browser gets it. If its login
   * was signed out everywhere during the sign-in, the session has nobody signed in.
   */
  async begin(rotation: SessionRotation): Promise<BrowserSession<Port>> {
    const { session: id, signedIn } = rotation;
    const session = await this.named(id);
    const [mayBegin] = await Promise.all([!signedIn || this.#list.add(id, signedIn), session.port.begin(rotation)]);
    if (!mayBegin) await session.port.end();
    return session;
  }

  /** The `Set-Cookie` that makes a session this browser's. */
  cookie(session: BrowserSession<Port>, url: URL): string {
    return setCookie(this.#cookie, session.id, url);
  }

  /** The `Set-Cookie` that deletes the browser's session cookie. */
  noCookie(url: URL): string {
    return setCookie(this.#cookie, "", url, 0);
  }
}
