import * as z from "zod";
import { isSameData } from "../../../../shared/zones-contract/check-change.ts";
import type { ReadChange } from "../../../../shared/zones-contract/read-change.ts";
import type { ZoneFailure, ZonePlace, ZoneRecord, ZoneResult } from "../../../../shared/zones-contract/zone-system.ts";
import type { ServerAccess } from "../../zone-settings.ts";
import { call, refusedByServer, type ServerCall, unavailable } from "../http-call.ts";
import { withFinalDot } from "../present-record.ts";
import type { OpenZone, ZoneServer } from "../zone-server.ts";
import { readZoneLines, type ZoneLines } from "./zone-lines.ts";

/**
 * These patterns match UAPI errors for users whose language is English. For other languages, the zone's state
 * identifies the error.
 */
const WRONG_SERIAL = /\bgiven serial number\b.*\bdoes not match\b/is;
const NO_ZONE = /\bdo not control a DNS zone\b/i;
/** Matches the errors for a server without the DNS role and for a user without the zone editor. */
const NO_ROLE = /\b(?:role|feature)\b/i;

const EDITED = z.object({ new_serial: z.coerce.string().regex(/^\d{1,10}$/) });
// expected: some versions omit the list.
const NAMES = z.array(z.string()).catch([]);
/** The user's domains that have their own zone. A subdomain is only a name in its domain's zone. */
const DOMAINS = z.object({
  main_domain: z.string(),
  addon_domains: NAMES,
  parked_domains: NAMES,
});

/** A cPanel server. It compares the serial number, so a change applies only to the zone that was read. */
export class CpanelServer implements ZoneServer {
  readonly note = null;
  readonly #access: ServerAccess;

  constructor(access: ServerAccess) {
    this.#access = access;
  }

