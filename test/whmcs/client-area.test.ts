import { afterAll, beforeAll, expect, test } from "vitest";
import { logins } from "../../dev/seed/customers/logins.ts";
import { PAY_METHODS_PATH, USERS_PATH } from "../../dev/whmcs/client-area.ts";
import { WhmcsSimulator } from "../../dev/whmcs/whmcs-simulator.ts";
import { PageVisitor, textOf } from "../support/page-visitor.ts";

let simulator: WhmcsSimulator;
beforeAll(async () => {
  simulator = await WhmcsSimulator.start();
});
afterAll(() => simulator.stop());

/** Opens a page of the simulated client area, signing in on the way. */
async function open(login: number, path: string) {
  const { email, password } = logins.find(({ id }) => id === login) ?? {};
  if (!email || !password) throw new Error(`the seed has no login ${login}`);
  const visitor = new PageVisitor(simulator.url);
  const form = await visitor.open(path);
  const page = await visitor.submit(form, "username", { username: email, password });
  return { visitor, page };
}

function unpaidOrder() {
  const domains = [{ name: "paid-here.ca", type: "Register" as const, years: 1 }];
  const { invoiceId } = simulator.control.order({ clientId: 1001, domains }, { userId: 11 });
  return simulator.state.invoices.find(({ id }) => id === invoiceId);
}

test("an invoice is looked at without being paid, and paid once by its button", async () => {
  const invoice = unpaidOrder();
  const path = `/viewinvoice.php?id=${invoice?.id}`;
  const { visitor, page } = await open(11, path);
  expect(textOf(page.html)).toContain("paid-here.ca");
  expect([invoice?.status, invoice?.paid]).toEqual(["Unpaid", 0]);
  const paid = await visitor.submit(page, "/viewinvoice.php", {});
  expect(textOf(paid.html)).toContain("Paid");
  expect(paid.html).not.toContain("Pay Now");
  expect(simulator.state.domains.at(-1)).toMatchObject({ name: "paid-here.ca", status: "Active" });
});

test("an invoice of another account is not found, and not paid", async () => {
  const invoice = unpaidOrder();
  const { page } = await open(14, `/viewinvoice.php?id=${invoice?.id}`);
  expect([page.status, textOf(page.html)]).toEqual([404, expect.stringContaining("Invoice not found")]);
  expect(invoice?.status).toBe("Unpaid");
});

test("a card is stored and deleted by an owner", async () => {
  const { visitor, page } = await open(14, PAY_METHODS_PATH);
  const stored = () => simulator.state.payMethods.filter(({ clientId }) => clientId === 1004).length;
  expect(stored()).toBe(0);
  const added = await visitor.submit(page, "card", { card: "add" });
  expect([added.status, stored()]).toEqual([200, 1]);
  await visitor.submit(added, "card", { card: "remove" });
  expect(stored()).toBe(0);
});

test("every list and what it leads to is shown to the customer who has it, and no draft", async () => {
  const { visitor, page } = await open(11, "/clientarea.php");
  expect(page.html).toContain("simulated WHMCS");
  const draft = simulator.state.invoices.find(({ clientId, status }) => clientId === 1001 && status === "Draft");
  for (const [, address = ""] of page.html.matchAll(/<a href="([^"]+)"><b>/g)) {
    const list = await visitor.open(address.replaceAll("&amp;", "&"));
    const [, row = ""] = /<td><a href="([^"]+)"/.exec(list.html) ?? [];
    expect(list.html).not.toContain(`id=${draft?.id}"`);
    expect([row, (await visitor.open(row.replaceAll("&amp;", "&"))).status]).toEqual([row, 200]);
  }
});

test("an owner takes a colleague's access away, and nobody else does", async () => {
  const rows = () => simulator.state.memberships.filter(({ clientId }) => clientId === 1001).length;
  const { visitor: colleague } = await open(12, "/clientarea.php");
  const fields = new URLSearchParams({ client: "1001", user: "12" });
  const before = rows();
  await colleague.post(new URL(USERS_PATH, simulator.url), [...fields]);
  expect(rows()).toBe(before);
  const { visitor, page } = await open(11, USERS_PATH);
  expect(page.html).toContain("contact@maple.example");
  const left = await visitor.post(page.url, [...fields]);
  expect([rows(), left.html.includes("contact@maple.example")]).toEqual([before - 1, false]);
});
