import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ZoneSystem, ZoneSystemDescription } from "../../../shared/zones-contract/zone-system.ts";
import { type Remembered, type RememberedDependencies, remembered } from "../queries/remembered.ts";

const DESCRIBE_DEADLINE_MS = 2_000;

/** Whether a server is connected whose zones can be changed; null while that was never said. */
export type AreZonesConnected = (requestId: string) => Promise<boolean | null>;

/** A server is connected by a setting of the zones' Worker, so its last answer is good for minutes. */
export function connectedZones(
  zones: Pick<ZoneSystem, "describe">,
  dependencies: RememberedDependencies,
): AreZonesConnected {
  const describe: Remembered<{ ok: true; value: ZoneSystemDescription } | { ok: false }> = remembered(
    async (requestId, deadlineMs = DESCRIBE_DEADLINE_MS) => {
      try {
        return { ok: true, value: await inTime(zones.describe(requestId), deadlineMs) };
      } catch (cause) {
        log("zones_unreachable", { request_id: requestId, cause });
        return { ok: false };
      }
    },
    dependencies,
  );
  return async (requestId) => {
    const described = await describe(requestId);
    return described.ok ? described.value.isConnected : null;
  };
}

/** Where no Worker of zones is bound: no server is connected. */
export const NO_ZONES: ZoneSystem = {
  describe: async () => ({ isConnected: false }),
  readZone: async () => ({ ok: false, problem: { code: "not_bridged" } }),
  changeZone: async () => ({ ok: false, problem: { code: "not_bridged" } }),
};
