import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";
import type { ApprovalView } from "../../../durable-objects/account/approvals/approval-port.ts";
import { type JournalTiming, TIMING } from "../../../durable-objects/account/journal/journal.ts";
import { NO_ASKS } from "../../../shared/account-access/asks.ts";
import { settingPolicy } from "../../../shared/account-access/rate-policies.ts";
import type { Standing } from "../../../shared/account-access/standing.ts";
import type { CallRecord } from "../../../shared/api/pipeline/gate.ts";
import { Holds, storeHolds } from "../../../shared/holds/holds.ts";
import { Signer } from "../../../shared/platform/service-key.ts";
import { commandDefinitions } from "../../../workers/account/acting-operations.ts";
import { cancellationConfirm } from "../../../workers/account/actions/cancellation-confirm.ts";
import { objectDependencies } from "../../../workers/account/actions/object-dependencies.ts";
import { StuckWrites } from "../../../workers/account/stuck-writes/stuck-writes.ts";
import type { Bindings } from "./bindings.ts";
import type { CrashPoint } from "./crash-points.ts";
import { answersInTime, script } from "./scripted-billing.ts";
import { scriptedZones } from "./scripted-zones.ts";

export const FULL_STANDING: Standing = {
  scopes: ["account:read", "billing:write", "domains:write", "zones:write"],
  operations: null,
  limit: { kind: "account" },
  asks: NO_ASKS,
};

/** The test's settings for the account object and its clock, and the counts that it reports. */
export const control = {
  /** The connection's permissions when the account checks them again; `null` if the connection has ended. */
  standing: FULL_STANDING as Standing | null,
  /** The object that replaces the connection; `null` for the default. */
  connection: null as { standing(): Promise<Standing | null> } | null,
  /** The deployment's billing system. Running objects keep the value with which they started. */
  billingSystem: "shop",
  /** Number of times that the account checked the connection again. */
  standings: 0,
  /** The time by which the clock is ahead, in milliseconds. */
  shift: 0,
  /** The time at which the clock stands still, in epoch milliseconds; `null` if the clock runs. */
  frozen: null as number | null,
  /** The point at which the next object that reaches it stops; `null` if none stops. */
  crash: null as CrashPoint | null,
  crashes: 0,
  mailFails: false,
  /** The timing of the journal; `null` for the short default. An object reads the timing when it starts. */
  timing: null as JournalTiming | null,
  mailsFailed: 0,
  alarms: 0,
};
/** The approval requests in each e-mail to logins, one list per e-mail. */
export const approvalMails: (readonly ApprovalView[])[] = [];
/** The calls that connections have recorded. */
export const records: CallRecord[] = [];

export const now = () => (control.frozen ?? Date.now()) + control.shift;
export const signer = new Signer(async () => ({ original: new Uint8Array(32).fill(7).buffer }));
const confirm = cancellationConfirm(signer, now);
/** A timing that keeps the wait for a silent billing system short. */
const SHORT_TIMING: JournalTiming = {
  ...TIMING,
  get answerTimeoutMs() {
    return answersInTime(script.moods[0]) ? 2_000 : 50;
  },
  deliveryWindowMs: 2_500,
  stuckAfterMs: 60_000,
  lookupDelaysMs: [50, 100, 200],
  lateLookupDelaysMs: [3_600_000],
};

/** Returns the account object's dependencies, with the scripted billing system and one connection. */
export function accountDependencies({
  BILLING: billing,
  INDEX: index,
  STORE_HOLDS: holds,
}: Pick<Bindings, "BILLING" | "INDEX" | "STORE_HOLDS">): AccountDependencies {
  return objectDependencies({
    billing,
    zones: scriptedZones,
    definitions: commandDefinitions,
    connectionOf: () => ({
      standing: async () => {
        control.standings++;
        return control.connection ? control.connection.standing() : control.standing;
      },
    }),
    catalogue: billing,
    confirm,
    stuckWrites: new StuckWrites(index, control.billingSystem),
    holds: new Holds(storeHolds(holds, {}), now),
    now,
    billingSystem: control.billingSystem,
    timing: control.timing ?? SHORT_TIMING,
    settingPolicy: settingPolicy({ SETTINGS_PER_HOUR: "60" }),
    signer,
    mailApprovals: (requests, _, claim) => mail(claim, () => approvalMails.push(requests)),
  });
}

async function mail(claim: () => boolean, send: () => void): Promise<void> {
  if (control.mailFails) {
    control.mailsFailed++;
    throw new Error("no mail today");
  }
  // This wait stands for the calls to the connection and the billing system that determine the recipients.
  await scheduler.wait(5);
  if (!claim()) return;
  // This wait stands for a call that leaves the object only once the preceding write is durable.
  await scheduler.wait(5);
  send();
}
