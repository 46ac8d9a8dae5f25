import type { ZoneChange, ZonePlace, ZoneSystem } from "../../../shared/zones-contract/zone-system.ts";

/** Replaces the account Worker as the zones' caller: the body is `{place, change}`, without `change` to read. */
export default {
  async fetch(request: Request, { ZONES }: { ZONES: ZoneSystem }): Promise<Response> {
    if (request.method === "GET") return Response.json(await ZONES.describe());
    const { place, change } = (await request.json()) as { place: ZonePlace; change?: ZoneChange };
    return Response.json(await (change ? ZONES.changeZone(place, change, "r-1") : ZONES.readZone(place, "r-1")));
  },
};