  async open(place: ZonePlace, requestId: string): Promise<ZoneResult<OpenZone>> {
    const { zone, user } = place;
    const context = this.#context("DNS::parse_zone", requestId);
    const outcome = await callUapi(this.#access, user, { zone }, context);
    if (!outcome.ok) return outcome;
    const { errors, data } = outcome.value;
    if (errors) return this.#whyNotRead(place, errors, context);
    const lines = readZoneLines(zone, data);
    if (!lines) return unavailable("unread", context);
    const { serial, hidden, rest } = lines;
    const records = lines.records.map(({ line: _, ...record }) => record);
    const apply = (change: ReadChange) => this.#apply(place, lines, change, requestId);
    return { ok: true, value: { zone, serial, records, hidden, rest, apply } };
  }

  async #apply(
    place: ZonePlace,
    { serial, records }: ZoneLines,
    { remove, add }: ReadChange,
    requestId: string,
  ): Promise<ZoneResult<{ serial: string }>> {
    const context = { ...this.#context("DNS::mass_edit_zone", requestId), isChange: true };
    const removed = records.filter((record) => remove.some((asked) => isSameData(asked, record)));
    const lines = removed.map(({ line }) => String(line));
    const parameters = { zone: place.zone, serial, ...numbered("remove", lines), ...numbered("add", add.map(spelled)) };
    const outcome = await callUapi(this.#access, place.user, parameters, context);
    if (!outcome.ok) return outcome;
    const { errors, data } = outcome.value;
    if (errors) return this.#whyNotEdited(place, serial, errors, context);
    const edited = EDITED.safeParse(data);
    if (!edited.success) return unavailable("unread", context);
    return { ok: true, value: { serial: edited.data.new_serial } };
  }

  async #whyNotRead({ zone, user }: ZonePlace, errors: string[], reading: ServerCall): Promise<ZoneFailure> {
    // Remove the zone's name from the errors, because it may contain the words that the patterns match.
    const said = errors.join("\n").replaceAll(zone, "");
    if (NO_ZONE.test(said)) return failure("not_found");
    if (NO_ROLE.test(said)) return failure("not_bridged");
    const context = this.#context("DomainInfo::list_domains", reading.requestId);
    const outcome = await callUapi(this.#access, user, {}, context);
    if (!outcome.ok) return outcome;
    const domains = DOMAINS.safeParse(outcome.value.data);
    if (domains.success) {
      const { main_domain: main, addon_domains: addon, parked_domains: parked } = domains.data;
      if (![main, ...addon, ...parked].includes(zone)) return failure("not_found");
    }
    return refusedByServer(reading);
  }

  async #whyNotEdited(place: ZonePlace, serial: string, errors: string[], editing: ServerCall): Promise<ZoneFailure> {
    if (WRONG_SERIAL.test(errors.join("\n"))) return failure("zone_changed");
    const again = await this.open(place, editing.requestId);
    if (!again.ok) return again;
    return again.value.serial === serial ? refusedByServer(editing) : failure("zone_changed");
  }

  #context(call: string, requestId: string): ServerCall {
    return { server: this.#access.id, call, requestId };
  }
}

/** Returns the items of a list as UAPI parameters. */
function numbered(name: string, values: string[]): Record<string, string> {
  return Object.fromEntries(values.map((value, index) => [`${name}-${index}`, value]));
}

/**
 * Returns a record as UAPI expects it. Every name has a trailing dot, because names without one are relative. UAPI does
 * not accept `@`.
 */
function spelled(record: ZoneRecord): string {
  const { name, type, ttl } = record;
  return JSON.stringify({ dname: `${name}.`, ttl, record_type: type, data: withFinalDot(record) });
}

function failure(code: "not_found" | "not_bridged" | "zone_changed"): ZoneFailure {
  return { ok: false, problem: { code } };
}

/** The result of a UAPI function: its data, or its errors in the user's language. */
interface UapiAnswer {
  data: unknown;
  errors: string[] | null;
}

const RESULT = z.object({
  status: z.coerce.number(),
  data: z.unknown(),
  errors: z.array(z.string()).nullish(),
});
/** WHM API 1 wraps the result of UAPI. Some versions nest the function's result in `result`. */
const ANSWER = z.object({
  // expected: a successful response may contain no reason.
  metadata: z.object({ result: z.coerce.number(), reason: z.string().catch("") }),
  data: z.object({ uapi: z.union([RESULT, z.object({ result: RESULT }).transform(({ result }) => result)]) }).nullish(),
});

/**
 * Calls a UAPI function as the user, through `uapi_cpanel` of WHM API 1. The server then rejects other users' zones.
 * Never throws.
 * @param parameters the function's parameters; each item of a list has a number after its name, such as `add-0`
 * @param context the call for log lines; its `call` is the function, such as `DNS::parse_zone`
 */
async function callUapi(
  { address, login, token }: ServerAccess,
  user: string,
  parameters: Record<string, string>,
  context: ServerCall,
): Promise<ZoneResult<UapiAnswer>> {
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
  const reply = await call(`${address}/json-api/uapi_cpanel`, { method: "POST", headers, body }, context);
  if (!reply.ok) return reply;
  const read = ANSWER.safeParse(reply.value.body);
  if (!read.success) return unavailable("unread", context);
  const { metadata, data } = read.data;
  if (metadata.result !== 1) return refusedByWhm(metadata.reason, context);
  if (!data) return unavailable("unread", context);
  const { status, data: value, errors } = data.uapi;
  return { ok: true, value: status === 1 ? { data: value, errors: null } : { data: null, errors: errors ?? [] } };
}

/** Matches the error for a token that is not allowed to call functions as a user. */
const NOT_ADMITTED =
  /\b(?:permission|privilege|access) (?:was )?denied\b|\bdo(?:es)? not have (?:permission|the privilege)/i;
/** Matches WHM's error for a user that does not exist or that the token has no access to. */
const NO_USER =
  /\b(?:user|account)\b.*\b(?:does not exist|not exist|not found|invalid|do not (?:own|control|have access))|\bdo not (?:own|control|have access to)\b.*\b(?:user|account)\b/is;

function refusedByWhm(reason: string, context: ServerCall): ZoneFailure {
  if (NO_USER.test(reason)) return failure("not_bridged");
  return unavailable(NOT_ADMITTED.test(reason) ? "not_admitted" : "unread", context);
}
