import * as z from "zod";
import {
  type BillingHostPort,
  type HostCall,
  type HostReply,
  MAX_BODY_BYTES,
} from "../../../durable-objects/billing-host/billing-host-port.ts";
import { log } from "../../../shared/platform/log.ts";
import { jsonObject, type UnavailableReason } from "../api/outcome.ts";
import { type AddonAccess, type AddonCall, type AddonCallName, postToAddon } from "./addon-call.ts";

const DEADLINE_MS = 7_000;
const RETRY_AFTER_S = 5;

/**
 * What became of a call to the addon. `refused`: it says why it did nothing. `unavailable`: there is no answer of it, by what the
 * installation gave in place of one.
 */
export type BridgeAnswer<Value> = { kind: "ok"; value: Value } | { kind: "refused"; code: string } | BridgeFailure;

export interface BridgeFailure {
  kind: "unavailable";
  reason: UnavailableReason;
  /** Seconds until a retry. */
  retryAfter: number;
  /** HTTP status of what came in place of an answer; absent where nothing came. */
  status?: number;
}

export interface BridgeCallOptions {
  requestId: string | undefined;
  /** The account that it is about; null, as by default, where it is about none. */
  accountId?: number | null;
  /** `read`, as by default: equal ones may share one answer. */
  kind?: HostCall["kind"];
  deadlineMs?: number;
  /** Of the answer's body, if it may be larger than most. */
  maxBytes?: number | undefined;
  /** What is left of the question's own time: see `HostCall`. */
  terms?: Pick<HostCall, "waitMs" | "isContinued"> | undefined;
}

/** The addon's own: of anything else that stands before it nobody knows what was done. */
const Refusal = z.object({
  result: z.literal("error"),
  error: z.enum([
    "bad_body",
    "bad_parameters",
    "bad_signature",
    "busy",
    "foreign_account",
    "invalid_code",
    "method_not_allowed",
    "no_administrator",
    "not_active",
    "not_allowed",
    "too_large",
    "unknown_call",
    "unknown_user",
  ]),
});

/** Signed calls to the addon, sent through the billing host's object. */
export class Bridge {
  readonly #host: Pick<BillingHostPort, "send">;

  constructor(host: Pick<BillingHostPort, "send">) {
    this.#host = host;
  }

  /** The host's own reply, of which nothing is read or logged. */
  send(addon: AddonCallName, parameters: AddonCall["parameters"], options: BridgeCallOptions): Promise<HostReply> {
    const { requestId, accountId = null, kind = "read", deadlineMs = DEADLINE_MS, maxBytes, terms } = options;
    const call: AddonCall = { addon, parameters };
    return this.#host.send({
      text: JSON.stringify(call),
      kind,
      accountId,
      deadlineMs,
      requestId,
      ...(maxBytes !== undefined && { maxBytes }),
      ...terms,
    });
  }

  async call<Value>(
    addon: AddonCallName,
    parameters: AddonCall["parameters"],
    answer: z.ZodType<Value>,
    options: BridgeCallOptions,
  ): Promise<BridgeAnswer<Value>> {
    const reply = await this.send(addon, parameters, options);
    const fields = { request_id: options.requestId, account: options.accountId ?? undefined, call: addon };
    if (reply.kind === "failed") {
      const { reason, retryAfter } = reply;
      log("billing_bridge_failed", { ...fields, reason });
      return { kind: "unavailable", reason, retryAfter };
    }
    const { status } = reply;
    const body = jsonObject(reply.body);
    const refusal = Refusal.safeParse(body);
    if (refusal.success && status >= 400 && status < 500) return { kind: "refused", code: refusal.data.error };
    const read = answer.safeParse(body);
    if (status === 200 && body?.result === "success" && read.success) return { kind: "ok", value: read.data };
    const at = status === 200 && body ? read.error?.issues.map(({ path }) => path.join(".")).slice(0, 5) : undefined;
    log("billing_bridge_failed", { ...fields, status, at });
    return { kind: "unavailable", reason: at ? "unread" : "not_json", retryAfter: RETRY_AFTER_S, status };
  }
}

/** Whether a call certainly did not leave. */
export function isUnsent({ reason }: BridgeFailure): boolean {
  return reason === "busy" || reason === "circuit_open";
}

/** A host without an object, for commands and tests: every call is sent at once. @param now epoch milliseconds */
export function directHost(access: AddonAccess, now: () => number = Date.now): Pick<BillingHostPort, "send"> {
  return {
    send: ({ text, deadlineMs, maxBytes = MAX_BODY_BYTES }) =>
      postToAddon(access, JSON.parse(text) as AddonCall, { deadlineMs, maxBytes }, now()),
  };
}
