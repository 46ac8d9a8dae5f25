import { describe, expect, test } from "vitest";
import { contractCustomer } from "../billing-contract/customer.ts";
import { answered, EVERYTHING, logLines, OWNER } from "./support/reading.ts";
import { changeRows, useWhmcs } from "./support/use-whmcs.ts";

/*
 * Tests how the Worker reads the addon's lists. The addon's ListsTest.php tests that the lists are complete and
 * uniform.
 */

const whmcs = await useWhmcs();
const { billing, simulator } = whmcs;
const { faults, installation } = simulator;
const owner = contractCustomer(billing, OWNER);
/** Reads all lists of the account. */
const everything = () => Promise.all([owner.services(), owner.domains(), owner.invoices(), owner.tickets()]);

test.each([
  ["without rows", { result: "success", totalresults: 3 }],
  ["with a text in place of its rows", { result: "success", rows: "none" }],
  ["too long", { result: "error", error: "too_long", message: "List Too Long" }],
  ["in an unknown form", { result: "error", error: "failed", message: "List Does Not Read" }],
])("a list that is %s is not an empty list", async (_, answer) => {
  const lines = logLines();
  faults.plan({ kind: "answer", status: 200, body: JSON.stringify(answer) }, { action: "GetClientsProducts" });
  expect(await billing.listServices(OWNER, EVERYTHING)).toMatchObject({ ok: false });
  expect(lines).toContainEqual(expect.objectContaining({ action: "GetClientsProducts" }));
});

test("a list omits an unreadable row, and the log names the unreadable field", async () => {
  const lines = logLines();
  const before = answered(await billing.listServices(OWNER, EVERYTHING)).items;
  changeRows(whmcs, "GetClientsProducts", (row, index) => (index === 0 ? { ...row, id: "abc" } : row));
  expect(answered(await billing.listServices(OWNER, EVERYTHING)).items).toEqual(before.slice(1));
  expect(lines).toEqual([expect.objectContaining({ event: "billing_row_unread", at: ["id"] })]);
});

describe("rows of other accounts", () => {
  test("are omitted if WHMCS ignores a filter, and the page still has the requested length", async () => {
    const wanted = await everything();
    const lines = logLines();
    // Ignore only the account's id; the optional filters still apply.
    installation.quirks.ignores = (name, action) =>
      ["GetClientsProducts", "GetClientsDomains", "GetInvoices", "GetTickets"].includes(action) &&
      ["clientid", "userid"].includes(name);
    const page = answered(await billing.listDomains(OWNER, { ...EVERYTHING, limit: 3 }));
    expect(page.items).toEqual(wanted[1].slice(0, 3));
    expect(await everything()).toEqual(wanted);
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_foreign_row", action: "GetInvoices" }));
  });

  test("include rows that do not name their account, which are also omitted", async () => {
    logLines();
    for (const action of ["GetClientsProducts", "GetClientsDomains", "GetInvoices", "GetTickets"])
      changeRows(whmcs, action, ({ userid: _, clientid: __, ...row }) => row);
    expect(await everything()).toEqual([[], [], [], []]);
  });
});
