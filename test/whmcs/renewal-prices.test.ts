import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { WhmcsDomain } from "../../dev/whmcs/state.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await startWhmcs({ profile: "8.13", now: () => Date.parse("2026-11-20T15:00:00Z") });
const { simulator, db } = whmcs;
const { state, installation } = simulator;
const ACCOUNT = 1001;
const owner = contractCustomer(whmcs.billing, asks(11, ACCOUNT, "orders"));
const LISTED = 2_199;
const OWN = 1_234;

let names = 0;
/** A name whose recurring amount is its own. */
function nameOf(more: Partial<WhmcsDomain> = {}): string {
  const name = `renewed-${++names}.com`;
  Object.assign(registerDomain(simulator, ACCOUNT, name), { amount: OWN, years: 1, ...more });
  return name;
}
const priceOf = (name: string, years = 1) =>
  valueIn(owner.renewDomain(name, { years })).then(({ invoice }) => invoice?.subtotal);

beforeEach(async () => {
  logLines();
  await db.prepare("DELETE FROM renewal_pricing").run();
  installation.quirks.renewsAtOwnAmount = false;
});
afterAll(() => whmcs.stop());

test("a renewal is judged by the price list, and the price that the list of names shows is told to be another", async () => {
  const name = nameOf();
  expect(await owner.domain(name)).toMatchObject({ renewalPrice: OWN });
  expect(await owner.renewDomain(name, { expectedPrice: OWN })).toMatchObject({
    problem: { code: "price_changed", price: { amount: LISTED, currency: "CAD" } },
  });
  expect((await valueIn(owner.renewDomain(name, { expectedPrice: LISTED }))).invoice).toMatchObject({
    subtotal: LISTED,
  });
});

describe("where names are renewed at their own amount", () => {
  beforeEach(() => {
    installation.quirks.renewsAtOwnAmount = true;
  });

  test("one renewal is refused with its invoice; from then on own amounts are judged by, for the name's own years", async () => {
    const [first, second, two] = [nameOf(), nameOf(), nameOf()];
    expect(await owner.renewDomain(first)).toMatchObject({
      problem: { code: "refused", reason: { en: expect.stringContaining("12.34 CAD") } },
    });
    const orders = state.orders.length;
    expect(await owner.renewDomain(second, { expectedPrice: LISTED })).toMatchObject({
      problem: { code: "price_changed", price: { amount: OWN } },
    });
    expect(state.orders).toHaveLength(orders);
    expect(await priceOf(second)).toBe(OWN);
    expect(await priceOf(two, 2)).toBe(2 * LISTED);
  });

  test("it is learnt back from an invoice at the list's price", async () => {
    await codeOf(owner.renewDomain(nameOf()));
    installation.quirks.renewsAtOwnAmount = false;
    expect(await codeOf(owner.renewDomain(nameOf()))).toBe("refused");
    expect(await priceOf(nameOf())).toBe(LISTED);
  });

  test("an invoice that has the price of both teaches nothing", async () => {
    await codeOf(owner.renewDomain(nameOf()));
    installation.quirks.renewsAtOwnAmount = false;
    expect(await priceOf(nameOf({ amount: LISTED }))).toBe(LISTED);
    expect(await db.prepare("SELECT priced_by FROM renewal_pricing").first("priced_by")).toBe("own");
  });

  test("the fee of grace comes on top of it", async () => {
    await codeOf(owner.renewDomain(nameOf()));
    const extension = state.extensions.find(({ tld }) => tld === "com");
    if (!extension) throw new Error("not sold");
    extension.graceFee = { CAD: 500 };
    await whmcs.runScheduledWork();
    expect(await priceOf(nameOf({ status: "Grace", expiresOn: "2026-11-10" }))).toBe(OWN + 500);
  });
});
