import type { ReadChange } from "../../../../shared/zones-contract/read-change.ts";
import type { ZonePlace, ZoneResult } from "../../../../shared/zones-contract/zone-system.ts";
import type { ServerAccess } from "../../zone-settings.ts";
import { type CallInit, call, type HttpAnswer, refusedByServer, type ServerCall, unavailable } from "../http-call.ts";
import type { OpenZone, ZoneServer } from "../zone-server.ts";
import { patchOf, type ReadRrsets, readRrsets, ZONE, ZONE_HEAD } from "./rrsets.ts";

const NO_PRECONDITION = {
  en: "This server cannot lock a zone. Changes made here never conflict with each other. A simultaneous change elsewhere to the same name and type can be lost.",
  fr: "Ce serveur ne peut pas protéger une zone par lui-même. Les changements faits ici s’excluent l’un l’autre ; un changement fait ailleurs au même moment à un enregistrement du même nom et du même type peut être perdu.",
};

/** The kinds of zones that can be changed on this server. Zones of other kinds are copies from a primary server. */
const WRITABLE = ["native", "master", "primary", "producer"];

/**
 * A PowerDNS authoritative server. The API key gives access to every zone. The adapter therefore checks the zone's
 * `account`, which must be the user's name. The server has no preconditions, so the caller must prevent concurrent
 * changes.
 */
export class PowerDnsServer implements ZoneServer {
  readonly note = NO_PRECONDITION;
  readonly #access: ServerAccess;

  constructor(access: ServerAccess) {
    this.#access = access;
  }

  async open({ user, zone }: ZonePlace, requestId: string): Promise<ZoneResult<OpenZone>> {
    const context = this.#context("read zone", requestId);
    const reply = await this.#call(zone, "", { method: "GET" }, context);
    if (!reply.ok) return reply;
    const { status, body } = reply.value;
    if (status === 404 || status === 422) return { ok: false, problem: { code: "not_found" } };
    const read = ZONE.safeParse(body);
    if (!read.success) return unavailable("unread", context);
    const { name, account, kind, serial, rrsets } = read.data;
    const isOwn = account === user && name.toLowerCase() === `${zone}.`;
    if (!isOwn) return { ok: false, problem: { code: "not_found" } };
    const sets = readRrsets(rrsets);
    const isWritable = WRITABLE.includes(kind.toLowerCase());
    const apply = (change: ReadChange) => this.#apply(zone, isWritable, sets, change, requestId);
    const { records, hidden, rest } = sets;
    return { ok: true, value: { zone, serial: String(serial), records, hidden, rest, apply } };
  }

  async #apply(
    zone: string,
    isWritable: boolean,
    sets: ReadRrsets,
    change: ReadChange,
    requestId: string,
  ): Promise<ZoneResult<{ serial: string }>> {
    if (!isWritable) return { ok: false, problem: COPY };
    const body = JSON.stringify({ rrsets: patchOf(sets, change) });
    const patching = { ...this.#context("change zone", requestId), isChange: true };
    const patched = await this.#call(zone, "", { method: "PATCH", body }, patching);
    if (!patched.ok) return patched;
    const { status } = patched.value;
    if (status === 404) return { ok: false, problem: { code: "not_found" } };
    if (status < 200 || status >= 300) return refusedByServer(patching);
    const reading = this.#context("read serial", requestId);
    const reply = await this.#call(zone, "?rrsets=false", { method: "GET" }, reading);
    if (!reply.ok) return reply;
    const head = ZONE_HEAD.safeParse(reply.value.body);
    return head.success ? { ok: true, value: { serial: String(head.data.serial) } } : unavailable("unread", reading);
  }

  #call(
    zone: string,
    query: string,
    init: Omit<CallInit, "headers">,
    context: ServerCall,
  ): Promise<ZoneResult<HttpAnswer>> {
    const { address, login, token } = this.#access;
    const headers = { "X-API-Key": token, Accept: "application/json", "Content-Type": "application/json" };
    const url = `${address}/api/v1/servers/${login}/zones/${encodeURIComponent(zone)}.${query}`;
    return call(url, { ...init, headers }, context);
  }

  #context(name: string, requestId: string): ServerCall {
    return { server: this.#access.id, call: name, requestId };
  }
}

const COPY = {
  code: "refused" as const,
  reason: {
    en: "This zone is a copy of another server’s. Change it there.",
    fr: "Cette zone est la copie de celle d’un autre serveur et se modifie là-bas.",
  },
};
