import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { bodyOf } from "../request-body.ts";
import { formIn, newId, StripeError } from "./forms.ts";
import { checkoutPage, dashboardPage } from "./pages.ts";
import { TEST_CARDS, type TestCard } from "./stripe-cards.ts";
import { type SessionObject, StripeState, signatureOf } from "./stripe-state.ts";

const LOOPBACK = "127.0.0.1";
const FAULTS_PATH = "/simulator/faults";
const MAX_BODY_BYTES = 65_536;

/**
 * A fault of the next call or event:
 * - `late`: the call runs, and the response comes after 20 seconds.
 * - `error`: the call does not run, and the response is a 500.
 * - `error_after`: the call runs, and the response is a 500.
 * - `reset`: the call runs, and the connection breaks.
 * - `none`: the call has no fault.
 * - `lost`: the next event is not sent.
 * - `twice`: the next event is sent twice.
 */
const FAULTS = ["late", "error", "error_after", "reset", "none", "lost", "twice"] as const;
export type StripeFault = (typeof FAULTS)[number];
const OF_EVENTS: StripeFault[] = ["lost", "twice"];

/** Milliseconds for which a response is stored under its idempotency key. */
const KEPT_MS = 86_400_000;

const KEY_REUSED = "Keys for idempotent requests can only be used with the same parameters.";

interface StripeRequest {
  method: string;
  url: URL;
  body: string;
  authorization: string | null;
  /** The idempotency key; `null` if there is none. */
  key: string | null;
}

interface StripeAnswer {
  status: number;
  answer: object;
}

interface StoredAnswer extends StripeAnswer {
  /** Time of the response, in epoch milliseconds. */
  at: number;
  /** The body of the request. */
  body: string;
}

interface StripeOptions {
  /** Sends an event to the webhook. */
  deliver: (body: string, signature: string) => Promise<unknown>;
  /** Returns the current time in epoch milliseconds. */
  now?: () => number;
}

/**
 * Stripe's API in test mode, on loopback. It simulates Checkout with the page on which a customer pays, saved cards,
 * refunds and disputes. Its state is in memory. Responses, including failures, are stored under their idempotency keys.
 */
export class StripeSimulator {
  readonly secretKey = newId("sk_test");
  readonly webhookSecret = newId("whsec");
  readonly state: StripeState;
  /** The planned faults of the next calls and events, first in, first out. */
  readonly faults: StripeFault[] = [];
  /** The calls that were admitted, such as `POST /v1/refunds`. */
  readonly calls: string[] = [];
  /** The stored responses by idempotency key. */
  readonly #answers = new Map<string, StoredAnswer>();
  readonly #server: Server;
  readonly #options: StripeOptions;
  readonly #now: () => number;
  #url = "";

