import type {
  ZoneChange,
  ZonePlace,
  ZoneProblem,
  ZoneRecord,
  ZoneSystem,
} from "../../../shared/zones-contract/zone-system.ts";

const initialScript = () => ({
  /** The refusal of every change; `null` if changes succeed. */
  problem: null as ZoneProblem | null,
  /** Whether changes succeed although their response is lost. */
  losesAnswer: false,
  /** All changes that arrived. */
  changes: [] as (ZonePlace & ZoneChange)[],
  revision: 1,
  records: [] as ZoneRecord[],
});
export const zoneScript = initialScript();

/** Deletes the recorded changes and resets the script. */
export function resetZones(changes: Partial<typeof zoneScript> = {}): void {
  Object.assign(zoneScript, initialScript(), changes);
}

/** A zone system that follows the script of the test. */
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
