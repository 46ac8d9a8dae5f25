import { decodeHTML } from "entities";
import { expect, test } from "vitest";
import { USERS_PATH } from "../../dev/whmcs/client-area.ts";
import { valueIn, writes } from "../billing-contract/questions.ts";
import { answered, CALL, OWNER } from "./support/reading.ts";
import { Customer } from "./support/sign-in.ts";
import { useWhmcs } from "./support/use-whmcs.ts";

/* Tests the simulator's WHMCS pages: those that Frontdesk links to, and their contents. */

const whmcs = await useWhmcs();
const { billing, simulator, outbox } = whmcs;
const { state } = simulator;
await whmcs.runScheduledWork();

/** Returns a browser that is signed in to WHMCS. */
async function signedIn(name: "owner" | "contact") {
  const customer = new Customer(whmcs, name);
  await customer.signIn();
  return customer.visitor;
}

/** The tables whose ids fill the placeholders in links, by page. */
const OWN = {
  ticket: "tickets",
  productdetails: "services",
  domaindetails: "domains",
  viewinvoice: "invoices",
} as const;

/** Fills in the placeholders of a link for the owner. A draft invoice is never linked. */
function filled(template: string): string {
  const [, table] = Object.entries(OWN).find(([page]) => template.includes(page)) ?? [];
  const own = table && state[table].find(({ clientId, status }) => clientId === 1001 && status !== "Draft");
  return template.replaceAll("{client_area}", simulator.url).replaceAll(/\{\w+\}/g, String(own?.id));
}

test("every link to WHMCS opens a page for a signed-in customer", async () => {
  const { links } = answered(await billing.describe(CALL));
  const catalogue = answered(await billing.readCatalogue(CALL, { currency: "CAD", language: "en" }));
  const carts = Object.values(catalogue.links).flatMap((link) => (link ? [filled(link)] : []));
  const addresses = [
    ...Object.values(links).map((path) => simulator.url + filled(path)),
    ...carts.filter((address) => address.startsWith(simulator.url)),
  ];
  expect(addresses.length).toBeGreaterThanOrEqual(11);
  const visitor = await signedIn("owner");
  for (const address of addresses) {
    const { pathname, search } = new URL(address);
    const { status, html } = await visitor.open(pathname + search);
    expect([address, status, html.includes("<h1>Login</h1>")]).toEqual([address, 200, false]);
  }
  for (const [path, isOpen] of [
    ["/cart.php?a=add&pid=17", true],
    ["/supporttickets.php", false],
  ] as const) {
    const html = await (await fetch(simulator.url + path)).text();
    expect([path, html.includes("<h1>Login</h1>")]).toEqual([path, !isOpen]);
  }
});

test("the e-mail about a DNS change links to the service and to the password page", async () => {
  const change = { serviceId: 2101, zone: "studio-ana.ca", added: [], removed: [] };
  expect(await valueIn(billing.notifyZoneChange(writes(OWNER, true), change))).toMatchObject({ ownerTold: true });
  expect(outbox.sent).toMatchObject([{ to: "owner@maple.example" }]);
  const [{ text, html } = { text: "", html: "" }] = outbox.sent;
  for (const path of ["/clientarea.php?action=productdetails&id=2101", "/index.php?rp=/user/password"]) {
    expect(text).toContain(`${simulator.url}${path}\n`);
    expect(decodeHTML(html)).toContain(`href="${simulator.url}${path}"`);
  }
});

test("the customer can open every list and its first item, and sees no draft invoice", async () => {
  const visitor = await signedIn("owner");
  const draft = state.invoices.find(({ clientId, status }) => clientId === 1001 && status === "Draft");
  const lists = [...(await visitor.open("/clientarea.php")).html.matchAll(/<a href="([^"]+)"><b>/g)];
  expect(lists.length).toBeGreaterThanOrEqual(4);
  for (const [, address = ""] of lists) {
    const list = await visitor.open(address.replaceAll("&amp;", "&"));
    const [, row = ""] = /<td><a href="([^"]+)"/.exec(list.html) ?? [];
    expect(list.html).not.toContain(`id=${draft?.id}"`);
    expect([row, (await visitor.open(row.replaceAll("&amp;", "&"))).status]).toEqual([row, 200]);
  }
});

test("only an owner can remove a colleague's access", async () => {
  const rows = () => state.memberships.filter(({ clientId }) => clientId === 1001).length;
  const [owner, colleague] = [await signedIn("owner"), await signedIn("contact")];
  const address = new URL(USERS_PATH, simulator.url);
  const fields = [...new URLSearchParams({ client: "1001", user: "12" })];
  const before = rows();
  await colleague.post(address, fields);
  expect([rows(), (await owner.open(USERS_PATH)).html.includes("contact@maple.example")]).toEqual([before, true]);
  const left = await owner.post(address, fields);
  expect([rows(), left.html.includes("contact@maple.example")]).toEqual([before - 1, false]);
});
