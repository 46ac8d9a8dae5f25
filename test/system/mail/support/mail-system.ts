import { createTestHarness, type TestHarness } from "wrangler";
import { seedStatements } from "../../../../dev/seed/statements.ts";
import type { Agreement } from "../../../../durable-objects/connection/connection-port.ts";
import { PROJECT } from "../../../../scripts/workers.ts";
import { LOGINS } from "../../../engine/support/questions.ts";
import type { NoticeCall } from "./mail-door.worker.ts";

export interface MailSystem {
  system: TestHarness;
  /** The billing engine's database. */
  db: D1Database;
  /** Gives a notice and waits until it is given; how often the binding was asked to send. */
  give(call: NoticeCall): Promise<{ attempts: number }>;
}

/** The notices on the real runtime, with the real binding and the embedded billing engine. */
export async function startMail(mailFrom = "no-reply@maple.example"): Promise<MailSystem> {
  const system = createTestHarness({
    root: PROJECT,
    workers: [
      {
        config: {
          name: "mail-door",
          main: "test/system/mail/support/mail-door.worker.ts",
          compatibility_date: "2026-10-23",
          services: [{ binding: "BILLING", service: "frontdesk-billing" }],
          send_email: [{ name: "EMAIL" }],
          vars: { MAIL_FROM: mailFrom },
        },
      },
      { configPath: "workers/billing/wrangler.toml" },
    ],
  });
  await system.listen();
  const billing = system.getWorker<{ DB: D1Database }>("frontdesk-billing");
  await billing.applyD1Migrations("DB");
  const { DB } = await billing.getEnv();
  await DB.batch(seedStatements().map((statement) => DB.prepare(statement)));
  return {
    system,
    db: DB,
    async give(call) {
      const answer = await system.fetch("/", { method: "POST", body: JSON.stringify(call) });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as { attempts: number };
    },
  };
}

/** What the owner of account 1001 agreed to with an application whose origin is known. */
export function agreed(changes: Partial<Agreement> = {}): Agreement {
  return {
    id: "0000000000000000000001",
    name: "Atlas Assistant",
    application: "https://atlas.example/client.json",
    origin: { kind: "verified", domain: "atlas.example" },
    returnsTo: "app.atlas.example",
    loginId: LOGINS.owner,
    accountId: 1001,
    accountName: "Studio Ana Inc.",
    currency: "CAD",
    scopes: ["account:read"],
    operations: null,
    limit: { kind: "account" },
    limitName: null,
    madeAt: "2026-11-20T14:05:09.000Z",
    pages: "https://desk.maple.example",
    endsAt: null,
    ...changes,
  };
}

/** An API token of the owner that may renew domain names. */
export const API_TOKEN: Partial<Agreement> = {
  name: "Nightly backup",
  origin: { kind: "token", prefix: "fdk_Ab3d", lastFour: "9xYz" },
  returnsTo: null,
  scopes: ["account:read", "billing:write"],
  operations: ["renewDomain"],
  endsAt: "2026-12-20T14:05:09.000Z",
};
