import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator, type Emulator } from "emulate";

/** The Stripe features that the shim adds because `emulate` lacks them. Everything else comes from `emulate`. */
export const LACKING = [
  "prices in the line items of a session (price_data)",
  "amount, currency and payment of a session (amount_total, currency, payment_intent)",
  "lists of refunds and disputes, which are empty",
] as const;

/** The API key, which `emulate` does not verify. */
const SECRET_KEY = "sk_test_of_another_maker";
const WEBHOOK_SECRET = "whsec_of_another_maker";
const EVENTS_PATH = "/events";

type Json = Record<string, unknown>;

/** An independent emulator of Stripe with the additions in {@link LACKING}. It delivers events to the webhook. */
export class EmulateShim {
  /**
   * The events so far. `status` is the webhook's response to the original body, and `statusTampered` the response to a
   * changed body with the same signature. Lost events have no status.
   */
  readonly told: { type: string; status?: number; statusTampered?: number }[] = [];
  /** Whether events get lost. */
  isSilent = false;
  /** Whether customers do not return after a payment. */
  losesCustomers = false;
  readonly #server: Server;
  readonly #webhook: () => string;
  readonly #sums = new Map<string, { amount_total: number; currency: string }>();
  readonly #payments = new Map<string, string>();
  #emulator: Emulator | undefined;
  #at = "";

  private constructor(webhook: () => string) {
    this.#webhook = webhook;
    this.#server = createServer((request, response) => {
      void this.#serve(request, response).catch(() => response.destroy());
    });
  }

  /** Starts the emulator. @param webhook returns the URL of the webhook once it is known */
  static async start(webhook: () => string): Promise<EmulateShim> {
    const shim = new EmulateShim(webhook);
    shim.#server.listen(0, "127.0.0.1");
    await once(shim.#server, "listening");
    const port = await freePort();
    const webhooks = [{ url: shim.url + EVENTS_PATH, events: ["*"], secret: WEBHOOK_SECRET }];
    shim.#emulator = await createEmulator({
      service: "stripe",
      port,
      baseUrl: shim.url,
      seed: { stripe: { webhooks } },
    });
    shim.#at = `http://127.0.0.1:${port}`;
    return shim;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The variables and secrets for the billing Worker. */
  get settings() {
    const secrets = { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET };
    return { PAYMENTS: "stripe", STRIPE_URL: this.url, ...secrets };
  }

  async stop(): Promise<void> {
    this.#server.close().closeAllConnections();
    await this.#emulator?.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    if (url === EVENTS_PATH) {
      await this.#tell(body, String(headers["stripe-signature"]));
      return void response.writeHead(200).end();
    }
    if (/^\/v1\/(?:refunds|disputes)\?/.test(url)) {
      const none = JSON.stringify({ object: "list", data: [], has_more: false });
      return void response.writeHead(200, { "Content-Type": "application/json" }).end(none);
    }
    const type = headers["content-type"] ?? "application/x-www-form-urlencoded";
    const sent =
      method === "POST" ? { method, body: await this.#priced(url, body), headers: { "Content-Type": type } } : {};
    const answer = await fetch(this.#at + url, { ...sent, redirect: "manual" });
    const isJson = answer.headers.get("content-type")?.includes("json");
    const text = await answer.text();
    const shown = isJson ? JSON.stringify(await this.#completed(JSON.parse(text), body)) : text;
    const location = this.losesCustomers ? null : answer.headers.get("location");
    response.writeHead(location === null && answer.status === 302 ? 200 : answer.status, {
      "Content-Type": answer.headers.get("content-type") ?? "text/plain",
      ...(location !== null && { Location: location }),
    });
    response.end(shown);
  }

  async #tell(body: string, signature: string): Promise<void> {
    const { type } = JSON.parse(body) as { type: string };
    if (this.isSilent) return void this.told.push({ type });
    const post = async (sent: string) => {
      const headers = { "Stripe-Signature": signature };
      return (await fetch(this.#webhook(), { method: "POST", body: sent, headers })).status;
    };
    this.told.push({ type, status: await post(body), statusTampered: await post(body.replace("cs_", "cs_x")) });
  }

  /** Replaces the price data in the form of a checkout session with the id of a price that it creates. */
  async #priced(url: string, body: string): Promise<string> {
    const form = new URLSearchParams(body);
    const member = (name: string) => form.get(`line_items[0][price_data]${name}`) ?? "";
    if (url !== "/v1/checkout/sessions" || member("[currency]") === "") return body;
    const product = await this.#ask("/v1/products", { name: member("[product_data][name]") });
    const price = await this.#ask("/v1/prices", {
      ...{ product: String(product.id), currency: member("[currency]"), unit_amount: member("[unit_amount]") },
    });
    for (const name of [...form.keys()]) if (name.includes("[price_data]")) form.delete(name);
    form.set("line_items[0][price]", String(price.id));
    return form.toString();
  }

  /** Adds the amount and the payment to a session or to each session in a list. */
  async #completed(answer: Json, body: string): Promise<Json> {
    if (Array.isArray(answer.data)) {
      const data: Json[] = [];
      for (const each of answer.data as Json[]) data.push(await this.#completed(each, ""));
      return {
        ...answer,
        data: data.map((each) => ({ ...each, payment_intent: (each.payment_intent as Json | null)?.id ?? null })),
      };
    }
    if (answer.object !== "checkout.session") return answer;
    const id = String(answer.id);
    const form = new URLSearchParams(body);
    const [amount, currency] = ["unit_amount", "currency"].map((name) =>
      form.get(`line_items[0][price_data][${name}]`),
    );
    if (amount && currency) this.#sums.set(id, { amount_total: Number(amount), currency });
    const sum = this.#sums.get(id) ?? { amount_total: 0, currency: "usd" };
    return { ...answer, ...sum, payment_intent: answer.status === "complete" ? await this.#payment(id, sum) : null };
  }

  /** Creates and confirms the payment of a session. Repeated calls return the same payment. */
  async #payment(
    session: string,
    { amount_total, currency }: { amount_total: number; currency: string },
  ): Promise<Json> {
    const made = this.#payments.get(session);
    if (made) return this.#read(`/v1/payment_intents/${made}`);
    const { id } = await this.#ask("/v1/payment_intents", { amount: String(amount_total), currency });
    this.#payments.set(session, String(id));
    return { ...(await this.#ask(`/v1/payment_intents/${id}/confirm`, {})), latest_charge: null };
  }

  async #read(path: string): Promise<Json> {
    return { ...((await (await fetch(this.#at + path)).json()) as Json), latest_charge: null };
  }

  async #ask(path: string, form: Record<string, string>): Promise<Json> {
    const answer = await fetch(this.#at + path, { method: "POST", body: new URLSearchParams(form) });
    if (!answer.ok) throw new Error(`emulate refused ${path} with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Json;
  }
}

/**
 * Returns a free port. The emulator cannot choose one, because it reports the given port, not the port it listens on.
 */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
