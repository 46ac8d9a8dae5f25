import { describe, expect, test } from "vitest";
import { AuthCodeSeal } from "../../workers/billing/engine/registrar/auth-code-seal.ts";
import { RIGHT_CODE, TRANSFER } from "../billing-contract/customer.ts";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { everyRow } from "../support/every-row.ts";
import { actingEngine } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const key = (fill: number) => async () => new Uint8Array(32).fill(fill).buffer;
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const seal = new AuthCodeSeal(key(7), randomBytes);
const SEALED_FOR = { accountId: 1001, domain: "taken-sealed.com" };
const CODE = "7Qx \"é'&<";

describe("a sealed code", () => {
  test("is different each time, and opens to the original code", async () => {
    const [one, other] = [await seal.seal(CODE, SEALED_FOR), await seal.seal(CODE, SEALED_FOR)];
    expect(one).not.toBe(other);
    for (const sealed of [one, other]) expect(await seal.open(sealed, SEALED_FOR)).toBe(CODE);
  });

  test("does not open for another account or domain, with another key, or if it is altered, truncated or not sealed", async () => {
    const sealed = await seal.seal(CODE, SEALED_FOR);
    expect(await seal.open(sealed, { ...SEALED_FOR, accountId: 1002 })).toBeNull();
    expect(await seal.open(sealed, { ...SEALED_FOR, domain: "taken-sealed.net" })).toBeNull();
    expect(await new AuthCodeSeal(key(8), randomBytes).open(sealed, SEALED_FOR)).toBeNull();
    const altered = (sealed.startsWith("A") ? "B" : "A") + sealed.slice(1);
    for (const wrong of [altered, sealed.slice(0, -4), "", "right-code", CODE])
      expect(await seal.open(wrong, SEALED_FOR), wrong).toBeNull();
  });
});

describe("an order's auth code", async () => {
  const { db, sql, owner, registrar, mails, settled } = await actingScene();
  const orderOf = (name: string) =>
    sql.row<{ status: string; begun: number; auth_code: string | null }>(
      "SELECT o.status, o.begun, o.auth_code FROM orders o JOIN domains d ON d.id = o.domain_id WHERE d.name = ?",
      name,
    );
  const BEGUN = { status: "paid", begun: 1, auth_code: null };

  test("needs the key: without it, a transfer cannot be ordered, and a paid transfer starts once the key is available", async () => {
    let isKeyThere = false;
    const authCodeKey = () => (isKeyThere ? key(7)() : Promise.reject(new Error("no key")));
    const without = actingEngine(db, { authCodeKey });
    expect(await codeOf(without.owner.orderDomain("taken-waits.com", TRANSFER))).toBe("billing_unavailable");
    expect(await orderOf("taken-waits.com")).toBeNull();

    await valueIn(without.owner.payInvoice(await valueIn(owner.orderDomain("taken-waits.com", TRANSFER))));
    expect(without.registrar.calls).toEqual([]);
    expect((await orderOf("taken-waits.com"))?.auth_code).not.toBeNull();
    isKeyThere = true;
    await without.pass(61_000);
    expect(without.registrar.calls).toContain("beginTransfer");
    expect(await orderOf("taken-waits.com")).toEqual(BEGUN);
  });

  test("stays sealed until payment, even if the engine restarts, and is deleted once the transfer starts", async () => {
    const placed = await valueIn(owner.orderDomain("taken-later.com", TRANSFER));
    expect(JSON.stringify(placed)).not.toContain(RIGHT_CODE);
    expect((await orderOf("taken-later.com"))?.auth_code).toMatch(/^[\w-]{40,}$/);
    const rows = await everyRow(db);
    expect(rows).toContain("taken-later.com");
    expect(rows).not.toContain(RIGHT_CODE);
    const restarted = actingEngine(db);
    await valueIn(restarted.owner.payInvoice(placed));
    expect(await owner.domain("taken-later.com")).toMatchObject({ status: "pending_transfer" });
    expect(await orderOf("taken-later.com")).toEqual(BEGUN);
    restarted.registrar.completeTransfers();
    await restarted.pass(61_000);
    expect(await owner.domain("taken-later.com")).toMatchObject({ status: "active", expiresOn: "2027-06-20" });
  });

  test("is treated as missing if it cannot be opened: the registrar refuses the transfer, and the payment becomes credit", async () => {
    const placed = await valueIn(owner.orderDomain("taken-lost.com", TRANSFER));
    await valueIn(actingEngine(db, { authCodeKey: key(8) }).owner.payInvoice(placed));
    expect(await orderOf("taken-lost.com")).toMatchObject({ status: "failed", auth_code: null });
    expect(await owner.invoice(placed.invoice?.id ?? 0)).toMatchObject({ status: "refunded" });
  });

  test("is neither stored nor mailed if the registrar repeats it in a refusal", async () => {
    const placed = await valueIn(owner.orderDomain("taken-echo.com", TRANSFER));
    registrar.refusal = `${RIGHT_CODE} is not the code`;
    await valueIn(owner.payInvoice(placed));
    await settled();
    const why = { reason: "… is not the code" };
    expect(mails.of("orderRefused")).toMatchObject([["orderRefused", "owner@maple.example", "en", why]]);
    expect(JSON.stringify(mails.sent)).not.toContain(RIGHT_CODE);
    expect(await everyRow(db)).not.toContain(RIGHT_CODE);
  });
});
