import type { ZoneChange, ZonePlace, ZoneSystem } from "../../../shared/zones-contract/zone-system.ts";

/** A Worker that calls the zone Worker as the account Worker does. The body is `{place, change?}`; `change` writes. */
export default {
  async fetch(request: Request, { ZONES }: { ZONES: ZoneSystem }): Promise<Response> {
    if (request.method === "GET") return Response.json(await ZONES.describe());
    const { place, change } = (await request.json()) as { place: ZonePlace; change?: ZoneChange };
    return Response.json(await (change ? ZONES.changeZone(place, change, "r-1") : ZONES.readZone(place, "r-1")));
  },
};
