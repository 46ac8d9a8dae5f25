import { expect, test } from "vitest";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { actingScene } from "./support/scene.ts";

const { sql, owner, registrar } = await actingScene();

test("a domain that renews for two years at a time is priced for two years, including in the domain list", async () => {
  await sql.run(
    `INSERT INTO domains (account_id, name, status, registered_on, expires_on, renewal_price, auto_renew)
       VALUES (1001, 'two.ai', 'active', '2020-01-01', '2026-12-01', 1000, 0)`,
  );
  expect(await codeOf(owner.renewDomain("two.ai", { years: 1 }))).toBe("invalid_body");
  expect((await valueIn(owner.renewDomain("two.ai", { years: 2 }))).invoice?.subtotal).toBe(2000);
  expect(await owner.domain("two.ai")).toMatchObject({ renewalPrice: 2000, renewalYears: 2 });
});

test("a paid renewal extends the domain from its previous expiry date", async () => {
  registrar.hold("ana.dev", { expiresOn: "2027-02-24" });
  const placed = await valueIn(owner.renewDomain("ana.dev", { years: 3, expectedPrice: 6597 }));
  expect(placed).toMatchObject({ years: 3, invoice: { subtotal: 6597 } });
  // A request for ten years exceeds the registry's limit, but the open renewal is reported first.
  for (const years of [1, 10]) expect(await codeOf(owner.renewDomain("ana.dev", { years }))).toBe("already_requested");
  await valueIn(owner.payInvoice(placed));
  const renewed = { status: "active", expiresOn: "2030-02-24", nextDueDate: "2030-02-24" };
  expect(await owner.domain("ana.dev")).toMatchObject(renewed);
});

test("a renewal from redemption has one restoration fee on its invoice, regardless of the years", async () => {
  const placed = await valueIn(owner.renewDomain("studio-ana.com", { years: 2 }));
  expect(placed.invoice?.subtotal).toBe(2 * 2199 + 12_000);
});

test("a renewal that the registrar refuses leaves the domain unchanged", async () => {
  registrar.refusal = "not now";
  const placed = await valueIn(owner.renewDomain("ana.dev", { years: 1 }));
  await valueIn(owner.payInvoice(placed));
  expect(await sql.value("SELECT status FROM orders WHERE id = ?", placed.orderId)).toBe("failed");
  expect(await owner.domain("ana.dev")).toMatchObject({ status: "active" });
  registrar.refusal = null;
});
