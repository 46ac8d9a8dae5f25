import { log } from "../../shared/platform/log.ts";
import { ConnectedZones, changeOpenZone } from "./connected-zones.ts";
import type { ZonesEnv } from "./environment.ts";
import type { ConnectedServer } from "./servers/connected-server.ts";
import { CpanelServer } from "./servers/cpanel/cpanel-server.ts";
import type { Fetch } from "./servers/http-call.ts";
import { readServerTokens, readZoneServers, type ServerSettings } from "./zone-settings.ts";

/** The runtime's own, called as it wants to be. */
const fetchIt: Fetch = (request) => fetch(request);

/** The zones of the servers that are set. A server without its token is not connected. @throws Error naming a wrong setting */
export function openZones({ ZONE_SERVERS, ZONE_SERVER_TOKENS }: ZonesEnv): ConnectedZones {
  const tokens = readServerTokens(ZONE_SERVER_TOKENS ?? "");
  const servers = readZoneServers({ ZONE_SERVERS }).flatMap((settings): [string, ConnectedServer][] => {
    const token = tokens.get(settings.id);
    if (token) return [[settings.id, connected(settings, token)]];
    log("zone_server_without_token", { server: settings.id });
    return [];
  });
  return new ConnectedZones(new Map(servers));
}

function connected(settings: ServerSettings, token: string): ConnectedServer {
  const server = new CpanelServer({ ...settings, token, fetch: fetchIt });
  return {
    note: null,
    open: (place, requestId) => server.open(place, requestId),
    change: (place, change, requestId) =>
      changeOpenZone({ open: server.open.bind(server), note: null }, place, change, requestId),
  };
}
