import type { GuardedChange, ZoneWriterPort } from "../../durable-objects/zone-writer/zone-changes.ts";
import { log } from "../../shared/platform/log.ts";
import type { ZonePlace } from "../../shared/zones-contract/zone-system.ts";
import { ConnectedZones, changeOpenZone } from "./connected-zones.ts";
import type { ZonesEnv } from "./environment.ts";
import { CpanelServer } from "./servers/cpanel/cpanel-server.ts";
import { PowerDnsServer } from "./servers/powerdns/powerdns-server.ts";
import type { ZoneServer } from "./servers/zone-server.ts";
import { readServerTokens, readZoneServers } from "./zone-settings.ts";

type ZoneSettings = Omit<ZonesEnv, "ZONE_WRITER">;

/**
 * Returns the zones on the configured servers.
 * @param writerOf returns a zone's Durable Object
 * @throws an error that names the invalid setting
 */
export function openZones(settings: ZoneSettings, writerOf: (place: ZonePlace) => ZoneWriterPort): ConnectedZones {
  return new ConnectedZones(serversOf(settings), writerOf);
}

/** Returns the function with which a zone's Durable Object changes the zone. */
export function guardedChangeOn(settings: ZoneSettings): GuardedChange {
  const servers = serversOf(settings);
  return async (place, ...asked) => {
    const server = servers.get(place.server);
    return server ? changeOpenZone(server, place, ...asked) : { ok: false, problem: { code: "not_bridged" } };
  };
}

/** Returns the servers by their id in the billing system. A server without a token is not connected. */
function serversOf({ ZONE_SERVERS, ZONE_SERVER_TOKENS }: ZoneSettings): Map<string, ZoneServer> {
  const tokens = readServerTokens(ZONE_SERVER_TOKENS ?? "");
  const servers = new Map<string, ZoneServer>();
  for (const settings of readZoneServers({ ZONE_SERVERS })) {
    const { id, kind } = settings;
    const token = tokens.get(id);
    if (!token) log("zone_server_without_token", { server: id });
    else servers.set(id, new SERVER_KINDS[kind]({ ...settings, token }));
  }
  return servers;
}

const SERVER_KINDS = { cpanel: CpanelServer, powerdns: PowerDnsServer };
