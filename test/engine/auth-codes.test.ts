import { describe, expect, test } from "vitest";
import { AuthCodeSeal } from "../../workers/billing/engine/registrar/auth-code-seal.ts";
import { everyRow } from "../support/every-row.ts";
import { actingEngine, acts, domainOrder, forgetNotices, NOW, RIGHT_CODE } from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const key = (fill: number) => async () => new Uint8Array(32).fill(fill).buffer;
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const seal = new AuthCodeSeal(key(7), randomBytes);
const TRANSFER = { accountId: 1001, domain: "taken-sealed.com" };
const CODE = "7Qx \"é'&<";

const { db, sql } = await seededBilling(new Date(NOW));

describe("a seal", () => {
  test("hides the code differently every time, and gives it back whole", async () => {
    const [one, other] = [await seal.seal(CODE, TRANSFER), await seal.seal(CODE, TRANSFER)];
    expect(one).not.toBe(other);
    for (const sealed of [one, other]) expect(await seal.open(sealed, TRANSFER)).toBe(CODE);
  });

  test.each([
    ["another account's order", { ...TRANSFER, accountId: 1002 }],
    ["another name's order", { ...TRANSFER, domain: "taken-sealed.net" }],
  ])("gives nothing for %s", async (_, transfer) => {
    expect(await seal.open(await seal.seal(CODE, TRANSFER), transfer)).toBeNull();
  });

  test("gives nothing for another key, for what was altered, cut, or never sealed", async () => {
    const sealed = await seal.seal(CODE, TRANSFER);
    expect(await new AuthCodeSeal(key(8), randomBytes).open(sealed, TRANSFER)).toBeNull();
    const altered = (sealed.startsWith("A") ? "B" : "A") + sealed.slice(1);
    for (const wrong of [altered, sealed.slice(0, -4), "", "right-code", CODE])
      expect(await seal.open(wrong, TRANSFER), wrong).toBeNull();
  });
});

describe("an order's code", () => {
  const payer = asks(LOGINS.owner, 1001, "invoices");
  const order = (domain: string) =>
    domainOrder(domain, { type: "transfer", availability: "taken", authCode: RIGHT_CODE });
  const rowOf = (name: string) =>
    sql.row<{ status: string; auth_code: string | null }>(
      "SELECT o.status, o.auth_code FROM orders o JOIN domains d ON d.id = o.domain_id WHERE d.name = ?",
      name,
    );

  test("without its key nothing is ordered; a paid order waits for it, and the clock begins it", async () => {
    let isKeyThere = false;
    const authCodeKey = async () => {
      if (!isKeyThere) throw new Error("no key");
      return key(7)();
    };
    const without = actingEngine(db, { authCodeKey }).engine.orderDomain(acts(), order("taken-waits.com"));
    expect(await without).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
    expect(await rowOf("taken-waits.com")).toBeNull();

    const placed = await valueIn(actingEngine(db).engine.orderDomain(acts(), order("taken-waits.com")));
    const { engine, registrar, at } = actingEngine(db, { authCodeKey });
    await valueIn(engine.payInvoice(payer, placed.invoice?.id ?? 0));
    expect(registrar.calls).toEqual([]);
    expect((await rowOf("taken-waits.com"))?.auth_code).not.toBeNull();
    isKeyThere = true;
    at.now += 61_000;
    await engine.runScheduledJobs();
    expect(registrar.calls).toContain("beginTransfer");
    expect(await rowOf("taken-waits.com")).toEqual({ status: "paid", auth_code: null });
  });

  test("is sealed until it is paid, by an engine that was started anew, and gone then", async () => {
    const placed = await valueIn(actingEngine(db).engine.orderDomain(acts(), order("taken-later.com")));
    expect((await rowOf("taken-later.com"))?.auth_code).toMatch(/^[\w-]{40,}$/);
    expect(await everyRow(db)).not.toContain(RIGHT_CODE);
    await valueIn(actingEngine(db).engine.payInvoice(payer, placed.invoice?.id ?? 0));
    expect(await rowOf("taken-later.com")).toEqual({ status: "paid", auth_code: null });
  });

  test("that its key does not open is none: the registrar refuses, and what was paid comes back", async () => {
    const placed = await valueIn(actingEngine(db).engine.orderDomain(acts(), order("taken-lost.com")));
    await valueIn(actingEngine(db, { authCodeKey: key(8) }).engine.payInvoice(payer, placed.invoice?.id ?? 0));
    expect(await rowOf("taken-lost.com")).toEqual({ status: "failed", auth_code: null });
    const invoice = db.prepare("SELECT status FROM invoices WHERE id = ?").bind(placed.invoice?.id ?? 0);
    expect(await invoice.first("status")).toBe("refunded");
  });

  test("that the registrar repeats in its refusal stays out of what is kept and mailed", async () => {
    const placed = await valueIn(actingEngine(db).engine.orderDomain(acts(), order("taken-echo.com")));
    const { engine, registrar, mails, settled } = actingEngine(db);
    await forgetNotices(db);
    registrar.refusal = `${RIGHT_CODE} is not the code`;
    await valueIn(engine.payInvoice(payer, placed.invoice?.id ?? 0));
    await settled();
    expect(mails.sent).toMatchObject([["orderRefused", "owner@maple.example", "en", { reason: "… is not the code" }]]);
    expect(await everyRow(db)).not.toContain(RIGHT_CODE);
  });
});
