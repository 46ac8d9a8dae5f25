import type Stripe from "stripe";
import { boundedRequest, type Fetch } from "../../../../shared/platform/bounded-request.ts";
import { log } from "../../../../shared/platform/log.ts";

export const STRIPE_ORIGIN = "https://api.stripe.com";
/** The API version that the types in this code belong to. It overrides the Stripe account's default version. */
export const VERSION = "2026-10-28.endive" satisfies typeof Stripe.API_VERSION;
const LIMITS = { deadlineMs: 15_000, maxBytes: 1_048_576 };
/** The maximum number of attempts while another request with the same idempotency key is running. */
const MAX_ATTEMPTS = 4;
const RETRY_AFTER_MS = 500;

/**
 * The error thrown if Stripe refused a request, so that nothing was done. Stripe's message may quote the request, so it
 * is neither stored nor logged.
 */
export class StripeRefusal extends Error {
  override name = "StripeRefusal";
  readonly status: number;

  constructor(status: number) {
    super(`Stripe refused with ${status}`);
    this.status = status;
  }
}

/** The error thrown if Stripe did not respond, or if its response was unusable. The outcome is unknown. */
export class StripeUnavailable extends Error {
  override name = "StripeUnavailable";
  /** The HTTP status; `null` if Stripe did not respond. */
  readonly status: number | null;

  constructor(status: number | null) {
    super("no answer");
    this.status = status;
  }
}

/** A client for Stripe's API. Its methods throw {@link StripeRefusal} and {@link StripeUnavailable}. */
export interface StripeApi {
  /** @param path the path, such as `/v1/refunds`; ids in it must be encoded */
  read<Value>(path: string, query: object, requestId: string): Promise<Value>;
  /** Sends a request that Stripe executes once per idempotency key. Stripe stores keys for a day. */
  send<Value>(path: string, body: object, idempotencyKey: string, requestId: string): Promise<Value>;
}

/**
 * Returns Stripe's API, and the id by which this installation marks its objects there.
 * @throws if Stripe is not set up
 */
export async function stripeOf({ stripe, db }: { stripe: StripeApi | null; db: D1Database }) {
  const installation = await db.prepare("SELECT id FROM installation").first<string>("id");
  if (!stripe || installation === null) throw new Error("Stripe is not set up");
  return { api: stripe, installation };
}

/**
 * Returns a client for Stripe's API.
 * @param origin the origin of the API
 * @param secretKey the secret key; it appears in no log line and no error
 */
export function stripeApi(origin: string, secretKey: string, send: Fetch = (request) => fetch(request)): StripeApi {
  async function call<Value>(path: string, init: RequestInit, requestId: string): Promise<Value> {
    const headers = { Authorization: `Bearer ${secretKey}`, "Stripe-Version": VERSION, ...init.headers };
    const asked = path.replace(/\?.*|(?<=\/)(?:cs|pi|pm|re)_\w+/g, "");
    for (let attempt = 1; ; attempt++) {
      const reply = await boundedRequest(origin + path, { ...init, headers }, send, LIMITS);
      const status = reply.kind === "answered" ? reply.status : null;
      const value = reply.kind === "answered" ? objectIn(reply.body) : null;
      if (status === 200 && value) return value as Value;
      if (status === 409 && attempt < MAX_ATTEMPTS) {
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
        continue;
      }
      const why = reply.kind === "answered" ? codeIn(value) : reply.reason;
      log("stripe_failed", { request_id: requestId, asked, status, why });
      const isRefusal = status === 400 || status === 402 || status === 404;
      // If the key was already used for another request, that request may have succeeded. The outcome is then unknown.
      throw isRefusal && value && "error" in value && why !== "idempotency_error"
        ? new StripeRefusal(status)
        : new StripeUnavailable(status);
    }
  }
  return {
    read: (path, query, requestId) => call(`${path}?${encodeForm(query)}`, { method: "GET" }, requestId),
    send: (path, body, key, requestId) =>
      call(
        path,
        {
          method: "POST",
          headers: { "Content-Type": "application/x-www-form-urlencoded", "Idempotency-Key": key },
          body: encodeForm(body),
        },
        requestId,
      ),
  };
}

/**
 * Encodes nested properties in brackets, as Stripe expects: `line_items[0][quantity]=1`. Omits undefined properties.
 */
export function encodeForm(value: object): string {
  const pairs: [string, string][] = [];
  const add = (name: string, member: unknown) => {
    if (member === undefined) return;
    if (typeof member !== "object" || member === null) return void pairs.push([name, String(member)]);
    for (const [key, inner] of Object.entries(member)) add(name ? `${name}[${key}]` : key, inner);
  };
  add("", value);
  return new URLSearchParams(pairs).toString();
}

function objectIn(body: string): object | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" ? value : null;
  } catch {
    // expected: the response is a web page instead of JSON; the caller logs the status.
    return null;
  }
}

/** Returns the code or type of Stripe's error, if it has the form of Stripe's own codes. */
function codeIn(value: object | null): string | undefined {
  const { error } = (value ?? {}) as { error?: { code?: unknown; type?: unknown } };
  const code = error?.code ?? error?.type;
  return typeof code === "string" && /^[a-z_]{1,60}$/.test(code) ? code : undefined;
}
