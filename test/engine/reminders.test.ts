import { expect, test } from "vitest";
import { LOGINS, valueIn } from "../billing-contract/questions.ts";
import { DAY_MS } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const { sql, customer, mails, pass, settled } = await actingScene();
const other = customer(LOGINS.totp, 1003);

/** Lets days pass. Returns the kinds of e-mails that the owner of account 1003 got, by day. */
async function mailedIn(days: number) {
  const told: Record<number, string[]> = {};
  for (let day = 1; day <= days; day++) {
    mails.sent.length = 0;
    await pass(DAY_MS);
    const kinds = mails.sent.filter(([, to]) => String(to).startsWith("totp@")).map(([kind]) => String(kind));
    if (kinds.length > 0) told[day] = kinds.toSorted();
  }
  return told;
}

test("the owner gets each reminder about a domain once, until the day after it expires", async () => {
  await sql.run("DELETE FROM domains WHERE account_id = 1003");
  await sql.run("UPDATE services SET status = 'cancelled', next_due_on = NULL WHERE account_id = 1003");
  await sql.run("UPDATE invoices SET status = 'paid' WHERE account_id = 1003 AND status = 'unpaid'");
  const order = await valueIn(other.orderDomain("free-reminded.com"));
  await valueIn(other.payInvoice(order));
  await settled();
  expect(mails.sent.map(([kind]) => kind)).toContain("orderDone");
  await sql.run("UPDATE domains SET auto_renew = 1 WHERE name = 'free-reminded.com'");
  await pass(333 * DAY_MS);
  // The domain expires on day 365 after its registration, which is day 32 here.
  expect(await mailedIn(40)).toEqual({
    2: ["domainExpires"],
    18: ["invoiceIssued"],
    25: ["domainExpires"],
    29: ["invoiceDueSoon"],
    33: ["domainExpired", "invoiceOverdue"],
  });
});
