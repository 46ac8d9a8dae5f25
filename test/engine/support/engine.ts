import {
  type BillingEngine,
  type BillingEnv,
  billingEngine,
  type EngineDependencies,
} from "../../../workers/billing/engine/billing-engine.ts";
import type { BillingMails } from "../../../workers/billing/engine/mails/sent-mails.ts";
import { deriveByScrypt } from "../../../workers/billing/engine/sign-in/password.ts";

const noSender = async () => {
  throw new Error("no mail sender is configured");
};

/** A `BillingMails` without a sender. The engine refuses changes that depend on an e-mail. */
export const NO_MAILS: BillingMails = {
  isOn: false,
  canUndo: false,
  transferCode: noSender,
  notices: noSender,
  codesGuessed: noSender,
  loginChanged: noSender,
  setUpsWait: null,
  code: noSender,
  accountExists: noSender,
  passwordChanged: noSender,
};

/** Creates the engine on a database, with the given clock and without sign-in limits. */
export function engineAt(
  db: D1Database,
  now: number | (() => number),
  timeZone = "UTC",
  others: Partial<EngineDependencies> = {},
  settings: Partial<BillingEnv> = {},
): BillingEngine {
  return billingEngine(
    {
      DB: db,
      TIME_ZONE: timeZone,
      NAMESERVERS: "ns1.maple.example ns2.maple.example",
      DEMONSTRATION: "true",
      CLIENT_AREA_URL: "",
      PAYMENTS: "demonstration",
      ...settings,
    },
    {
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      deriveKey: deriveByScrypt,
      isLeaked: async () => false,
      registrar: null,
      mails: NO_MAILS,
      holds: null,
      waitUntil: () => {},
      authCodeKey: async () => new Uint8Array(32).fill(7).buffer,
      signInLimit: { count: async () => ({ giveBack: async () => {} }) },
      codeLimit: async () => ({ giveBack: async () => {} }),
      browserMarks: { mint: async () => "mark", find: async () => null },
      now: typeof now === "number" ? () => now : now,
      ...others,
    },
  );
}
