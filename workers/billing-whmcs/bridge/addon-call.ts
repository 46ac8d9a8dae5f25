import type { HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import type { Fetch, RequestLimits } from "../../../shared/platform/bounded-request.ts";
import { jsonObject } from "../api/outcome.ts";
import { sendRequest } from "../api/send-request.ts";

const PATH = "/modules/addons/frontdesk/bridge.php";

/** The addon of the installation: where it is and the key that calls are signed with. */
export interface AddonAccess {
  /** Where this Worker reaches the installation, without a final slash. */
  base: string;
  key: string;
  fetch: Fetch;
}

/** The calls of the addon's endpoint; version 1 has `status`, `exchange` and `user`. */
export type AddonCallName = "status" | "exchange" | "user" | "ask" | "act" | "find" | "catalogue" | "events";

/** A call to the addon, before it is signed. */
export interface AddonCall {
  addon: AddonCallName;
  parameters: Readonly<Record<string, unknown>>;
}

const OF_VERSION_1: ReadonlySet<AddonCallName> = new Set(["status", "exchange", "user"]);

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
  const reply = await sendRequest(base + PATH, { headers, body }, fetch, limits);
  return OF_VERSION_1.has(call) ? withResult(reply) : reply;
}

/** Version 1 does not say `result`, which every other answer of the installation is judged by. */
function withResult(reply: HostReply): HostReply {
  if (reply.kind === "failed") return reply;
  const answer = jsonObject(reply.body);
  if (!answer || "result" in answer) return reply;
  const isError = typeof answer.error === "string";
  if (!isError && reply.status !== 200) return reply;
  return { ...reply, body: JSON.stringify({ ...answer, result: isError ? "error" : "success" }) };
}

/** What a reply says of the addon's endpoint: an answer of the addon itself, a refusal too, shows that it works. */
export function judgeAddonReply(reply: HostReply): "answered" | "failed" | "too_large" {
  if (reply.kind === "failed") return reply.reason === "too_large" ? "too_large" : "failed";
  const { result, error } = jsonObject(reply.body) ?? {};
  return result === "success" || (result === "error" && typeof error === "string") ? "answered" : "failed";
}

async function sign(key: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", encoder.encode(key), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, encoder.encode(text))).toHex();
}
