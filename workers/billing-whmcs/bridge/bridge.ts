import * as z from "zod";
import type { BillingHostPort, HostCall, HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { boundedRequest, type Fetch, type RequestLimits } from "../../../shared/platform/bounded-request.ts";
import { jsonObjectIn } from "../../../shared/platform/json.ts";
import { log } from "../../../shared/platform/log.ts";
import { NoAnswer, OPERATOR_RETRY_AFTER_S } from "./outcome.ts";

const PATH = "/modules/addons/frontdesk/bridge.php";
const DEADLINE_MS = 7_000;
const RETRY_AFTER_S = 5;
/** Seconds until a retry if the addon is busy with another call for the account. */
const BUSY_RETRY_AFTER_S = 10;

/** The addon's location, and the key that signs calls to it. */
export interface AddonAccess {
  /** The URL at which this Worker calls WHMCS, without a final slash. */
  base: string;
  key: string;
  fetch: Fetch;
}

/** An unsigned call to the addon's endpoint. */
export interface AddonCall {
  addon: "status" | "exchange" | "user" | "ask" | "act" | "find" | "catalogue";
  parameters: Readonly<Record<string, unknown>>;
}

/**
 * Posts one call to the addon. The signature covers the time, path and body. Never throws.
 * @param now epoch milliseconds
 */
export async function postToAddon(
  { base, key, fetch }: AddonAccess,
  { addon: call, parameters }: AddonCall,
  limits: RequestLimits,
  now: number,
): Promise<HostReply> {
  const body = JSON.stringify({ ...parameters, call });
  const time = Math.floor(now / 1_000);
  const signature = await sign(key, `${time}\n${PATH}\n${body}`);
  const headers = { "Content-Type": "application/json", "X-Frontdesk": `t=${time},v1=${signature}` };
  const reply = await boundedRequest(base + PATH, { method: "POST", headers, body }, fetch, limits);
  if (reply.kind === "failed") return { ...reply, retryAfter: RETRY_AFTER_S };
  const limited = reply.status === 429 ? TooManyCalls.safeParse(jsonObjectIn(reply.body)) : null;
  return limited?.success ? { kind: "failed", reason: "busy", retryAfter: limited.data.retry_after } : reply;
}

/** The addon's refusal of a call above its rate limit. The addon did nothing. */
const TooManyCalls = z.object({ error: z.literal("too_many_calls"), retry_after: z.int().min(1).max(60) });

async function sign(key: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", encoder.encode(key), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, encoder.encode(text))).toHex();
}

/** Error codes with which the addon refuses this Worker as a caller. Only the operator can fix the cause. */
const NOT_ADMITTED: ReadonlySet<unknown> = new Set(["bad_signature", "no_administrator", "not_active"]);

/** Error codes that are expected answers to a call, so they are not logged. */
const TELLING: ReadonlySet<string> = new Set(["invalid_code", "unknown_user"]);

/**
 * Classifies a reply for the circuit breaker. Any answer from the addon, including a refusal, shows that the addon
 * works.
 */
export function judgeAddonReply(reply: HostReply): "answered" | "refused" | "failed" | "too_large" {
  if (reply.kind === "failed") {
    // A call that was sent is `busy` only if the addon refuses it because of its rate limit.
    if (reply.reason === "busy") return "answered";
    return reply.reason === "too_large" ? "too_large" : "failed";
  }
  const { result, error } = jsonObjectIn(reply.body) ?? {};
  if (result === "error" && NOT_ADMITTED.has(error)) return "refused";
  return result === "success" || (result === "error" && typeof error === "string") ? "answered" : "failed";
}

export interface BridgeCallOptions {
  requestId: string | undefined;
  /** The account that the call concerns; `null` (the default) if it concerns none. */
  accountId?: number | null;
  /** The default is `read`. Equal reads may share one answer. */
  kind?: HostCall["kind"];
  deadlineMs?: number;
  /** The maximum size of the answer's body, if larger than the default. */
  maxBytes?: number | undefined;
}

/**
 * An error body. With a 4xx status, it is a refusal from the addon. With any other status, it comes from a proxy or
 * from a failure in the addon, and the outcome of the call is unknown.
 */
const Refusal = z.object({ result: z.literal("error"), error: z.string() });

/** Calls the addon through the `BillingHost` object. */
export class Bridge {
  readonly #host: Pick<BillingHostPort, "send">;

  constructor(host: Pick<BillingHostPort, "send">) {
    this.#host = host;
  }

  /**
   * Calls the addon and returns its answer. Logs why there is no answer, unless that is expected.
   * @throws {NoAnswer}
   */
  async call<Value>(
    addon: AddonCall["addon"],
    parameters: AddonCall["parameters"],
    answer: z.ZodType<Value>,
    options: BridgeCallOptions,
  ): Promise<Value> {
    const { requestId, accountId = null, kind = "read", deadlineMs = DEADLINE_MS, maxBytes } = options;
    const text = JSON.stringify({ addon, parameters } satisfies AddonCall);
    const limits = { deadlineMs, ...(maxBytes !== undefined && { maxBytes }) };
    const reply = await this.#host.send({ text, kind, accountId, requestId, ...limits });
    const fields = { request_id: requestId, account: accountId ?? undefined, call: addon };
    if (reply.kind === "failed") {
      const { reason, retryAfter } = reply;
      log("billing_host_failed", { ...fields, reason });
      throw new NoAnswer(reason, retryAfter);
    }
    const { status } = reply;
    const body = jsonObjectIn(reply.body);
    const refusal = Refusal.safeParse(body);
    if (refusal.success && status >= 400 && status < 500) {
      const code = refusal.data.error;
      const isNotAdmitted = NOT_ADMITTED.has(code);
      if (!TELLING.has(code))
        log(isNotAdmitted ? "billing_not_admitted" : "billing_addon_refused", { ...fields, code });
      const retryAfter = code === "busy" ? BUSY_RETRY_AFTER_S : OPERATOR_RETRY_AFTER_S;
      throw new NoAnswer(isNotAdmitted ? "not_admitted" : "refused", retryAfter, code);
    }
    const read = answer.safeParse(body);
    if (status === 200 && body?.result === "success" && read.success) return read.data;
    const at = status === 200 && body ? read.error?.issues.map(({ path }) => path.join(".")).slice(0, 5) : undefined;
    const reason = at ? "unread" : "not_json";
    log("billing_host_failed", { ...fields, reason, status, at });
    throw new NoAnswer(reason);
  }
}

/** Returns whether a call without an answer certainly changed nothing. */
export function isUndone({ reason }: NoAnswer): boolean {
  return ["busy", "circuit_open", "not_admitted", "refused"].includes(reason);
}
