import { expect, test } from "vitest";
import type { AccountCommand } from "../../../durable-objects/account/account-command.ts";
import { NO_ASKS } from "../../../shared/account-access/asks.ts";
import { checkWithoutSource } from "../../../shared/catalogue-contract/domain-check.ts";
import { Signer } from "../../../shared/platform/service-key.ts";
import { commandDefinitions } from "../../../workers/account/acting-operations.ts";
import { commandPreparation } from "../../../workers/account/actions/prepare-command.ts";
import { acts, domainOrder, TERMS } from "../../billing-contract/customer.ts";
import { actingScene } from "../../engine/support/scene.ts";

const { engine, sql, registrar } = await actingScene(
  "DELETE FROM orders",
  "DELETE FROM domains WHERE name = 'free-agreed.com'",
  "DELETE FROM actions",
);
const signer = new Signer(async () => new ArrayBuffer(32));
const AVAILABLE = {
  outcome: "checked" as const,
  check: checkWithoutSource("available", "no_registration_found", 0),
  rate: null,
};

/** Of a connection that asks about every order, or about nothing. */
function preparationOf(asks = { ...NO_ASKS, orders: 0 as number | null }) {
  const names = { checkNameNow: async () => AVAILABLE };
  const standing = async () => ({
    scopes: ["billing:write" as const],
    operations: null,
    limit: { kind: "account" } as const,
    asks,
  });
  const prepare = commandPreparation({
    ...{ definitions: commandDefinitions, now: () => 1_000, billing: engine, signer },
    // Orders need neither zones nor a confirmation.
    tools: { billing: engine, names } as never,
    connectionOf: () => ({ standing }),
  });
  return (command: AccountCommand) => prepare(command, acts(), 1_000, asks);
}

const { availability: _, ...order } = domainOrder("free-agreed.com");
const COMMANDS: AccountCommand[] = [
  { name: "orderDomain", request: order },
  { name: "renewDomain", request: { domain: "studio-ana.ca", years: 1, expectedPrice: null } },
  {
    name: "orderPlan",
    request: {
      planId: "web-pro",
      billingCycle: null,
      domain: null,
      promotion: null,
      acceptTerms: TERMS,
      expectedPrice: null,
    },
  },
  { name: "changePlan", request: { serviceId: 2101, planId: "web-pro", billingCycle: null, expectedPrice: null } },
];

async function raisePrices(): Promise<void> {
  await sql.run("UPDATE plan_prices SET amount = amount + 100");
  await sql.run("UPDATE extension_prices SET register = register + 100, renew = renew + 100");
  await sql.run("UPDATE domains SET renewal_price = renewal_price + 100 WHERE renewal_price IS NOT NULL");
}

test.each(COMMANDS)("$name is done at the price that was checked, or not at all", async (command) => {
  registrar.hold("studio-ana.ca");
  const prepared = await preparationOf()(command);
  if (!("ready" in prepared)) throw new Error(JSON.stringify(prepared));
  const checked = prepared.approval?.statement.preview.price?.amount ?? 0;
  await raisePrices();
  expect(await prepared.ready(acts())).toMatchObject({ ok: false, problem: { code: "price_changed" } });
  const again = await preparationOf()(command);
  if (!("ready" in again)) throw new Error(JSON.stringify(again));
  const now = again.approval?.statement.preview.price?.amount ?? 0;
  expect(now).toBeGreaterThan(checked);
  expect(await again.ready(acts())).toMatchObject({ ok: true, value: { invoice: { subtotal: now } } });
});

test.each(COMMANDS)("$name that nobody is asked about is done at the price of then", async (command) => {
  const prepared = await preparationOf(NO_ASKS)(command);
  if (!("ready" in prepared)) throw new Error(JSON.stringify(prepared));
  await raisePrices();
  expect(await prepared.ready(acts())).toMatchObject({ ok: true });
});

test.each([
  ["the price of its renewals", 0, "UPDATE extension_prices SET renew = renew + 100"],
  ["what its plan is called", 2, "UPDATE plan_texts SET name = name || ' 2' WHERE plan_id = 'web-pro'"],
  ["where its terms are", 2, "UPDATE terms SET url = url || '?2'"],
] as const)("a change of %s is another statement, although the price is the same", async (_, command, change) => {
  const shown = async () => {
    const prepared = await preparationOf()(COMMANDS[command] as AccountCommand);
    if (!("ready" in prepared) || !prepared.approval) throw new Error(JSON.stringify(prepared));
    const { digest, statement } = prepared.approval;
    return { digest, price: statement.preview.price };
  };
  const before = await shown();
  expect(await shown()).toEqual(before);
  await sql.run(change);
  const after = await shown();
  expect(after.price).toEqual(before.price);
  expect(after.digest).not.toBe(before.digest);
});
