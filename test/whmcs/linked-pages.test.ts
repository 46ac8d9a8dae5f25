import { afterAll, expect, test } from "vitest";
import { CALL } from "./support/reading.ts";
import { Customer } from "./support/sign-in.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await startWhmcs();
const { billing, simulator } = whmcs;
await whmcs.runScheduledWork();
afterAll(() => whmcs.stop());

/** What the owner of the account has: its pages are shown to nobody else. */
const OWN = {
  ticket: "tickets",
  productdetails: "services",
  domaindetails: "domains",
  viewinvoice: "invoices",
} as const;
function filled(template: string): string {
  const [, table] = Object.entries(OWN).find(([page]) => template.includes(page)) ?? [];
  const own = table && simulator.state[table].find(({ clientId }) => clientId === 1001);
  return template.replaceAll("{client_area}", simulator.url).replaceAll(/\{\w+\}/g, String(own?.id));
}

/** Of accounts and of the catalogue, to the installation itself. */
async function linksIntoWhmcs(): Promise<string[]> {
  const [described, catalogue] = [
    await billing.describe(CALL),
    await billing.readCatalogue(CALL, { currency: "CAD", language: "en" }),
  ];
  if (!described.ok || !catalogue.ok) throw new Error("no links");
  const ofAccounts = Object.values(described.value.links).map((path) => simulator.url + path);
  const ofCatalogue = Object.values(catalogue.value.links).flatMap((link) => (link ? [link] : []));
  return [...ofAccounts, ...ofCatalogue].map(filled).filter((address) => address.startsWith(simulator.url));
}

test("every link into WHMCS leads to a page that says which one it is", async () => {
  const links = await linksIntoWhmcs();
  expect(links.length).toBeGreaterThanOrEqual(11);
  const { visitor } = new Customer(whmcs, "owner");
  const form = await visitor.open("/clientarea.php");
  await visitor.submit(form, "username", { username: "owner@maple.example", password: "maple-owner" });
  for (const link of links) {
    const { pathname, search } = new URL(link);
    const { status, html } = await visitor.open(pathname + search);
    expect([link, status], html).toEqual([link, 200]);
    expect(html).not.toContain("<h1>Login</h1>");
  }
});

test("pages of the shop are open to everybody, those of a customer after a sign-in alone", async () => {
  const read = async (path: string) => (await fetch(simulator.url + path)).text();
  expect(await read("/cart.php?a=add&pid=17")).toContain("“Add to Cart”");
  expect(await read("/supporttickets.php")).toContain("<h1>Login</h1>");
});
