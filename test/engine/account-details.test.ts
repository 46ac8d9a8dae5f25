import { expect, test } from "vitest";
import type { AccountDetails } from "../../workers/billing/engine/accounts/account-details.ts";
import { codeOf, LOGINS, pointersIn, valueIn, writes } from "../billing-contract/questions.ts";
import { actingScene, loggedErrors } from "./support/scene.ts";

const WITHOUT_CONTACT = "UPDATE accounts SET contact = NULL, country = 'CA', province = 'QC' WHERE id = 1003";
const { engine, registrar, mails, customer, sql, pass, settled } = await actingScene(
  WITHOUT_CONTACT,
  "DELETE FROM orders WHERE account_id = 1003",
  "DELETE FROM invoices WHERE account_id = 1003",
);
const newcomer = customer(LOGINS.totp, 1003);
const lines = loggedErrors();

const DETAILS: AccountDetails = {
  ...{
    firstName: " Ana\u200b ",
    lastName: "Maple",
    company: "",
    street: ["200 Example Street", " "],
    city: "Montréal",
  },
  ...{ postalCode: "h2y 1a1", province: "QC", country: "CA", phone: "(514) 555-0101", businessNumber: null },
};
const save = (details: Partial<AccountDetails> = {}) =>
  engine.setAccountDetails(writes(newcomer.query, true), { ...DETAILS, ...details });

test("an account without contact details cannot order a domain, and the quote gives the reason", async () => {
  const { registrant, missing } = await valueIn(newcomer.quoteDomainOrder("free-contact.com"));
  expect(registrant).toEqual({ country: "CA", eligible: false, rule: null });
  expect(missing).toMatchObject([{ type: "update_contact", path: "/account/details" }]);
  const refused = await newcomer.orderDomain("free-contact.com");
  expect(refused).toMatchObject({
    problem: { code: "registrant_ineligible", actionRequired: { path: "/account/details" } },
  });
  expect(registrar.calls).toEqual([]);
});

test("a domain is registered with the contact details from the time of the order", async () => {
  await valueIn(save());
  const { invoice } = await valueIn(newcomer.orderDomain("free-contact.com"));
  await valueIn(save({ firstName: "Noah", company: "Maple Inc." }));
  await valueIn(engine.payInvoice(writes(newcomer.query, true), invoice?.id ?? 0));
  await settled();
  expect(registrar.registrants.get("free-contact.com")).toEqual({
    ...{ firstName: "Ana", lastName: "Maple", organization: null, street: ["200 Example Street"], city: "Montréal" },
    ...{ postalCode: "H2Y 1A1", province: "QC", country: "CA", phone: "+15145550101", email: "totp@maple.example" },
  });
  expect(mails.of("detailsChanged")).toHaveLength(1);
});

test.each<[Partial<AccountDetails>, string[]]>([
  [{ firstName: "\u200b" }, ["/firstName"]],
  [{ street: ["", ""] }, ["/street"]],
  [{ street: ["x".repeat(61)], city: "x".repeat(61) }, ["/street", "/city"]],
  [{ country: "XX" }, ["/country", "/phone"]],
  [{ province: null }, ["/province"]],
  [{ country: "US" }, ["/postalCode", "/province"]],
  [{ postalCode: "H2Y" }, ["/postalCode"]],
  [{ country: "US", province: "VT", postalCode: "05401-0001", phone: "1 802 555 0105" }, []],
  [{ phone: "555 0101" }, ["/phone"]],
  [{ country: "FR", phone: "514 555 0101" }, ["/phone"]],
  [{ businessNumber: "<b>" }, ["/businessNumber"]],
  [{ country: "FR", phone: "+33 1 99 00 00 01" }, []],
])("the details %j have the invalid fields %j", async (more, pointers) => {
  expect(await pointersIn(save(more))).toEqual(pointers);
});

test("a customer cannot change tax details while an invoice is unpaid", async () => {
  await valueIn(save());
  const { invoice } = await valueIn(newcomer.orderDomain("free-moves.com"));
  expect(await codeOf(save({ province: "ON" }))).toBe("not_allowed");
  expect(await codeOf(save({ businessNumber: "123456789 RT0001" }))).toBe("not_allowed");
  expect(await valueIn(engine.readAccountDetails(newcomer.query))).toMatchObject({ isTaxedAlike: true });
  expect(await codeOf(save({ city: "Québec" }))).toBe("ok");
  await valueIn(engine.payInvoice(writes(newcomer.query, true), invoice?.id ?? 0));
  expect(await codeOf(save({ province: "ON", businessNumber: " 123456789 rt0001" }))).toBe("ok");
  const known = await valueIn(engine.readAccountDetails(newcomer.query));
  expect(known).toMatchObject({ isTaxedAlike: false, businessNumber: "123456789 RT0001", province: "ON" });
});

test("an account that is named after its customer is renamed with the customer", async () => {
  await valueIn(save());
  const nameAfter = async (name: string, details: Partial<AccountDetails>) => {
    await sql.run("UPDATE accounts SET name = ? WHERE id = 1003", name);
    await valueIn(save(details));
    return sql.value("SELECT name FROM accounts WHERE id = 1003");
  };
  expect(await nameAfter("Ana Maple", { lastName: "Roy" })).toBe("Ana Roy");
  expect(await nameAfter("Second Step LLC", {})).toBe("Second Step LLC");
});

test.each(["funds", "credentials", "not_permitted"] as const)(
  "an order waits until the provider fixes the problem at the registrar (%s), and one log line reports it",
  async (reason) => {
    await valueIn(save());
    const { invoice, orderId } = await valueIn(newcomer.orderDomain(`free-${reason.replace("_", "-")}.com`));
    registrar.needs = reason;
    await valueIn(engine.payInvoice(writes(newcomer.query, true), invoice?.id ?? 0));
    await settled();
    await pass(120_000);
    await pass(600_000);
    const told = lines.filter(({ event }) => event === "registrar_needs_provider");
    expect(told).toMatchObject([{ account: 1003, order: orderId, why: `registrar_${reason}` }]);
    expect(await sql.value("SELECT status FROM orders WHERE id = ?", orderId ?? 0)).toBe("paid");
    registrar.needs = null;
    await pass(3_600_000);
    expect(await sql.value("SELECT status FROM orders WHERE id = ?", orderId ?? 0)).toBe("done");
  },
);
