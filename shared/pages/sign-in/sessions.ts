import { ObjectIds } from "../../platform/ids.ts";
import type { Signer } from "../../platform/service-key.ts";
import { type CookieSettings, cookieValues, setCookie } from "../cookies.ts";
import type { SessionRotation, SignInSession } from "./session.ts";
import type { SessionList } from "./session-list.ts";

/** A browser's session, as a request uses it. Nothing is stored before the first write to its port. */
export interface BrowserSession<Port extends SignInSession = SignInSession> {
  id: string;
  port: Port;
  /** The token that proves that a form was created for this session. */
  formToken: string;
}

export class Sessions<Port extends SignInSession = SignInSession> {
  readonly #cookie: CookieSettings;
  readonly #signer: Signer;
  readonly #ids: ObjectIds;
  readonly #portOf: (id: string) => Port;
  readonly #list: Pick<SessionList, "add">;

  /**
   * Creates an accessor for the sessions of browsers.
   * @param portOf returns a stored session; it is only called with ids that this class created
   */
  constructor(cookie: CookieSettings, signer: Signer, portOf: (id: string) => Port, list: Pick<SessionList, "add">) {
    this.#cookie = cookie;
    this.#signer = signer;
    this.#ids = new ObjectIds(signer, "session");
    this.#portOf = portOf;
    this.#list = list;
  }

  /** Returns the session of a request's cookie, or `null` if the cookie is absent or forged. */
  async of(request: Request): Promise<BrowserSession<Port> | null> {
    for (const id of cookieValues(request, this.#cookie)) if (await this.#ids.isOurs(id)) return this.named(id);
    return null;
  }

  /** Returns a session with a new id. */
  async start(): Promise<BrowserSession<Port>> {
    return this.named(await this.#ids.mint());
  }

  /** Returns the session with an id that this class created. */
  async named(id: string): Promise<BrowserSession<Port>> {
    // The token is a digest, so a key rotation does not invalidate open forms. Only someone who knows the session's id
    // can present its form token.
    const digest = await this.#signer.digest("form token", id);
    return {
      id,
      port: this.#portOf(id),
      formToken: digest.toBase64({ alphabet: "base64url", omitPadding: true }),
    };
  }

  /**
   * Begins the session of a rotation. A signed-in session must be in the list before a browser gets it. If the login
   * was signed out everywhere during the sign-in, no one is signed in to the new session.
   */
  async begin(rotation: SessionRotation): Promise<BrowserSession<Port>> {
    const { session: id, signedIn } = rotation;
    const session = await this.named(id);
    const [mayBegin] = await Promise.all([!signedIn || this.#list.add(id, signedIn), session.port.begin(rotation)]);
    if (!mayBegin) await session.port.end();
    return session;
  }

  /** Returns the `Set-Cookie` header that gives a session to the browser. */
  cookie(session: BrowserSession<Port>, url: URL): string {
    return setCookie(this.#cookie, session.id, url);
  }

  /** Returns the `Set-Cookie` header that deletes the browser's session cookie. */
  noCookie(url: URL): string {
    return setCookie(this.#cookie, "", url, 0);
  }
}
