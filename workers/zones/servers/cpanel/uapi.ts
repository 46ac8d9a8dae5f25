import * as z from "zod";
import { log } from "../../../../shared/platform/log.ts";
import type { ZoneFailure } from "../../../../shared/zones-contract/zone-system.ts";
import type { ServerAccess } from "../../zone-settings.ts";
import { call, type HttpReply, type ServerCall, unavailable, unread } from "../http-call.ts";

/** What a function answered: its data, or its errors, which are in the language of the user. */
export type UapiOutcome =
  | { kind: "ok"; data: unknown }
  | { kind: "said_no"; errors: string[] }
  | { kind: "failed"; failure: ZoneFailure };

const RESULT = z.object({
  status: z.coerce.number(),
  data: z.unknown(),
  errors: z.array(z.string()).nullish(),
});
/** WHM API 1 around UAPI; a version writes the function's own `result` in between. */
const ANSWER = z.object({
  // expected: a success may say nothing.
  metadata: z.object({ result: z.coerce.number(), reason: z.string().catch("") }),
  data: z.object({ uapi: z.union([RESULT, z.object({ result: RESULT }).transform(({ result }) => result)]) }).nullish(),
});

/**
 * Calls a UAPI function in the user's own context, through WHM API 1 `uapi_cpanel`: the server itself refuses what is not the user's.
 * Never throws.
 * @param parameters of a list each member has a number behind its name, such as `add-0`
 * @param context its `call` is the function, such as `DNS::parse_zone`
 */
export async function callUapi(
  { address, login, token }: ServerAccess,
  user: string,
  parameters: Record<string, string>,
  context: ServerCall,
): Promise<UapiOutcome> {
  const [module = "", name = ""] = context.call.split("::");
  const body = new URLSearchParams({
    "api.version": "1",
    "cpanel.user": user,
    "cpanel.module": module,
    "cpanel.function": name,
    ...parameters,
  }).toString();
  const headers = {
    Authorization: `whm ${login}:${token}`,
    Accept: "application/json",
    "Content-Type": "application/x-www-form-urlencoded",
  };
  return outcomeOf(await call(`${address}/json-api/uapi_cpanel`, { method: "POST", headers, body }, context), context);
}

/** The token may not call functions for users. */
const NOT_ADMITTED =
  /\b(?:permission|privilege|access) (?:was )?denied\b|\bdo(?:es)? not have (?:permission|the privilege)/i;
/** WHM's own words where it has no such user for this token. */
const NO_USER =
  /\b(?:user|account)\b.*\b(?:does not exist|not exist|not found|invalid|do not (?:own|control|have access))|\bdo not (?:own|control|have access to)\b.*\b(?:user|account)\b/is;

function outcomeOf(reply: HttpReply, context: ServerCall): UapiOutcome {
  if (reply.kind === "failed") return { kind: "failed", failure: unavailable(reply.reason) };
  const read = ANSWER.safeParse(reply.body);
  if (!read.success) return { kind: "failed", failure: unread(context) };
  const { metadata, data } = read.data;
  if (metadata.result !== 1) return { kind: "failed", failure: refusedByWhm(metadata.reason, context) };
  if (!data) return { kind: "failed", failure: unread(context) };
  const { status, data: value, errors } = data.uapi;
  return status === 1 ? { kind: "ok", data: value } : { kind: "said_no", errors: errors ?? [] };
}

function refusedByWhm(reason: string, context: ServerCall): ZoneFailure {
  if (NO_USER.test(reason)) return { ok: false, problem: { code: "not_bridged" } };
  if (!NOT_ADMITTED.test(reason)) return unread(context);
  const { server, call: name, requestId } = context;
  log("zone_server_not_admitted", { request_id: requestId, server, call: name, reason: "not_admitted" });
  return unavailable("not_admitted");
}
