import { beforeEach, describe, expect, test } from "vitest";
import { NO_ASKS } from "../../../../shared/account-access/asks.ts";
import { asksEntry, readAsks } from "../../../../workers/account/pages/components/ask-fields.tsx";
import { LOGINS } from "../../../billing-contract/questions.ts";
import { sampleApproval } from "../../../support/sample-approvals.ts";
import { AssistantsPages, agreement, type Form, foreignIds, LIST, wordsOf } from "./assistants-pages.ts";

const page = await AssistantsPages.start();
const { account, connections } = page;
beforeEach(() => page.clear());

/** A connection that may order and cancel. */
async function acting(changes: Parameters<typeof agreement>[0] = {}): Promise<string> {
  const made = await agreement({ scopes: ["account:read", "billing:write"], ...changes });
  await connections.make(made);
  return made.id;
}

const asksOf = (id: string) => connections.held.get(id)?.agreement.asks;
const asking = (connection: string, ...fields: Form): Form => [
  ["connection", connection],
  ...fields,
  ["action", "ask"],
];

describe("the boxes of a card", () => {
  test.each<[what: string, changes: Parameters<typeof agreement>[0], kinds: string[]]>([
    ["orders and cancels", {}, ["cancel", "orders"]],
    ["manages domains", { scopes: ["account:read", "domains:write"] }, ["domains"]],
    ["changes zones", { scopes: ["account:read", "zones:write"] }, ["domains"]],
    ["only reads", { scopes: ["account:read"] }, []],
    [
      "is limited to a domain, which it can renew",
      { limit: { kind: "domain", name: "ana.dev" } },
      ["cancel", "orders"],
    ],
    ["is a token that renews", { operations: ["renewDomain"] }, ["orders"]],
    ["is a token that cancels", { operations: ["cancelService"] }, ["cancel"]],
    ["is a token that sets auto-renewal", { operations: ["setDomainAutoRenew"] }, []],
  ])("are those that concern a connection that %s", async (_, changes, kinds) => {
    await acting(changes);
    const html = await page.html();
    expect([...html.matchAll(/name="ask" value="(\w+)"/g)].map(([, kind]) => kind)).toEqual(kinds);
    expect(html.includes('name="ask_amount"')).toBe(kinds.includes("orders"));
  });

  test("show what is asked about, which the summary says in words", async () => {
    await acting({ asks: { cancel: true, domains: false, orders: 4_990 } });
    const html = await page.html();
    expect(html).toMatch(/name="ask" value="cancel" checked/);
    expect(html).toMatch(/name="ask_amount"[^>]*value="49\.9"/);
    const text = await page.text();
    expect(text).toContain("Ask me first: cancellations and each order above CA$49.90");
    await page.clear();
    await acting({ asks: { ...NO_ASKS, orders: 0 } });
    expect(await page.text()).toContain("Ask me first: every order");
  });
});

describe("a form that asks", () => {
  test("sets what is asked about", async () => {
    const id = await acting();
    const form = asking(id, ["ask", "cancel"], ["ask", "orders"], ["ask_amount", "75,50"]);
    const response = await page.post(form);
    expect(response.status).toBe(303);
    expect(asksOf(id)).toEqual({ cancel: true, domains: false, orders: 7_550 });
    expect(await page.landing(response)).toContain(
      "What you are asked about before Atlas Assistant does it was saved.",
    );
  });

  test("without a box asks about nothing any more", async () => {
    const id = await acting({ asks: { cancel: true, domains: true, orders: 0 } });
    await page.post(asking(id, ["ask_amount", "nonsense"]));
    expect(asksOf(id)).toEqual(NO_ASKS);
  });

  test.each(["fifty", "-1", "1.234", "50 CAD", "1e3", "9".repeat(13), "0x10", "1,000.50"])(
    "is refused with an amount that cannot be read, beside its field: %j",
    async (amount) => {
      const id = await acting();
      const response = await page.post(asking(id, ["ask", "orders"], ["ask_amount", amount]));
      expect(response.status).toBe(400);
      const html = await response.text();
      expect(html).toContain(`<a href="#ask-${id}-amount">`);
      expect(html).toMatch(new RegExp(`id="ask-${id}-amount"[^>]*aria-invalid="true"`));
      expect(html).toMatch(/<details open[^>]*><summary>Ask me first/);
      expect(asksOf(id)).toEqual(NO_ASKS);
    },
  );

  test("with an unknown box, for another connection or a forged one, changes nothing", async () => {
    const id = await acting();
    expect((await page.post(asking(id, ["ask", "everything"]))).status).toBe(400);
    const others = await acting({ loginId: LOGINS.contact });
    expect((await page.post(asking(others, ["ask", "cancel"]))).status).toBe(404);
    expect((await page.post(asking(await foreignIds.mint(), ["ask", "cancel"]))).status).toBe(404);
    expect([asksOf(id), asksOf(others)]).toEqual([NO_ASKS, NO_ASKS]);
  });
});

