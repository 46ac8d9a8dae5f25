import { expect, test } from "vitest";
import type { CommandReply } from "../../../durable-objects/account/account-port.ts";
import type { CommandName } from "../../../durable-objects/account/command-map.ts";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import { NO_ASKS } from "../../../shared/account-access/asks.ts";
import { settingPolicy } from "../../../shared/account-access/rate-policies.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import { checkWithoutSource } from "../../../shared/catalogue-contract/domain-check.ts";
import { Signer } from "../../../shared/platform/service-key.ts";
import { commandDefinitions } from "../../../workers/account/acting-operations.ts";
import { objectDependencies } from "../../../workers/account/actions/object-dependencies.ts";
import { TERMS } from "../../billing-contract/customer.ts";
import { asks as asking } from "../../billing-contract/questions.ts";
import { actingScene } from "../../engine/support/scene.ts";
import { CONNECTION, commandParts, runCommand } from "./command-parts.ts";

const { engine, sql, registrar } = await actingScene(
  "DELETE FROM orders",
  "DELETE FROM domains WHERE name = 'free-agreed.com'",
  "DELETE FROM actions",
);
const AVAILABLE = {
  outcome: "checked" as const,
  check: checkWithoutSource("available", "no_registration_found", 0),
  rate: null,
};
const EVERY_ORDER = { ...NO_ASKS, orders: 0 };

/**
 * Creates an account with a connection and the billing engine.
 * @param judged called after each preview
 */
function account(asks = EVERY_ORDER as typeof NO_ASKS, judged = async () => {}) {
  const billing = new Proxy(engine as BillingSystem, {
    get:
      (target, name: keyof BillingSystem) =>
      async (...args: unknown[]) => {
        const answer = await (target[name] as (...args: unknown[]) => Promise<unknown>)(...args);
        if ((args[0] as Partial<WriteCall>).commit === false) await judged();
        return answer;
      },
  });
  const standing = async () => ({
    scopes: ["billing:write" as const],
    operations: null,
    limit: { kind: "account" } as const,
    asks,
  });
  const parts = commandParts(
    objectDependencies({
      ...{ definitions: commandDefinitions, billing, billingSystem: "shop", now: Date.now, timing: TIMING },
      ...{ signer: new Signer(async () => ({ original: new ArrayBuffer(32) })), connectionOf: () => ({ standing }) },
      catalogue: { checkNameNow: async () => AVAILABLE, forgetDomain: async () => undefined },
      ...{ holds: { isHeld: async () => false }, settingPolicy: settingPolicy({ SETTINGS_PER_HOUR: "60" }) },
      ...{ stuckWrites: { put: async () => undefined, remove: async () => undefined } },
      mailApprovals: async () => undefined,
      // Orders use neither zones nor confirmations.
      ...{ zones: null as never, confirm: null as never },
    }),
  );
  let keys = 0;
  const send = async (operation: CommandName) => {
    const input = await INPUTS[operation]?.();
    const key = { id: `key ${Date.now().toString(36)} ${++keys}`, fingerprint: "print" };
    const { permissions } = asking(11, 1001, "orders", "domains", "manageproducts");
    return runCommand(parts, { operation, input: input ?? {}, key, caller: { ...CONNECTION, asks }, permissions });
  };
  const approve = (reply: CommandReply) => {
    const { approval } = askedIn(reply);
    parts.approvals.decide(approval.id, 11, "approve", "r");
    return approval;
  };
  return { send, approve };
}

function askedIn(reply: CommandReply) {
  if (reply.outcome !== "refused" || reply.problem.code !== "approval_needed") throw new Error(JSON.stringify(reply));
  return reply.problem;
}

const DOMAIN_ORDER = { domain: "free-agreed.com", type: "register", years: 1, fields: {}, accept_terms: TERMS };
/** The validated input of each order. */
const INPUTS: Partial<Record<CommandName, () => Promise<object>>> = {
  orderDomain: async () => DOMAIN_ORDER,
  renewDomain: async () => ({ domain: "studio-ana.ca", years: 1 }),
  orderPlan: async () => ({ plan: "web-pro", accept_terms: TERMS }),
  changePlan: async () => {
    const change = { serviceId: 2101, planId: "web-pro", billingCycle: null };
    const quote = await engine.quotePlanChange(asking(11, 1001), change);
    if (!quote.ok) throw new Error(JSON.stringify(quote));
    return { id: 2101, plan: "web-pro", expected_price: quote.value.dueNow.amount };
  },
};
const ORDERS = Object.keys(INPUTS) as CommandName[];

async function raisePrices(): Promise<void> {
  await sql.run("UPDATE plan_prices SET amount = amount + 100");
  await sql.run("UPDATE extension_prices SET register = register + 100, renew = renew + 100");
  await sql.run("UPDATE domains SET renewal_price = renewal_price + 100 WHERE renewal_price IS NOT NULL");
}

const priceOf = (approval: ReturnType<typeof askedIn>["approval"]) => approval.statement?.preview.price?.amount ?? 0;

test.each(ORDERS)("%s runs at the approved price or not at all", async (operation) => {
  registrar.hold("studio-ana.ca");
  let raises = false;
  const { send, approve } = account(EVERY_ORDER, async () => {
    if (raises) await raisePrices();
  });
  const approved = approve(await send(operation));
  raises = true;
  // The preview still has the approved price, but the price has changed at the time of the write.
  expect(await send(operation)).toMatchObject({ outcome: "refused", problem: { code: "price_changed" } });
  raises = false;
  const dearer = approve(await send(operation));
  expect(dearer.id).not.toBe(approved.id);
  expect(priceOf(dearer)).toBeGreaterThan(priceOf(approved));
  expect(await send(operation)).toMatchObject({
    outcome: "done",
    answer: { invoice: { subtotal: priceOf(dearer) / 100 } },
  });
});

test.each([
  ["the renewal price", "orderDomain", "UPDATE extension_prices SET renew = renew + 100"],
  ["the plan's name", "orderPlan", "UPDATE plan_texts SET name = name || ' 2' WHERE plan_id = 'web-pro'"],
  ["the URL of the terms", "orderPlan", "UPDATE terms SET url = url || '?2'"],
] as const)("a change of %s needs a new approval, even at the same price", async (_, operation, change) => {
  const { send, approve } = account();
  const before = approve(await send(operation));
  await sql.run(change);
  const after = askedIn(await send(operation)).approval;
  expect(after.id).not.toBe(before.id);
  expect(priceOf(after)).toBe(priceOf(before));
});
