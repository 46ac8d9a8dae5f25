import type { ZoneWriterDependencies, ZoneWriterPort } from "../../durable-objects/zone-writer/zone-writer-port.ts";
import type { Fetch } from "../../shared/platform/bounded-request.ts";
import type { Text } from "../../shared/platform/language.ts";
import { log } from "../../shared/platform/log.ts";
import type { ZonePlace } from "../../shared/zones-contract/zone-system.ts";
import { ConnectedZones, changeOpenZone } from "./connected-zones.ts";
import type { ZonesEnv } from "./environment.ts";
import { CpanelServer } from "./servers/cpanel/cpanel-server.ts";
import { PowerDnsServer } from "./servers/powerdns/powerdns-server.ts";
import type { ConnectedServer, ZoneServer } from "./servers/zone-server.ts";
import { readServerTokens, readZoneServers, type ServerSettings } from "./zone-settings.ts";

type ZoneSettings = Omit<ZonesEnv, "ZONE_WRITER">;

/** The runtime's own, called as it wants to be. */
const fetchIt: Fetch = (request) => fetch(request);

/**
 * The zones of the servers that are set. A server without its token is not connected.
 * @param writerOf the object of a zone
 * @throws Error naming a wrong setting
 */
export function openZones(settings: ZoneSettings, writerOf: (place: ZonePlace) => ZoneWriterPort): ConnectedZones {
  const servers = connectedServers(settings).map(([id, { kind, server }]): [string, ConnectedServer] => [
    id,
    kind === "cpanel" ? guardedByServer(server) : guardedByObject(server, writerOf),
  ]);
  return new ConnectedZones(new Map(servers));
}

/** What the object of a zone changes it with. */
export function zoneWriterDependencies(settings: ZoneSettings): ZoneWriterDependencies {
  const servers = new Map(connectedServers(settings));
  return {
    change: async (place, change, requestId, guard) => {
      const server = servers.get(place.server)?.server;
      if (!server) return { ok: false, problem: { code: "not_bridged" } };
      return changeOpenZone({ open: server.open.bind(server), note: NO_PRECONDITION }, place, change, requestId, guard);
    },
  };
}

function connectedServers({ ZONE_SERVERS, ZONE_SERVER_TOKENS }: ZoneSettings) {
  const tokens = readServerTokens(ZONE_SERVER_TOKENS ?? "");
  return readZoneServers({ ZONE_SERVERS }).flatMap((settings) => {
    const { id, kind } = settings;
    const token = tokens.get(id);
    if (token) return [[id, { kind, server: serverOf(settings, token) }] as const];
    log("zone_server_without_token", { server: id });
    return [];
  });
}

function serverOf(settings: ServerSettings, token: string): ZoneServer {
  const access = { ...settings, token, fetch: fetchIt };
  switch (settings.kind) {
    case "cpanel":
      return new CpanelServer(access);
    case "powerdns":
      return new PowerDnsServer(access);
  }
}

function guardedByServer(server: ZoneServer): ConnectedServer {
  const open = server.open.bind(server);
  const change: ConnectedServer["change"] = (...asked) => changeOpenZone({ open, note: null }, ...asked);
  return { note: null, open, change };
}

function guardedByObject(server: ZoneServer, writerOf: (place: ZonePlace) => ZoneWriterPort): ConnectedServer {
  const change: ConnectedServer["change"] = (place, ...asked) => writerOf(place).changeZone(place, ...asked);
  return { note: NO_PRECONDITION, open: server.open.bind(server), change };
}

const NO_PRECONDITION: Text = {
  en: "This server cannot guard a zone by itself. Changes made here exclude each other; one made elsewhere at the same moment to a record of the same name and type can be lost.",
  fr: "Ce serveur ne peut pas protéger une zone par lui-même. Les changements faits ici s’excluent l’un l’autre ; un changement fait ailleurs au même moment à un enregistrement du même nom et du même type peut être perdu.",
};