  private constructor(options: StripeOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.state = new StripeState(this.#now, (type, object) => this.#tell(type, object));
    this.#server = createServer((request, response) => {
      void this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: StripeOptions, port = 0): Promise<StripeSimulator> {
    const simulator = new StripeSimulator(options);
    simulator.#server.listen(port, LOOPBACK);
    await once(simulator.#server, "listening");
    simulator.#url = `http://${LOOPBACK}:${(simulator.#server.address() as AddressInfo).port}`;
    return simulator;
  }

  get url(): string {
    return this.#url;
  }

  /** The URL for planning a fault over HTTP. The form has `kind`. */
  get faultsUrl(): string {
    return this.#url + FAULTS_PATH;
  }

  /** The settings and secrets of the billing Worker. */
  get settings() {
    return {
      PAYMENTS: "stripe",
      STRIPE_URL: this.#url,
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
    };
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close().closeAllConnections();
    await closed;
  }

  async #tell(type: string, object: object): Promise<void> {
    const fault = this.#nextFault(OF_EVENTS);
    if (fault === "lost") return;
    const body = JSON.stringify({ id: newId("evt"), object: "event", type, data: { object } });
    for (let times = fault === "twice" ? 2 : 1; times > 0; times--) {
      const signature = signatureOf(body, this.webhookSecret, Math.floor(this.#now() / 1000));
      // expected: an event without a receiver is lost
      await this.#options.deliver(body, signature).catch(() => {});
    }
  }

  #nextFault(kinds: StripeFault[]): StripeFault | undefined {
    const index = this.faults.findIndex((fault) => kinds.includes(fault));
    return index === -1 ? undefined : this.faults.splice(index, 1)[0];
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.#url);
    const body = request.method === "POST" ? await bodyOf(request, MAX_BODY_BYTES) : "";
    if (url.pathname.startsWith("/v1/")) return this.#serveApi(request, response, url, body);
    const form = new URLSearchParams(body);
    if (url.pathname === FAULTS_PATH && request.method === "POST") {
      const kind = FAULTS.find((known) => known === form.get("kind"));
      if (kind) this.faults.push(kind);
      return void response.writeHead(kind ? 204 : 400).end(kind ? "" : `kind=${FAULTS.join("|")}\n`);
    }
    try {
      const location = request.method === "POST" ? await this.#act(url.pathname, form) : null;
      if (location) return void response.writeHead(303, { Location: location }).end();
      const id = /^\/c\/pay\/(\w+)$/.exec(url.pathname)?.[1];
      const page = id
        ? checkoutPage(this.state.session(id), url.searchParams.has("declined"))
        : dashboardPage(this.state);
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(page);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      response.writeHead(error.status, { "Content-Type": "text/plain" }).end(error.message);
    }
  }

  /**
   * Handles a form of the pages.
   * @returns the URL to redirect to
   */
  async #act(path: string, form: URLSearchParams): Promise<string> {
    const { state } = this;
    const session = /^\/c\/pay\/(\w+)$/.exec(path)?.[1];
    const outcome = form.get("outcome");
    if (session) {
      if (outcome !== "pay" && outcome !== "later") return `${path}?declined=1`;
      const card = Object.keys(TEST_CARDS).find((known) => known === form.get("card")) as TestCard | undefined;
      await state.choose(session, outcome, card);
      return state.session(session).success_url.replaceAll("{CHECKOUT_SESSION_ID}", session);
    }
    const payment = form.get("payment") ?? "";
    if (outcome === "refund") await state.refund({ payment_intent: payment });
    if (outcome === "dispute") await state.dispute(payment, "needs_response");
    if (outcome === "won") await state.dispute(payment, "won");
    if (outcome === "arrives" || outcome === "fails") await state.decide(payment, outcome === "arrives");
    return "/";
  }

  async #serveApi(request: IncomingMessage, response: ServerResponse, url: URL, body: string): Promise<void> {
    const { method = "", headers } = request;
    const key = headers["idempotency-key"]?.toString() ?? null;
    const done = await this.answerTo({ method, url, body, authorization: headers.authorization ?? null, key });
    if (!done) return void request.socket.destroy();
    response.writeHead(done.status, { "Content-Type": "application/json" }).end(JSON.stringify(done.answer));
  }

  /** Returns the API's response; `null` if the connection breaks. */
  async answerTo({ method, url, body, authorization, key }: StripeRequest): Promise<StripeAnswer | null> {
    if (authorization !== `Bearer ${this.secretKey}`)
      return { status: 401, answer: errorBody("authentication_required", "Invalid API Key provided") };
    const call = `${method} ${url.pathname}`;
    this.calls.push(call);
    const fault = this.#nextFault(FAULTS.filter((kind) => !OF_EVENTS.includes(kind)));
    const kept = method === "POST" && key !== null ? this.#answers.get(key) : undefined;
    const stored = kept && kept.at > this.#now() - KEPT_MS ? kept : undefined;
    if (stored && stored.body !== body)
      return { status: 400, answer: { error: { type: "idempotency_error", message: KEY_REUSED } } };
    const done = stored ?? (await this.#answer(call, url, body, fault));
    if (method === "POST" && key !== null) this.#answers.set(key, { at: this.#now(), ...done, body });
    if (fault === "reset") return null;
    if (fault === "late") await sleep(20_000);
    return done;
  }

  async #answer(call: string, url: URL, body: string, fault?: StripeFault): Promise<StripeAnswer> {
    const failed = { status: 500, answer: errorBody("api_error", "An unknown error occurred") };
    if (fault === "error") return failed;
    try {
      const value = await this.#run(call, url, formIn(new URLSearchParams(body)));
      return fault === "error_after" ? failed : { status: 200, answer: value };
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return { status: error.status, answer: errorBody(error.code, error.message) };
    }
  }

