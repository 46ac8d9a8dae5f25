import type { SessionPort } from "../../durable-objects/session/session-port.ts";
import { isOwnForm } from "../../shared/pages/own-form.ts";
import { mayBePlain } from "../../shared/platform/addresses.ts";
import { ObjectIds } from "../../shared/platform/object-id.ts";
import type { Signer } from "../../shared/platform/service-key.ts";

const FORM_TOKEN = "form token";

/** One browser's session, as far as a request knows it. Nothing is stored before something is written to its port. */
export interface BrowserSession {
  id: string;
  port: SessionPort;
  /** Proves that a form was made for this session. */
  formToken: string;
}

/** Finds the session of a request, by its cookie. */
export class Sessions {
  readonly #signer: Signer;
  readonly #ids: ObjectIds;
  readonly #portOf: (id: string) => SessionPort;

  /** @param portOf the session's object; never asked for an id that was not made here */
  constructor(signer: Signer, portOf: (id: string) => SessionPort) {
    this.#signer = signer;
    this.#ids = new ObjectIds(signer, "session");
    this.#portOf = portOf;
  }

  /** The session of a request's cookie; null without one, or with one that was made up. */
  async of(request: Request): Promise<BrowserSession | null> {
    const name = cookieName(new URL(request.url));
    const cookies = (request.headers.get("Cookie") ?? "").split(";").map((cookie) => cookie.trim().split("="));
    for (const [known, id = ""] of cookies) {
      if (known === name && (await this.#ids.isOurs(id))) return this.#session(id);
    }
    return null;
  }

  /** A session with a new id. */
  async start(): Promise<BrowserSession> {
    return this.#session(await this.#ids.mint());
  }

  /** A session by its id, which was made here. */
  named(id: string): Promise<BrowserSession> {
    return this.#session(id);
  }

  /** `Set-Cookie` that makes a session this browser's. */
  cookie(session: BrowserSession, url: URL): string {
    return cookie(url, session.id);
  }

  /** `Set-Cookie` that makes the browser forget its session. */
  noCookie(url: URL): string {
    return `${cookie(url, "")}; Max-Age=0`;
  }

  /** Whether a form was sent by a page of ours, made for this session. */
  isOwnForm(request: Request, form: URLSearchParams, session: BrowserSession): boolean {
    return isOwnForm(request, form, session.formToken);
  }

  async #session(id: string): Promise<BrowserSession> {
    const signature = await this.#signer.sign(FORM_TOKEN, id);
    return {
      id,
      port: this.#portOf(id),
      formToken: signature.toBase64({ alphabet: "base64url", omitPadding: true }),
    };
  }
}

function cookieName(url: URL): string {
  return mayBePlain(url) ? "session" : "__Host-session";
}

function cookie(url: URL, value: string): string {
  const secure = mayBePlain(url) ? "" : "; Secure";
  return `${cookieName(url)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