test.each<[amount: string, orders: number]>([
  ["50", 5_000],
  ["0", 0],
  ["", 0],
  [" ", 0],
  ["49,9", 4_990],
  ["49.90", 4_990],
  ["1 250,05", 125_005],
  ["1\u202f250", 125_000],
])("an amount is read as people write it: %s", (amount, orders) => {
  expect(readAsks({ ticked: ["orders"], amount })).toEqual({ ...NO_ASKS, orders });
});

test("what is asked about at first is nothing; the tick for orders without an amount is for every order", () => {
  const entry = asksEntry(NO_ASKS);
  expect(readAsks(entry)).toEqual(NO_ASKS);
  expect(readAsks({ ...entry, ticked: ["orders"] })).toEqual({ ...NO_ASKS, orders: 0 });
});

test.each([
  ["en", "above an amount per order", "The amount is per order: orders are not added up."],
  ["fr", "au-delà d’un montant par commande", "Le montant vaut par commande : les commandes ne s’additionnent pas."],
])("the tick for orders says that its amount is per order: %s", async (language, tick, hint) => {
  await acting();
  const words = wordsOf(await page.html(`?lang=${language}`));
  expect(words).toContain(tick);
  expect(words.replaceAll("\u00a0", " ")).toContain(hint);
});

describe("what waits for approval", () => {
  test("stands on the card of its connection, with the way to its page", async () => {
    const id = await acting();
    await acting({ name: "Harbour Desk" });
    const asked = sampleApproval(id, "cancelService");
    account.held.set(asked.id, asked);
    const html = await page.html();
    expect(html).toContain(`href="${LIST}/approvals/${id}.${asked.id}"`);
    expect(wordsOf(html)).toContain(
      "Waiting for your answer Cancel Web Start (studio-ana.ca) open until 21 Nov 2026, 14:00 UTC",
    );
    expect(html.split("Waiting for your answer</p>")).toHaveLength(2);
  });

  test.each([
    ["en", "Approved, not done yet", "Waiting for your answer"],
    ["fr", "Approuvé, pas encore fait", "En attente de votre réponse"],
  ])(
    "what was approved and is not done yet stands under a heading of its own: %s",
    async (language, approved, waiting) => {
      const id = await acting();
      account.held.set("1", sampleApproval(id, "renewDomain", { id: "1", state: "APPROVED" }));
      const html = await page.html(`?lang=${language}`);
      expect(html).toContain(`${approved}</p>`);
      expect(html).not.toContain(waiting);
      account.held.set("2", sampleApproval(id, "cancelService", { id: "2" }));
      const both = await page.html(`?lang=${language}`);
      const [first = "", second = ""] = both.slice(both.indexOf(`${waiting}</p>`)).split(`${approved}</p>`);
      expect([first.includes(`approvals/${id}.2`), first.includes(`approvals/${id}.1`)]).toEqual([true, false]);
      expect(second).toContain(`approvals/${id}.1`);
    },
  );
});
