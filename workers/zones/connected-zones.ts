import type { SendingGuard, ZoneWriterPort } from "../../durable-objects/zone-writer/zone-changes.ts";
import { changedRecords, checkChange } from "../../shared/zones-contract/check-change.ts";
import { readChange } from "../../shared/zones-contract/read-change.ts";
import type {
  ChangedZone,
  Zone,
  ZoneChange,
  ZonePlace,
  ZoneProblem,
  ZoneRecord,
  ZoneResult,
  ZoneSystem,
} from "../../shared/zones-contract/zone-system.ts";
import type { OpenZone, ZoneServer } from "./servers/zone-server.ts";

/** The zones of every connected server. */
export class ConnectedZones implements ZoneSystem {
  readonly #servers: Map<string, ZoneServer>;
  readonly #writerOf: (place: ZonePlace) => ZoneWriterPort;

  /**
   * @param servers the servers by their id in the billing system
   * @param writerOf returns a zone's Durable Object, for servers that cannot lock a zone
   */
  constructor(servers: Map<string, ZoneServer>, writerOf: (place: ZonePlace) => ZoneWriterPort) {
    this.#servers = servers;
    this.#writerOf = writerOf;
  }

  async describe() {
    return { isConnected: this.#servers.size > 0 };
  }

  async readZone(place: ZonePlace, requestId: string): Promise<ZoneResult<Zone>> {
    const server = this.#serverOf(place);
    if (!server) return failure({ code: "not_bridged" });
    const opened = await server.open(place, requestId);
    if (!opened.ok) return opened;
    const { zone, records } = opened.value;
    const revision = await revisionOf(opened.value);
    return { ok: true, value: { zone, revision, records: sortedRecords(zone, records), note: server.note } };
  }

  async changeZone(place: ZonePlace, asked: ZoneChange, requestId: string): Promise<ZoneResult<ChangedZone>> {
    const server = this.#serverOf(place);
    if (!server) return failure({ code: "not_bridged" });
    return server.note === null
      ? changeOpenZone(server, place, asked, requestId)
      : this.#writerOf(place).changeZone(place, asked, requestId);
  }

  /**
   * Returns the server if a user is given. Without a user, a server might act as the token's own user, or open a zone
   * that has no owner.
   */
  #serverOf({ server, user }: ZonePlace): ZoneServer | undefined {
    return user === "" ? undefined : this.#servers.get(server);
  }
}

/** The guard for servers that prevent conflicts themselves. It never delays a change. */
const UNGUARDED: SendingGuard = { begin: () => 0, end: () => {} };

/**
 * Changes a zone. It reads the zone, compares its revision, validates the change, and applies it. The new revision is
 * calculated from the records that were read and the change. If somebody else changed the zone at the same time, the
 * new revision does not match the zone.
 */
export async function changeOpenZone(
  server: ZoneServer,
  place: ZonePlace,
  asked: ZoneChange,
  requestId: string,
  guard: SendingGuard = UNGUARDED,
): Promise<ZoneResult<ChangedZone>> {
  const read = readChange(place.zone, asked);
  if ("refused" in read) return failure({ code: "invalid_body", refused: read.refused });
  const { change } = read;
  const opened = await server.open(place, requestId);
  if (!opened.ok) return failure(notSent(opened.problem));
  const { zone, records, rest } = opened.value;
  if ((await revisionOf(opened.value)) !== asked.revision) return failure({ code: "zone_changed" });
  const refused = checkChange(opened.value, change);
  if (refused.length > 0) return failure({ code: "invalid_body", refused });
  const retryAfter = guard.begin();
  if (retryAfter > 0) return failure(notSent({ code: "server_unavailable", retryAfter }));
  const applied = await opened.value.apply(change);
  const isUnknown = !applied.ok && applied.problem.code === "server_unavailable";
  if (!isUnknown) guard.end();
  if (!applied.ok) return applied;
  const after = { serial: applied.value.serial, records: changedRecords(records, change), rest };
  const { add: added, remove: removed } = change;
  return { ok: true, value: { zone, revision: await revisionOf(after), added, removed, note: server.note } };
}

function notSent(problem: ZoneProblem): ZoneProblem {
  return problem.code === "server_unavailable" ? { ...problem, isSent: false } : problem;
}

function failure(problem: ZoneProblem): { ok: false; problem: ZoneProblem } {
  return { ok: false, problem };
}

/**
 * Returns a zone's revision: its serial, and a SHA-256 hash of its contents in any order. The serial alone is not
 * enough. A manual edit may not change it, and a restored zone may have an earlier one.
 */
async function revisionOf({ serial, records, rest }: Pick<OpenZone, "serial" | "records" | "rest">) {
  const lines = [...records.map(lineOf), ...rest].toSorted();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(lines)));
  return `${serial}-${new Uint8Array(digest).toHex()}`;
}

/** Sorts records by name, type and data. The records for the zone's own name come first. */
function sortedRecords(zone: string, records: ZoneRecord[]): ZoneRecord[] {
  const keyOf = (record: ZoneRecord) => (record.name === zone ? `0${lineOf(record)}` : `1${lineOf(record)}`);
  return records.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function lineOf({ name, type, ttl, data }: ZoneRecord): string {
  return JSON.stringify([name, type, data, ttl]);
}
