import { afterAll, describe, expect, test } from "vitest";
import { PROFILES } from "../../dev/whmcs/spelling.ts";
import { ALL, CALL, EVERYTHING, OWNER } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

describe.each(PROFILES)("an installation that spells as %s", async (profile) => {
  const whmcs = await startWhmcs({ profile });
  afterAll(() => whmcs.stop());

  test("gives the catalogue of its snapshot", async () => {
    await whmcs.runScheduledWork();
    const read = await whmcs.billing.readCatalogue(CALL, { currency: "CAD", language: "fr" });
    expect(read).toMatchObject({ ok: true });
    if (read.ok) expect([read.value.plans.length, read.value.extensions.length]).toEqual([18, 72]);
  });

  test("gives the account and what it holds", async () => {
    expect(await whmcs.billing.readAccount(OWNER)).toMatchObject({ ok: true, value: { id: 1001, currency: "CAD" } });
    const services = await whmcs.billing.listServices(OWNER, EVERYTHING);
    const domains = await whmcs.billing.listDomains(OWNER, EVERYTHING);
    const invoices = await whmcs.billing.listInvoices(OWNER, ALL);
    const tickets = await whmcs.billing.listTickets(OWNER, ALL);
    expect([services, domains, invoices, tickets]).toMatchObject(Array(4).fill({ ok: true, value: { next: null } }));
  });
});
