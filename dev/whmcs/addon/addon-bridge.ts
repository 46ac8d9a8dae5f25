import { createHash, createHmac, randomBytes } from "node:crypto";
import { jsonObjectIn } from "../../../shared/platform/json.ts";
import type { Installation } from "../actions/action.ts";
import { namedClient } from "../actions/clients.ts";
import type { HttpAnswer } from "../http-answer.ts";
import { page, redirect } from "../page.ts";
import type { WhmcsState, WhmcsUser } from "../state.ts";
import {
  answerAsk,
  catalogueOf,
  type InstallationFacts,
  installationOf,
  makeChange,
  type UnloggedMail,
} from "./addon-answers.ts";
import { type AddonAnswer, AddonRefusal, readActCall, readAskCall, succeeded } from "./addon-calls.ts";
import { CHANGING, LIMITS, listed } from "./addon-lists.ts";
import { AddonOrders } from "./addon-orders.ts";
import type { LocalApi } from "./local-api.ts";

/** The path of the endpoint for signed calls. */
export const BRIDGE_PATH = "/modules/addons/frontdesk/bridge.php";
const CODE_LIFE_MS = 60_000;
const MAX_DIFFERENCE_S = 60;

export interface AddonOptions {
  /** The key that signs calls. */
  key: string;
  /**
   * Maximum number of signed calls in a minute. There is no limit by default, because a minute never ends while the
   * clock is stopped.
   */
  signedCalls: number;
  /** The URL to which the sign-in page redirects. */
  returnTo: string;
  version: number;
  /** The version of WHMCS. */
  whmcs: string;
  /** The administrator that the addon's calls use; `null` if none is set. */
  administrator: { id: number; username: string } | null;
  /** Whether the addon's hooks are loaded. */
  hooks: boolean;
  /** Whether the addon's settings allow orders and changes. */
  orders: boolean;
}

/** The addon as its callers see it: its page for signed-in users, and its endpoint for signed calls. */
export class AddonBridge {
  readonly options: AddonOptions;
  readonly orders: AddonOrders;
  /** Settings of WHMCS that appear only in the addon's responses. Nothing else in the simulator depends on them. */
  readonly facts: InstallationFacts;
  /** The e-mails that WHMCS does not log, oldest first. */
  readonly delivered: UnloggedMail[] = [];
  readonly #installation: Installation;
  readonly #codes = new Map<string, { userId: number; challenge: string; expiresAt: number }>();
  readonly #counted = { minute: 0, signed: 0, unsigned: 0 };
  #pricesChanged = 0;

  constructor(installation: Installation, returnTo: string) {
    const { registrar, adminId: id } = installation;
    this.#installation = installation;
    this.options = {
      ...{ key: randomBytes(24).toString("hex"), returnTo, signedCalls: Number.POSITIVE_INFINITY },
      ...{ version: 1, whmcs: "8.13.1", administrator: { id, username: "frontdesk" }, hooks: true, orders: true },
    };
    const taxes = [
      { level: 1, taxrate: "5.00", name: "GST" },
      { level: 2, taxrate: "9.975", name: "QST" },
    ];
    this.facts = { system_url: "", nameservers: registrar.nameservers, taxes };
    this.orders = new AddonOrders(this.#state, () => this.options.administrator?.id ?? null);
  }

  get #state(): WhmcsState {
    return this.#installation.state;
  }

  /** Records a change of prices, as the addon's hook does. */
  notePrices(): void {
    this.#pricesChanged++;
  }

  /**
   * Handles `index.php?m=frontdesk&page=sign-in` for a signed-in user. Redirects with a code that can be used once,
   * within a minute.
   */
  signInPage(query: URLSearchParams, userId: number): HttpAnswer {
    const { state = "", challenge = "", return_to: returnTo } = Object.fromEntries(query);
    if (returnTo !== this.options.returnTo || !/^[\w-]{43}$/.test(challenge) || !/^[\w-]{20,200}$/.test(state)) {
      return page(400, "Frontdesk", "<p>This URL was not created by Frontdesk.</p>");
    }
    const code = randomBytes(32).toString("base64url");
    this.#codes.set(code, { userId, challenge, expiresAt: this.#installation.now() + CODE_LIFE_MS });
    const address = new URL(returnTo);
    address.searchParams.set("code", code);
    address.searchParams.set("state", state);
    return redirect(address.href);
  }

  /**
   * Handles `index.php?m=frontdesk&ticket=…`. Redirects users who may see the account's tickets to the ticket's page.
   */
  ticketPage(ticketId: number, userId: number): HttpAnswer {
    const { tickets, memberships } = this.#state;
    const ticket = tickets.find(({ id }) => id === ticketId);
    const membership = memberships.find((row) => row.userId === userId && row.clientId === ticket?.clientId);
    const isShown = membership?.isOwner || membership?.permissions.includes("tickets");
    if (!ticket || !isShown) return page(403, "Frontdesk", "<p>There is no such ticket.</p>");
    return redirect(`/viewticket.php?tid=${ticket.number}&c=access-key`);
  }

