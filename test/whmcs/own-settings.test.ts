import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nextId, type WhmcsInvoice } from "../../dev/whmcs/state.ts";
import { ALL, answered, CALL, OWNER } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await startWhmcs({ profile: "8.13" });
const { simulator, db } = whmcs;
const { facts } = simulator.addon;
afterAll(() => whmcs.stop());

/** Where a new isolate leads to for signing in. */
const signInAt = async () => {
  const call = { returnTo: "https://maple.example/sign-in/returned", language: "en" } as const;
  return new URL(answered(await whmcs.again().billing.beginSignIn(CALL, call)).address).origin;
};

describe("WHMCS's own settings", () => {
  beforeEach(async () => {
    simulator.faults.clear();
    await db.prepare("UPDATE addon SET installation = NULL").run();
    facts.system_url = "https://my.maple.example/";
  });

  test("that were never read are read when they are needed; pages do not wait for them", async () => {
    const { signIn } = answered(await whmcs.again().billing.describe(CALL));
    expect(signIn).toEqual({ kind: "redirect", host: new URL(simulator.url).host });
    expect(await signInAt()).toBe("https://my.maple.example");
    expect(answered(await whmcs.again().billing.describe(CALL)).signIn).toMatchObject({ host: "my.maple.example" });
  });

  test("that are changed show with the next reading, and one that fails keeps the last", async () => {
    await whmcs.runScheduledWork();
    facts.system_url = "https://other.maple.example";
    simulator.faults.plan({ kind: "html_500" }, { action: "catalogue", times: 1 });
    await whmcs.again().runScheduledWork();
    expect(await signInAt()).toBe("https://my.maple.example");
    await whmcs.again().runScheduledWork();
    expect(await signInAt()).toBe("https://other.maple.example");
  });

  test("that name an address without encryption lead to WHMCS_URL", async () => {
    facts.system_url = "http://my.maple.example/";
    expect(await signInAt()).toBe(simulator.url);
  });

  test("have the names of departments as their author wrote them", async () => {
    const written = `Tom & "Jerry's" <b>team</b>`;
    for (const department of simulator.state.departments) department.name = written;
    await whmcs.runScheduledWork();
    const { items } = answered(await whmcs.again().billing.listTickets(OWNER, ALL));
    expect(new Set(items.map(({ department }) => department))).toEqual(new Set([written]));
  });

  test("that do not read, and never did, are no answer", async () => {
    const before = facts.time_zone;
    facts.time_zone = "Nowhere";
    const { billing } = whmcs.again();
    expect(await billing.listServices(OWNER, { ...ALL, within: { kind: "account" } })).toMatchObject({
      problem: { code: "billing_unavailable" },
    });
    facts.time_zone = before;
  });
});

describe("the tax of an invoice is called", () => {
  const invoice = {
    issuedOn: "2026-05-01",
    dueOn: "2026-05-31",
    paidAt: "2026-05-02T12:00:00Z",
    status: "Paid",
  } as const;
  const named = async (...taxes: WhmcsInvoice["taxes"]) => {
    const id = nextId(simulator.state, "invoices");
    const money = { subtotal: 1000, taxes, credit: 0, paid: 1200, items: [] };
    simulator.state.invoices.push({ ...{ id, clientId: 1001, number: `T-${id}` }, ...invoice, ...money });
    const { items } = answered(await whmcs.again().billing.listInvoices(OWNER, { ...ALL, status: "all" }));
    return items.find((row) => row.id === id)?.taxes.map(({ name }) => name);
  };
  beforeAll(async () => {
    facts.taxes = [
      { level: 1, taxrate: "5.00", name: "GST" },
      { level: 1, taxrate: "13.00", name: "HST" },
      { level: 2, taxrate: "9.975", name: "QST" },
    ];
    await whmcs.runScheduledWork();
  });

  test("by the rules of its level and rate", async () => {
    expect(await named({ rateThousandths: 13_000, amount: 130 })).toEqual(["HST"]);
    expect(await named({ rateThousandths: 5_000, amount: 50 }, { rateThousandths: 9_975, amount: 100 })).toEqual([
      "GST",
      "QST",
    ]);
  });

  test("by its level where no rule has its rate any more, and one name has them all", async () => {
    expect(await named({ rateThousandths: 6_000, amount: 60 }, { rateThousandths: 7_500, amount: 75 })).toEqual([
      "Tax",
      "QST",
    ]);
  });
});
