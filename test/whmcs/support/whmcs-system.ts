import { readFileSync } from "node:fs";
import { planMapStatements } from "../../../dev/whmcs/plan-map.ts";
import { WhmcsSimulator, type WhmcsSimulatorOptions } from "../../../dev/whmcs/whmcs-simulator.ts";
import { BillingHost } from "../../../durable-objects/billing-host/billing-host.ts";
import type { BillingHostPort } from "../../../durable-objects/billing-host/billing-host-port.ts";
import type { Mail } from "../../../shared/mail/mailer.ts";
import { billingHostDependencies, openWhmcs, type WhmcsSystem } from "../../../workers/billing-whmcs/composition.ts";
import type { WhmcsWorkerEnv } from "../../../workers/billing-whmcs/whmcs-settings.ts";
import { sqliteD1 } from "../../engine/support/sqlite-d1.ts";
import { memoryHolds } from "../../support/memory-holds.ts";
import type { CallRounds } from "./call-rounds.ts";

export const RETURN_TO = "https://maple.example/sign-in/returned";

/** An e-mail provider. It rejects the next `failures` e-mails and accepts all others. */
export interface Outbox {
  sent: Mail[];
  failures: number;
}

/** The WHMCS billing system in this process, with a simulated installation on the loopback interface. */
export interface TestWhmcs extends WhmcsSystem {
  simulator: WhmcsSimulator;
  db: D1Database;
  /** The e-mails, oldest first. */
  outbox: Outbox;
  /**
   * Opens another billing system on the same database and installation, as a new isolate does.
   * @param through wraps the host of the new system
   * @param now the clock of the new system; by default, that of the installation
   */
  again(
    settings?: Partial<WhmcsWorkerEnv>,
    through?: (host: BillingHostPort) => BillingHostPort,
    now?: () => number,
  ): WhmcsSystem;
  /** Waits for work that continues after a response. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a simulated installation and a billing system on it. @param rounds counts the calls to the addon */
export async function startWhmcs(
  options: WhmcsSimulatorOptions = {},
  settings: Partial<WhmcsWorkerEnv> = {},
  rounds?: CallRounds,
): Promise<TestWhmcs> {
  const simulator = await WhmcsSimulator.start({ returnTo: RETURN_TO, ...options });
  const db = sqliteD1(readFileSync("workers/billing-whmcs/migrations/0001_whmcs.sql", "utf8"));
  for (const statement of planMapStatements()) await db.prepare(statement).run();
  const outbox: Outbox = { sent: [], failures: 0 };
  const works: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void works.push(work);
  const settled = async () => {
    while (works.length > 0) await Promise.allSettled(works.splice(0));
  };
  const open = (
    others: Partial<WhmcsWorkerEnv> = {},
    through: (host: BillingHostPort) => BillingHostPort = (host) => host,
    now: () => number = simulator.installation.now,
  ) => {
    const env = { ...environmentFor(simulator, db, outbox), ...settings, ...others };
    const dependencies = billingHostDependencies(env, now);
    const send = rounds?.around(dependencies.send) ?? dependencies.send;
    const host = new BillingHost(memoryStore(), { ...dependencies, send });
    return openWhmcs(env, through(host), { now, waitUntil, holds: memoryHolds() });
  };
  return { ...open(), simulator, db, outbox, again: open, settled, stop: () => simulator.stop() };
}

function environmentFor(simulator: WhmcsSimulator, db: D1Database, outbox: Outbox): WhmcsWorkerEnv {
  return {
    DB: db,
    EMAIL: {
      async send({ to, subject, text, html }) {
        if (outbox.failures > 0) {
          outbox.failures--;
          throw new Error(`not sent: ${subject}\n${text}`);
        }
        outbox.sent.push({ to, subject, text, html });
      },
    },
    // The tests do not use these Durable Objects: their work runs in this process.
    BILLING_HOST: undefined as never,
    STORE_HOLDS: undefined as never,
    WHMCS_URL: simulator.url,
    PRICES_INCLUDE_TAX_PERCENT: "",
    WHMCS_ORDER_GATEWAY: "mailin",
    BLOCKED_SITE_NAMES: "",
    ORDERS_NEED_PAYMENT_METHOD: "true",
    MAIL_FROM: "no-reply@maple.example",
    BRAND_NAME: "Maple Hosting",
    BRAND_COLOUR: "#0b6e4f",
    DEMONSTRATION: "true",
    FRONTDESK_BRIDGE_KEY: simulator.addon.options.key,
  };
}

function memoryStore() {
  const kept = new Map<string, unknown>();
  return {
    get: <Value>(key: string) => structuredClone(kept.get(key)) as Value | undefined,
    put: (key: string, value: unknown) => void kept.set(key, structuredClone(value)),
    delete: (key: string) => kept.delete(key),
  };
}
