import type {
  ZoneChange,
  ZonePlace,
  ZoneProblem,
  ZoneRecord,
  ZoneSystem,
} from "../../../shared/zones-contract/zone-system.ts";

const initialScript = () => ({
  /** The refusal of the next change. */
  problem: null as ZoneProblem | null,
  /** Whether the next change succeeds and its answer is lost. */
  losesAnswer: false,
  /** Every change that arrived. */
  changes: [] as (ZonePlace & ZoneChange)[],
  revision: 1,
  /** The records of the zone. */
  records: [] as ZoneRecord[],
});
export const zoneScript = initialScript();

/** Deletes the recorded changes and resets the script. */
export function resetZones(changes: Partial<typeof zoneScript> = {}): void {
  Object.assign(zoneScript, initialScript(), changes);
}

/** Zones that follow a test's script. */
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