  /**
   * Handles a call to the endpoint.
   * @param signature value of the header `X-Frontdesk`
   * @throws {ProcessEnded} if `localApi` throws it
   */
  answer(body: string, signature: string | undefined, localApi: LocalApi): AddonAnswer {
    try {
      this.#admit(body, signature);
      return this.#answerTo(jsonObjectIn(body) ?? {}, localApi);
    } catch (error) {
      if (error instanceof AddonRefusal) return error.answer;
      throw error;
    }
  }

  #answerTo(call: Record<string, unknown>, localApi: LocalApi): AddonAnswer {
    const { version, whmcs, administrator, hooks, orders } = this.options;
    switch (call.call) {
      case "status": {
        const facts = { version, whmcs, php: "8.2", prices_changed: this.#pricesChanged };
        return succeeded({ ...facts, hooks, orders, administrator });
      }
      case "ask": {
        const asked = readAskCall(call);
        if (!administrator) throw new AddonRefusal("no_administrator");
        return answerAsk(this.#state, asked, localApi);
      }
      case "act": {
        const order = listed(CHANGING.ALLOWED, call.action) ? null : readActCall(call);
        if (!orders) throw new AddonRefusal("not_allowed");
        if (order) return this.orders.act(order, localApi);
        if (!administrator) throw new AddonRefusal("no_administrator");
        const deliver = (mail: UnloggedMail) => void this.delivered.push(mail);
        return succeeded({ answer: makeChange(this.#state, call, localApi, deliver) });
      }
      case "find":
        return this.orders.find(call, localApi);
      case "catalogue": {
        const installation = installationOf(this.#installation, this.facts);
        return succeeded({ products: catalogueOf(this.#state), installation });
      }
      case "exchange":
        return this.#exchange(String(call.code), String(call.verifier));
      case "user":
        return this.#user(({ id, email }) => (call.id === undefined ? email === call.email : id === call.id));
      default:
        throw new AddonRefusal("unknown_call");
    }
  }

  #exchange(code: string, verifier: string) {
    const issued = this.#codes.get(code);
    this.#codes.delete(code);
    const isProved = issued && createHash("sha256").update(verifier).digest("base64url") === issued.challenge;
    if (!isProved || issued.expiresAt < this.#installation.now()) throw new AddonRefusal("invalid_code");
    return this.#user(({ id }) => id === issued.userId);
  }

  #user(isMeant: (user: WhmcsUser) => boolean) {
    const { users, memberships, clients: all } = this.#state;
    const user = users.find(isMeant);
    if (!user) throw new AddonRefusal("unknown_user");
    const { id, email } = user;
    const clients = memberships.flatMap(({ userId, clientId, isOwner }) => {
      const client = userId === id && all.find((row) => row.id === clientId);
      return client ? [{ ...namedClient(client), isOwner }] : [];
    });
    const language = user.language?.startsWith("french") ? "fr" : "en";
    return succeeded({ user: { id, email, language, clients } });
  }

  /**
   * Checks the signature of a call and counts the call.
   * @throws {AddonRefusal} if the signature is missing, wrong or more than a minute off, or if the limit of this
   * minute is exceeded
   */
  #admit(body: string, signature: string | undefined): void {
    const { key, signedCalls } = this.options;
    const now = Math.floor(this.#installation.now() / 1_000);
    const [, time = "", digest = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? "") ?? [];
    const isSigned = digest === createHmac("sha256", key).update(`${time}\n${BRIDGE_PATH}\n${body}`).digest("hex");
    const ahead = Number(time) - now;
    const isAdmitted = isSigned && Math.abs(ahead) <= MAX_DIFFERENCE_S;
    this.#count(isAdmitted ? "signed" : "unsigned", isAdmitted ? signedCalls : LIMITS.UNSIGNED, now);
    if (isAdmitted) return;
    const side = ahead > 0 ? "Ahead Of" : "Behind";
    const detail = `The Caller's Clock Is ${Math.abs(ahead)} Seconds ${side} This Server's`;
    throw new AddonRefusal("bad_signature", isSigned ? detail : "");
  }

  #count(whose: "signed" | "unsigned", most: number, now: number): void {
    const minute = Math.floor(now / 60);
    if (this.#counted.minute !== minute) Object.assign(this.#counted, { minute, signed: 0, unsigned: 0 });
    if (++this.#counted[whose] > most) throw new AddonRefusal("too_many_calls", "", 60 - (now % 60));
  }
}
