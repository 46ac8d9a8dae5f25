import { beforeEach, describe, expect, test } from "vitest";
import { NO_ASKS } from "../../../../shared/account-access/asks.ts";
import { readAsks } from "../../../../workers/account/pages/components/ask-fields.tsx";
import { LOGINS } from "../../../billing-contract/questions.ts";
import { AssistantsPages, agreement, type Form, foreignIds } from "./assistants-pages.ts";

const page = await AssistantsPages.start();
const { connections } = page;
beforeEach(() => page.clear());

/** Creates a connection that may order and cancel. */
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

describe("the approval boxes of a connection", () => {
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
    ["is a token that sets auto-renewal", { operations: ["setDomainAutoRenew"] }, ["orders"]],
  ])("are only those that apply to a connection that %s", async (_, changes, kinds) => {
    await acting(changes);
    const html = await page.html();
    expect([...html.matchAll(/name="ask" value="(\w+)"/g)].map(([, kind]) => kind)).toEqual(kinds);
    expect(html.includes('name="ask_amount"')).toBe(kinds.includes("orders"));
  });
});

describe("the approval form", () => {
  test("sets the actions that need approval", async () => {
    const id = await acting();
    const form = asking(id, ["ask", "cancel"], ["ask", "orders"], ["ask_amount", "75,50"]);
    const response = await page.post(form);
    expect(response.status).toBe(303);
    expect(asksOf(id)).toEqual({ cancel: true, domains: false, orders: 7_550 });
  });

  test("removes the required approvals if no box is ticked", async () => {
    const id = await acting({ asks: { cancel: true, domains: true, orders: 0 } });
    await page.post(asking(id, ["ask_amount", "nonsense"]));
    expect(asksOf(id)).toEqual(NO_ASKS);
  });

  test.each(["fifty", "-1", "1.234", "50 CAD", "1e3", "9".repeat(13), "0x10", "1,000.50"])(
    "shows an error at its field for the invalid amount %j",
    async (amount) => {
      const id = await acting();
      const response = await page.post(asking(id, ["ask", "orders"], ["ask_amount", amount]));
      expect(response.status).toBe(400);
      const html = await response.text();
      expect(html).toContain(`<a href="#ask-${id}-amount">`);
      expect(html).toMatch(new RegExp(`id="ask-${id}-amount"[^>]*aria-invalid="true"`));
      expect(html).toMatch(/<details class="fold" open[^>]*><summary>Edit access/);
      expect(asksOf(id)).toEqual(NO_ASKS);
    },
  );

  test("changes nothing with an unknown box, another login's connection or a forged id", async () => {
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
])("an amount can be written as %s", (amount, orders) => {
  expect(readAsks({ ticked: ["orders"], amount })).toEqual({ ...NO_ASKS, orders });
});
