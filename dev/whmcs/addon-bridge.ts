import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { PageAnswer } from "./open-id/sign-in-pages.ts";
import { page, redirect } from "./open-id/sign-in-pages.ts";
import type { WhmcsState } from "./state.ts";

const PATH = "/modules/addons/frontdesk/bridge.php";
const CODE_LIFE_MS = 60_000;
const MAX_DIFFERENCE_S = 60;

export interface AddonOptions {
  /** The key that calls are signed with. */
  key: string;
  /** The address that the sign-in page returns to. */
  returnTo: string;
}

interface IssuedCode {
  userId: number;
  challenge: string;
  expiresAt: number;
}

/** The addon as it behaves on the wire: its page for signed-in users, and its signed endpoint. */
export class AddonBridge {
  readonly options: AddonOptions;
  readonly #state: WhmcsState;
  readonly #now: () => number;
  readonly #codes = new Map<string, IssuedCode>();

  constructor(state: WhmcsState, options: AddonOptions, now: () => number) {
    this.#state = state;
    this.options = options;
    this.#now = now;
  }

  /** `index.php?m=frontdesk&page=sign-in` of a signed-in user: back with a code that is good once, for a minute. */
  signInPage(query: URLSearchParams, userId: number): PageAnswer {
    const { state = "", challenge = "", return_to: returnTo } = Object.fromEntries(query);
    if (returnTo !== this.options.returnTo || !/^[\w-]{43}$/.test(challenge) || !/^[\w-]{20,200}$/.test(state)) {
      return page(400, "Frontdesk", "<p>This address is not one that the front desk makes.</p>");
    }
    const code = randomBytes(32).toString("base64url");
    this.#codes.set(code, { userId, challenge, expiresAt: this.#now() + CODE_LIFE_MS });
    const address = new URL(returnTo);
    address.searchParams.set("code", code);
    address.searchParams.set("state", state);
    return redirect(address.href);
  }

  /** The endpoint. @param signature of the header `X-Frontdesk` */
  answer(body: string, signature: string | undefined): { status: number; body: Record<string, unknown> } {
    if (!this.#isSigned(body, signature)) return refused(401, "bad_signature");
    const call = JSON.parse(body) as Record<string, unknown>;
    switch (call.call) {
      case "status":
        return { status: 200, body: { version: 1 } };
      case "exchange":
        return this.#exchange(String(call.code), String(call.verifier));
      case "user":
        return this.#user(Number(call.id));
      default:
        return refused(400, "unknown_call");
    }
  }

  #exchange(code: string, verifier: string) {
    const issued = this.#codes.get(code);
    this.#codes.delete(code);
    const isProved = issued && createHash("sha256").update(verifier).digest("base64url") === issued.challenge;
    if (!issued || !isProved || issued.expiresAt < this.#now()) return refused(400, "invalid_code");
    return this.#user(issued.userId);
  }

  #user(userId: number) {
    const user = this.#state.users.find(({ id }) => id === userId);
    if (!user) return refused(404, "unknown_user");
    const memberships = this.#state.memberships.filter((membership) => membership.userId === user.id);
    const client = this.#state.clients.find(({ id }) => id === memberships[0]?.clientId);
    const clients = memberships.map(({ clientId, isOwner }) => ({ id: clientId, isOwner }));
    const language = client?.language.startsWith("french") ? "fr" : "en";
    return { status: 200, body: { user: { id: user.id, email: user.email, language, clients } } };
  }

  #isSigned(body: string, signature: string | undefined): boolean {
    const [, time = "", digest = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? "") ?? [];
    if (Math.abs(this.#now() / 1_000 - Number(time)) > MAX_DIFFERENCE_S) return false;
    const wanted = createHmac("sha256", this.options.key).update(`${time}\n${PATH}\n${body}`).digest();
    return digest !== "" && timingSafeEqual(Buffer.from(digest, "hex"), wanted);
  }
}

function refused(status: number, error: string): { status: number; body: Record<string, unknown> } {
  return { status, body: { error } };
}
