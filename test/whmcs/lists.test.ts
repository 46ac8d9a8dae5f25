import { describe, expect, test } from "vitest";
import type { Profile } from "../../dev/whmcs/spelling.ts";
import { answered, CALL, EVERYTHING, everyList, logLines, OWNER } from "./support/reading.ts";
import { changeRows, useWhmcs } from "./support/use-whmcs.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

/* Lists as the addon tells them: that they are whole, and of one form, is asked of the addon by its own ListsTest.php. */

const whmcs = await useWhmcs();
const { billing, simulator } = whmcs;
const { faults, installation } = simulator;

test.each([
  ["without rows", { result: "success", totalresults: 3 }],
  ["with a text in place of them", { result: "success", rows: "none" }],
  ["too long", { result: "error", error: "too_long", message: "List Too Long" }],
  ["in a form that is not known", { result: "error", error: "failed", message: "List Does Not Read" }],
])("a list that is %s is no empty list", async (_, answer) => {
  const lines = logLines();
  faults.plan({ kind: "answer", status: 200, body: JSON.stringify(answer) }, { action: "GetClientsProducts" });
  expect(await billing.listServices(OWNER, EVERYTHING)).toMatchObject({ ok: false });
  expect(lines).toContainEqual(expect.objectContaining({ action: "GetClientsProducts" }));
});

test("a row that does not read is left out, with a log line that names its member", async () => {
  const lines = logLines();
  const before = answered(await billing.listServices(OWNER, EVERYTHING)).items;
  changeRows(whmcs, "GetClientsProducts", (row, index) => (index === 0 ? { ...row, id: "abc" } : row));
  expect(answered(await billing.listServices(OWNER, EVERYTHING)).items).toEqual(before.slice(1));
  expect(lines).toEqual([expect.objectContaining({ event: "billing_row_unread", at: ["id"] })]);
});

describe("rows of other accounts", () => {
  test("are not shown where a filter is ignored, and the page is filled with one's own", async () => {
    const wanted = await everyList(billing, OWNER);
    const lines = logLines();
    // Lists have filters that widen: an account is asked for by its number.
    installation.quirks.ignores = (name, action) =>
      ["GetClientsProducts", "GetClientsDomains", "GetInvoices", "GetTickets"].includes(action) &&
      ["clientid", "userid"].includes(name);
    const page = answered(await billing.listDomains(OWNER, { ...EVERYTHING, limit: 3 }));
    expect(page.items).toEqual(wanted.domains.slice(0, 3));
    expect(await everyList(billing, OWNER)).toEqual(wanted);
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_foreign_row", action: "GetInvoices" }));
  });

  test("may be those that do not say whose they are", async () => {
    logLines();
    for (const action of ["GetClientsProducts", "GetClientsDomains", "GetInvoices", "GetTickets"])
      changeRows(whmcs, action, ({ userid: _, clientid: __, ...row }) => row);
    expect(await everyList(billing, OWNER)).toEqual({ services: [], domains: [], invoices: [], tickets: [] });
  });
});

test("every spelling gives the same lists, accounts and prices", async () => {
  const read = async (profile: Profile) => {
    const other = await startWhmcs({ profile, now: simulator.installation.now });
    await other.runScheduledWork();
    const catalogue = answered(await other.billing.readCatalogue(CALL, { currency: "CAD", language: "en" }));
    const lists = await everyList(other.billing, OWNER);
    const accounts = await other.billing.listManagedAccounts(OWNER);
    await other.stop();
    return { ...lists, accounts, plans: catalogue.plans, extensions: catalogue.extensions };
  };
  const wanted = await read("8.13");
  for (const list of ["services", "domains", "invoices", "tickets", "plans"] as const)
    expect(wanted[list]).not.toEqual([]);
  expect(await read("hostile")).toEqual(wanted);
});
