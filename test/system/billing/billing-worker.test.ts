import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { acts, domainOrder } from "../../billing-contract/customer.ts";
import { asks, CALL, LOGINS, QUESTIONS, valueIn, writes } from "../../billing-contract/questions.ts";
import { NOW } from "../../engine/support/acting.ts";
import { databaseContract } from "../../engine/support/database-contract.ts";
import { engineAt } from "../../engine/support/engine.ts";
import { useWorld, World } from "../../support/world.ts";
import { type AccountOfSize, addAccountOfSize } from "./support/account-of-size.ts";
import { ACCOUNT_QUESTIONS } from "./support/account-questions.ts";
import { billingThrough, billingWorld } from "./support/billing-worker.ts";
import { countedDatabase } from "./support/counted-database.ts";

const world = useWorld(billingWorld({ seededOn: new Date(NOW) }));
const billing = billingThrough(world);

// As the Worker itself is bound to it.
databaseContract(async () => (await world.system.getWorker<{ DB: D1Database }>("frontdesk-billing").getEnv()).DB);

const count = (sql: string) => world.billing.prepare(`SELECT count(*) AS n FROM ${sql}`).first<number>("n");

describe("rows that D1 reads, and bills", () => {
  const SMALL = 20;
  const LARGE = 1_000;
  const rowsOf = async (account: AccountOfSize) => {
    const { db, rowsOf } = countedDatabase(world.billing);
    const engine = engineAt(db, NOW);
    const read: Record<string, number> = {};
    for (const { name, ask } of ACCOUNT_QUESTIONS) read[name] = (await rowsOf(() => ask({ engine, db }, account))).rows;
    return read;
  };

  test("are as many for a large account as for a small one, and no more where others have much", async () => {
    // After the end of what an account has, the next row is read: both have one.
    await addAccountOfSize(world.billing, 300_003, SMALL);
    const small = await addAccountOfSize(world.billing, 300_001, SMALL);
    const alone = await rowsOf(small);
    const large = await addAccountOfSize(world.billing, 300_002, LARGE);
    expect(Object.values(alone)).not.toContain(0);
    expect(await rowsOf(small)).toEqual(alone);
    const read = await rowsOf(large);
    const growing = ACCOUNT_QUESTIONS.flatMap(({ name, grows }) => (grows === undefined ? [] : [name]));
    for (const name of growing) {
      expect(read[name], name).toBeGreaterThan(alone[name] ?? 0);
      // In proportion; an export reads the rows again that its second page skips.
      expect(read[name], name).toBeLessThan((((alone[name] ?? 0) * LARGE) / SMALL) * 1.15);
    }
    const unlike = Object.keys(read).filter((name) => read[name] !== alone[name]);
    expect(unlike).toEqual(growing);
  });
});

test("one reference fifty times at once is one order with one answer", async () => {
  const order = domainOrder("free-fifty.com");
  const results = await Promise.all(Array.from({ length: 50 }, () => billing.orderDomain(acts("fifty"), order)));
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
  expect(results[0]).toMatchObject({ ok: true });
  expect(await count("orders o JOIN domains d ON d.id = o.domain_id WHERE d.name = 'free-fifty.com'")).toBe(1);
  expect(await count("invoices WHERE lines LIKE '%free-fifty.com%'")).toBe(1);
});

test("twenty cancellations at once with different references are one", async () => {
  const request = { serviceId: 2102, when: "end_of_period", reason: null } as const;
  const references = Array.from({ length: 20 }, (_, index) => `cancel-${index}`);
  const results = await Promise.all(references.map((name) => billing.cancelService(acts(name), request)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
});

test("a login's second step: the password asks for a code, the code signs in, and neither works again", async () => {
  const from = { address: "203.0.113.7", marks: [] };
  const credentials = { email: "totp@maple.example", password: "maple-totp", ...from };
  const signIn = await valueIn(billing.signIn(CALL, credentials));
  expect(signIn).toEqual({ outcome: "second_step", challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) });
  const { challenge } = signIn as { challenge: string };
  const step = { challenge, code: TOTP.generate({ secret: Secret.fromBase32("JBSWY3DPEHPK3PXP") }), ...from };
  expect(await valueIn(billing.signInSecondStep(CALL, step))).toEqual({
    outcome: "signed_in",
    login: { id: LOGINS.totp, email: "totp@maple.example", language: "en" },
    mark: expect.stringMatching(/^[A-Za-z0-9_-]{36}$/),
  });
  expect(await valueIn(billing.signInSecondStep(CALL, step))).toEqual({ outcome: "expired" });
});

test("the scheduled handler does what is due", async () => {
  await world.billing.prepare("UPDATE domains SET expires_on = '2020-01-01' WHERE id = 4101").run();
  await world.tick();
  expect(await world.billing.prepare("SELECT status FROM domains WHERE id = 4101").first("status")).toBe("expired");
});

test("no other Worker can pay an invoice", async () => {
  await expect(Reflect.get(billing, "payInvoice")(writes(asks(LOGINS.owner, 1001), true), 6110)).rejects.toThrow();
  expect(await world.billing.prepare("SELECT status FROM invoices WHERE id = 6110").first("status")).toBe("unpaid");
});

test("a database without tables is an answer, not an exception", async () => {
  const empty = await new World(billingWorld({ isEmpty: true })).start();
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const problem = { code: "billing_unavailable", retryAfter: 5 };
    expect(await ask(billingThrough(empty), asks(LOGINS.owner, 1001)), name).toEqual({ ok: false, problem });
  }
  await empty.close();
});
