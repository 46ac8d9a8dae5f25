import * as z from "zod";
import { isSameData } from "../../../../shared/zones-contract/check-change.ts";
import type { ReadChange } from "../../../../shared/zones-contract/read-change.ts";
import type { ZoneFailure, ZonePlace, ZoneRecord, ZoneResult } from "../../../../shared/zones-contract/zone-system.ts";
import type { ServerAccess } from "../../zone-settings.ts";
import { refusedByServer, type ServerCall, unread } from "../http-call.ts";
import { withFinalDot } from "../present-record.ts";
import type { OpenZone, ZoneServer } from "../zone-server.ts";
import { callUapi } from "./uapi.ts";
import { readZoneLines, type ZoneLines } from "./zone-lines.ts";

/** Errors of UAPI where its user reads English; in other languages they are told apart by what the server says of the zone. */
const WRONG_SERIAL = /\bgiven serial number\b.*\bdoes not match\b/is;
const NO_ZONE = /\bdo not control a DNS zone\b/i;
/** A server without the DNS role, or a user without the zone editor. */
const NO_ROLE = /\b(?:role|feature)\b/i;

const EDITED = z.object({ new_serial: z.coerce.string().regex(/^\d{1,10}$/) });
// expected: a list that a version leaves out.
const NAMES = z.array(z.string()).catch([]);
/** Without its subdomains: those are names in the zones of the others. */
const DOMAINS = z.object({
  main_domain: z.string(),
  addon_domains: NAMES,
  parked_domains: NAMES,
});

/** A cPanel server: its own serial guard makes a change to exactly the zone that was read. */
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
    if (outcome.kind === "failed") return outcome.failure;
    if (outcome.kind === "said_no") return this.#whyNotRead(place, outcome.errors, context);
    const lines = readZoneLines(zone, outcome.data);
    if (!lines) return unread(context);
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
    if (outcome.kind === "failed") return outcome.failure;
    if (outcome.kind === "said_no") return this.#whyNotEdited(place, serial, outcome.errors, context);
    const edited = EDITED.safeParse(outcome.data);
    return edited.success ? { ok: true, value: { serial: edited.data.new_serial } } : unread(context);
  }

  async #whyNotRead({ zone, user }: ZonePlace, errors: string[], reading: ServerCall): Promise<ZoneFailure> {
    // The zone's own name may have any word in it.
    const said = errors.join("\n").replaceAll(zone, "");
    if (NO_ZONE.test(said)) return failure("not_found");
    if (NO_ROLE.test(said)) return failure("not_bridged");
    const context = this.#context("DomainInfo::list_domains", reading.requestId);
    const outcome = await callUapi(this.#access, user, {}, context);
    if (outcome.kind === "failed") return outcome.failure;
    const domains = DOMAINS.safeParse(outcome.kind === "ok" ? outcome.data : null);
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

/** The members of a list as UAPI takes them. */
function numbered(name: string, values: string[]): Record<string, string> {
  return Object.fromEntries(values.map((value, index) => [`${name}-${index}`, value]));
}

/** Every name with its final dot: others are relative, and `@` is none. */
function spelled(record: ZoneRecord): string {
  const { name, type, ttl } = record;
  return JSON.stringify({ dname: `${name}.`, ttl, record_type: type, data: withFinalDot(record) });
}

function failure(code: "not_found" | "not_bridged" | "zone_changed"): ZoneFailure {
  return { ok: false, problem: { code } };
}