  /** Returns a session with its payment and its card, in the form that Frontdesk requests with `expand`. */
  #expanded(session: SessionObject): object {
    const { intents, cards } = this.state;
    const withCard = <Intent extends { payment_method: string | null }>(intent: Intent | null | undefined) =>
      intent ? { ...intent, payment_method: intent.payment_method && cards.card(intent.payment_method) } : null;
    return {
      ...session,
      payment_intent: withCard(intents.get(session.payment_intent ?? "")),
      setup_intent: withCard(session.setup_intent),
    };
  }

  async #run(call: string, { searchParams: query }: URL, form: ReturnType<typeof formIn>): Promise<object> {
    const { state } = this;
    const [, session = "", isExpired] = /\/sessions\/(\w+)(\/expire)?$/.exec(call) ?? [];
    if (call === "POST /v1/checkout/sessions") return state.createSession(form, this.#url);
    if (session && isExpired && call.startsWith("POST")) return state.expireSession(session);
    if (session && call.startsWith("GET")) {
      const found = state.session(session);
      return query.has("expand[0]") ? this.#expanded(found) : found;
    }
    const [, method] = /^POST \/v1\/payment_methods\/(\w+)\/detach$/.exec(call) ?? [];
    if (method) return state.cards.detach(method);
    const [, cancelled] = /^POST \/v1\/payment_intents\/(\w+)\/cancel$/.exec(call) ?? [];
    if (cancelled) return state.cancelIntent(cancelled);
    const since = Number(query.get("created[gte]") ?? 0);
    const listed = <Item extends { created: number; payment_intent: string | null }>(items: Item[]) => {
      const payment = query.get("payment_intent");
      const isAsked = (item: Item) => item.created >= since && (payment === null || item.payment_intent === payment);
      return list(items.filter(isAsked), query);
    };
    switch (call) {
      case "GET /v1/checkout/sessions": {
        const newest = [...state.sessions.keys()].toReversed().map((id) => state.session(id));
        const status = query.get("status");
        return listed(newest.filter((each) => status === null || each.status === status));
      }
      case "POST /v1/payment_intents":
        return state.charge(form);
      case "GET /v1/payment_intents": {
        const [customer, since] = [query.get("customer"), Number(query.get("created[gte]") ?? 0)];
        const newest = [...state.intents.values()].toReversed();
        return list(
          newest.filter((each) => each.created >= since && (customer === null || each.customer === customer)),
          query,
        );
      }
      case "POST /v1/refunds":
        return state.refund(form);
      case "GET /v1/refunds":
        return listed(state.refunds.toReversed());
      case "GET /v1/disputes":
        return listed(state.disputes.toReversed());
      default:
        throw new StripeError(404, "resource_missing", `Unrecognized request URL (${call})`);
    }
  }
}

function list<Item extends object>(items: Item[], query: URLSearchParams): object {
  const after = query.get("starting_after");
  const start = after === null ? 0 : items.findIndex((item) => "id" in item && item.id === after) + 1;
  const limit = Number(query.get("limit") ?? 10);
  return { object: "list", data: items.slice(start, start + limit), has_more: items.length > start + limit };
}

function errorBody(code: string, message: string): object {
  return { error: { code, type: code === "api_error" ? code : "invalid_request_error", message } };
}
