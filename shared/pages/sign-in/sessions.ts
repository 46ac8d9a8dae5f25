import { ObjectIds } from "../../platform/ids.ts";
import type { Signer } from "../../platform/service-key.ts";
import { type CookieSettings, cookieValues, setCookie } from "../cookies.ts";
import type { SessionRotation, SignInSession } from "./session.ts";
import type { SessionList } from "./session-list.ts";

/** One browser's session as a request sees it. Nothing is stored before something is written to its port. */
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

  /** @param portOf the stored session; only called with ids that were made here */
  constructor(cookie: CookieSettings, signer: Signer, portOf: (id: string) => Port, list: Pick<SessionList, "add">) {
    this.#cookie = cookie;
    this.#signer = signer;
    this.#ids = new ObjectIds(signer, "session");
    this.#portOf = portOf;
    this.#list = list;
  }

  /** The session of a request's cookie; null without one, or with a forged one. */
  async of(request: Request): Promise<BrowserSession<Port> | null> {
    for (const id of cookieValues(request, this.#cookie)) if (await this.#ids.isOurs(id)) return this.named(id);
    return null;
  }

  /** A session with a new id. */
  async start(): Promise<BrowserSession<Port>> {
    return this.named(await this.#ids.mint());
  }

  /** A session by its id, which was made here. */
  async named(id: string): Promise<BrowserSession<Port>> {
    // A digest, so that no rotation refuses an open form: nobody makes it who does not know the id of the session.
    const digest = await this.#signer.digest("form token", id);
    return {
      id,
      port: this.#portOf(id),
      formToken: digest.toBase64({ alphabet: "base64url", omitPadding: true }),
    };
  }

  /**
   * Begins the session of a rotation; one of somebody signed in is listed, and without that no browser gets it. One whose login was signed out
   * everywhere while it signed in has nobody signed in.
   */
  async begin(rotation: SessionRotation): Promise<BrowserSession<Port>> {
    const { session: id, signedIn } = rotation;
    const session = await this.named(id);
    const [mayBegin] = await Promise.all([!signedIn || this.#list.add(id, signedIn), session.port.begin(rotation)]);
    if (!mayBegin) await session.port.end();
    return session;
  }

  /** `Set-Cookie` that makes a session this browser's. */
  cookie(session: BrowserSession<Port>, url: URL): string {
    return setCookie(this.#cookie, session.id, url);
  }

  /** `Set-Cookie` that makes the browser forget its session. */
  noCookie(url: URL): string {
    return setCookie(this.#cookie, "", url, 0);
  }
}
