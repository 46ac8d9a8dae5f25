import { afterAll, describe, expect, test } from "vitest";
import { PROFILES } from "../../dev/whmcs/spelling.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const EVERYTHING = { within: { kind: "account" as const }, status: "all" as const, limit: 100 };

describe.each(PROFILES)("an installation that spells as %s", async (profile) => {
  const whmcs = await startWhmcs({ profile });
  afterAll(() => whmcs.stop());
  const query = { loginId: 11, accountId: 1001, permissions: [] };

  test("gives the catalogue of its snapshot", async () => {
    await whmcs.runScheduledWork();
    const read = await whmcs.billing.readCatalogue({ currency: "CAD", language: "fr" });
    expect(read).toMatchObject({ ok: true });
    if (read.ok) expect([read.value.plans.length, read.value.extensions.length]).toEqual([18, 72]);
  });

  test("gives the account and what it holds", async () => {
    expect(await whmcs.billing.readAccount(query)).toMatchObject({ ok: true, value: { id: 1001, currency: "CAD" } });
    const services = await whmcs.billing.listServices(query, EVERYTHING);
    const domains = await whmcs.billing.listDomains(query, EVERYTHING);
    const invoices = await whmcs.billing.listInvoices(query, { status: "all", limit: 100 });
    const tickets = await whmcs.billing.listTickets(query, { status: "all", limit: 100 });
    expect([services, domains, invoices, tickets]).toMatchObject(Array(4).fill({ ok: true, value: { next: null } }));
  });
});
