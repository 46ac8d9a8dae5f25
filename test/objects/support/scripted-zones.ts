import type {
  ZoneChange,
  ZonePlace,
  ZoneProblem,
  ZoneRecord,
  ZoneSystem,
} from "../../../shared/zones-contract/zone-system.ts";

const initialScript = () => ({
  /** The answer to the next change, which is not made. */
  problem: null as ZoneProblem | null,
  /** The next change is made, and its answer is lost. */
  losesAnswer: false,
  /** Every change that came. */
  changes: [] as (ZonePlace & ZoneChange)[],
  revision: 1,
  /** What the zone has. */
  records: [] as ZoneRecord[],
});
export const zoneScript = initialScript();

/** Forgets what was done. */
export function resetZones(changes: Partial<typeof zoneScript> = {}): void {
  Object.assign(zoneScript, initialScript(), changes);
}

/** Zones that do what a test scripts. */
export const scriptedZones: ZoneSystem = {
  describe: async () => ({ isConnected: true }),
  readZone: async ({ zone }) => ({
    ok: true,
    value: { zone, revision: String(zoneScript.revision), records: zoneScript.records, note: null },
  }),
  async changeZone(place, change) {
    zoneScript.changes.push({ ...place, ...change });
    if (zoneScript.problem) return { ok: false, problem: zoneScript.problem };
    if (change.revision !== String(zoneScript.revision)) return { ok: false, problem: { code: "zone_changed" } };
    zoneScript.revision++;
    zoneScript.records = [...zoneScript.records, ...change.add];
    if (zoneScript.losesAnswer) throw new Error("the connection broke");
    const { remove: removed, add: added } = change;
    return { ok: true, value: { zone: place.zone, revision: String(zoneScript.revision), added, removed, note: null } };
  },
};
