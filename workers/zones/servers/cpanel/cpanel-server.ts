import * as z from "zod";
import { log } from "../../../../shared/platform/log.ts";
import { isSameData } from "../../../../shared/zones-contract/check-change.ts";
import type { ReadChange } from "../../../../shared/zones-contract/read-change.ts";
import type { ZonePlace, ZoneProblem, ZoneRecord, ZoneResult } from "../../../../shared/zones-contract/zone-system.ts";
import { unread } from "../http-call.ts";
import { withFinalDot } from "../present-record.ts";
import { refusedByServer } from "../refused-by-server.ts";
import type { OpenZone, ZoneServer } from "../zone-server.ts";
import { callUapi, type UapiOutcome, type WhmAccess } from "./uapi.ts";
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
  readonly #access: WhmAccess;

  constructor(access: WhmAccess) {
    this.#access = access;
  }

  async open(place: ZonePlace, requestId: string): Promise<ZoneResult<OpenZone>> {
    const { zone } = place;
    const outcome = await this.#call(place, "parse_zone", { zone }, requestId);
    if (outcome.kind === "failed") return outcome.failure;
    if (outcome.kind === "said_no") return failure(await this.#whyNotRead(place, outcome.errors, requestId));
    const lines = readZoneLines(zone, outcome.data);
    if (!lines) return unread({ server: this.#access.id, call: "DNS::parse_zone", requestId });
    return {
      ok: true,
      value: {
        zone,
        serial: lines.serial,
        records: lines.records.map(({ line: _, ...record }) => record),
        hidden: lines.hidden,
        rest: lines.rest,
        apply: (change) => this.#apply(place, lines, change, requestId),
      },
    };
  }

  async #apply(
    place: ZonePlace,
    { serial, records }: ZoneLines,
    { remove, add }: ReadChange,
    requestId: string,
  ): Promise<ZoneResult<{ serial: string }>> {
    const lines = records.filter((record) => remove.some((removed) => isSameData(removed, record)));
    const parameters = {
      zone: place.zone,
      serial,
      ...numbered(
        "remove",
        lines.map(({ line }) => String(line)),
      ),
      ...numbered("add", add.map(spelled)),
    };
    const outcome = await this.#call(place, "mass_edit_zone", parameters, requestId);
    if (outcome.kind === "failed") return outcome.failure;
    if (outcome.kind === "said_no") return failure(await this.#whyNotEdited(place, serial, outcome.errors, requestId));
    const edited = EDITED.safeParse(outcome.data);
    if (!edited.success) return unread({ server: this.#access.id, call: "DNS::mass_edit_zone", requestId });
    return { ok: true, value: { serial: edited.data.new_serial } };
  }

  async #whyNotRead(place: ZonePlace, errors: string[], requestId: string): Promise<ZoneProblem> {
    // The zone's own name may have any word in it.
    const said = errors.join("\n").replaceAll(place.zone, "");
    if (NO_ZONE.test(said)) return { code: "not_found" };
    if (NO_ROLE.test(said)) return { code: "not_bridged" };
    const outcome = await callUapi(
      this.#access,
      { user: place.user, module: "DomainInfo", name: "list_domains", parameters: {} },
      requestId,
    );
    if (outcome.kind === "failed") return outcome.failure.problem;
    const domains = DOMAINS.safeParse(outcome.kind === "ok" ? outcome.data : null);
    if (domains.success) {
      const { main_domain: main, addon_domains: addon, parked_domains: parked } = domains.data;
      if (![main, ...addon, ...parked].includes(place.zone)) return { code: "not_found" };
    }
    return this.#refused("DNS::parse_zone", requestId);
  }

  async #whyNotEdited(place: ZonePlace, serial: string, errors: string[], requestId: string): Promise<ZoneProblem> {
    const said = errors.join("\n");
    if (WRONG_SERIAL.test(said)) return { code: "zone_changed" };
    const again = await this.open(place, requestId);
    if (!again.ok) return again.problem;
    return again.value.serial === serial ? this.#refused("DNS::mass_edit_zone", requestId) : { code: "zone_changed" };
  }

  #refused(call: string, requestId: string): ZoneProblem {
    log("zone_change_refused", { request_id: requestId, server: this.#access.id, call });
    return refusedByServer();
  }

  #call(
    { user }: ZonePlace,
    name: string,
    parameters: Record<string, string>,
    requestId: string,
  ): Promise<UapiOutcome> {
    const isChange = name === "mass_edit_zone";
    return callUapi(this.#access, { user, module: "DNS", name, parameters, isChange }, requestId);
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

function failure(problem: ZoneProblem): { ok: false; problem: ZoneProblem } {
  return { ok: false, problem };
}
