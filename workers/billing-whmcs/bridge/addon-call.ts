import type { HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { boundedRequest, type Fetch, type RequestLimits } from "../../../shared/platform/bounded-request.ts";
import { jsonObject } from "../api/outcome.ts";

const PATH = "/modules/addons/frontdesk/bridge.php";

/** The addon of the installation: where it is and the key that calls are signed with. */
export interface AddonAccess {
  /** Where this Worker reaches the installation, without a final slash. */
  base: string;
  key: string;
  fetch: Fetch;
}

/** The calls of the addon's endpoint. */
export type AddonCallName = "status" | "exchange" | "user" | "ask" | "act" | "find" | "catalogue" | "events";

/** A call to the addon, before it is signed. */
export interface AddonCall {
  addon: AddonCallName;
  parameters: Readonly<Record<string, unknown>>;
}

const RETRY_AFTER_S = 5;

/** Posts one call to the addon, signed over its time, path and body. Never throws. @param now epoch milliseconds */
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
  return reply.kind === "failed" ? { ...reply, retryAfter: RETRY_AFTER_S } : reply;
}

/** Refusals of the caller itself, which the operator alone can end. */
const NOT_ADMITTED: ReadonlySet<unknown> = new Set(["bad_signature", "no_administrator", "not_active"]);

/** What a reply says of the addon: an answer of the addon itself, a refusal too, shows that it works. */
export function judgeAddonReply(reply: HostReply): "answered" | "refused" | "failed" | "too_large" {
  if (reply.kind === "failed") return reply.reason === "too_large" ? "too_large" : "failed";
  const { result, error } = jsonObject(reply.body) ?? {};
  if (result === "error" && NOT_ADMITTED.has(error)) return "refused";
  return result === "success" || (result === "error" && typeof error === "string") ? "answered" : "failed";
}

async function sign(key: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", encoder.encode(key), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, encoder.encode(text))).toHex();
}
