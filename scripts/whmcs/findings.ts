import { instantOf } from "../../workers/billing-whmcs/answers/local-time.ts";

/** `stop`: nobody should be served in front of it. `warn`: something is worse than it could be. */
export interface Finding {
  level: "ok" | "warn" | "stop";
  text: string;
}

const MAX_DIFFERENCE_MS = 300_000;
const OLDEST_VERSION = [8, 1] as const;

export function versionFinding(version: string | null): Finding {
  if (version === null) return warn("The version cannot be read.");
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const isOld = major < OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor < OLDEST_VERSION[1]);
  return isOld ? stop(`WHMCS ${version} is older than ${OLDEST_VERSION.join(".")}.`) : ok(`WHMCS ${version}.`);
}

/** @param local of the server's clock @param now epoch milliseconds */
export function clockFinding(local: string | null, timeZone: string, now: number): Finding {
  if (local === null || !/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/.test(local)) {
    return warn("The server's clock was not told (GetAdminDetails.requesttime): TIME_ZONE was not checked.");
  }
  const difference = Date.parse(instantOf(local, timeZone)) - now;
  const minutes = Math.round(difference / 60_000);
  if (Math.abs(difference) <= MAX_DIFFERENCE_MS) return ok(`The server's clock is that of ${timeZone}.`);
  return warn(
    `The server's clock is ${minutes} minutes from that of ${timeZone}: set TIME_ZONE to its own, or set its clock.`,
  );
}

export function ok(text: string): Finding {
  return { level: "ok", text };
}

export function warn(text: string): Finding {
  return { level: "warn", text };
}

export function stop(text: string): Finding {
  return { level: "stop", text };
}
