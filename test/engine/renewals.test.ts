import { expect, test } from "vitest";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { actingScene } from "./support/scene.ts";

const { sql, owner, registrar } = await actingScene();

// Today is 2026-11-20.
test.each([
  ["early.com.au", "active", "2027-02-19", 1, "not_renewable"],
  ["open.com.au", "active", "2027-02-18", 1, "ok"],
  ["early.uk", "active", "2027-05-20", 1, "not_renewable"],
  ["open.uk", "active", "2027-05-19", 1, "ok"],
  ["before.de", "active", "2026-12-01", 1, "ok"],
  ["twice.de", "active", "2027-12-01", 1, "not_renewable"],
  ["ten.de", "active", "2026-12-01", 10, "invalid_body"],
  ["one.ai", "active", "2026-12-01", 1, "invalid_body"],
  ["two.ai", "active", "2026-12-01", 2, "ok"],
  ["held.qc.ca", "active", "2026-12-01", 1, "ok"],
  // Restored only while it is there.
  ["last.es", "redemption", "2026-11-10", 1, "ok"],
  ["gone.es", "redemption", "2026-11-09", 1, "not_renewable"],
  ["last.com", "redemption", "2026-09-06", 1, "ok"],
  ["gone.com", "redemption", "2026-09-05", 1, "not_renewable"],
])("%s, %s until %s, for %i years: %s", async (domain, status, expiresOn, years, expected) => {
  await sql.run(
    `INSERT INTO domains (account_id, name, status, registered_on, expires_on, renewal_price, auto_renew)
         VALUES (1001, ?, ?, '2020-01-01', ?, 1000, 0)`,
    ...[domain, status, expiresOn],
  );
  const renewed = owner.renewDomain(domain, { years });
  expect(await codeOf(renewed)).toBe(expected);
  if (domain !== "two.ai") return;
  // A name for which two years are taken at a time costs two, in the list too.
  expect((await valueIn(renewed)).invoice?.subtotal).toBe(2000);
  expect(await owner.domain(domain)).toMatchObject({ renewalPrice: 2000, renewalYears: 2 });
});

test("a renewal is paid and done from the expiry before", async () => {
  registrar.hold("ana.dev", { expiresOn: "2027-02-24" });
  const placed = await valueIn(owner.renewDomain("ana.dev", { years: 3, expectedPrice: 6597 }));
  expect(placed).toMatchObject({ years: 3, invoice: { subtotal: 6597 } });
  // Ten more years could not be had anyway.
  for (const years of [1, 10]) expect(await codeOf(owner.renewDomain("ana.dev", { years }))).toBe("already_requested");
  await valueIn(owner.payInvoice(placed));
  const renewed = { status: "active", expiresOn: "2030-02-24", nextDueDate: "2030-02-24" };
  expect(await owner.domain("ana.dev")).toMatchObject(renewed);
});

test("a renewal from redemption has the restoration on its invoice, once for all years", async () => {
  const placed = await valueIn(owner.renewDomain("studio-ana.com", { years: 2 }));
  expect(placed.invoice?.subtotal).toBe(2 * 2199 + 12_000);
});
