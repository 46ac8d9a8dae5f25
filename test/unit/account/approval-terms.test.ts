import { expect, test } from "vitest";
import type { CommandRequest } from "../../../durable-objects/account/account-port.ts";
import { type Asks, NO_ASKS } from "../../../shared/account-access/asks.ts";
import type { Standing } from "../../../shared/account-access/standing.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { Signer } from "../../../shared/platform/service-key.ts";
import { commandDefinitions } from "../../../workers/account/acting-operations.ts";
import { approvalTerms } from "../../../workers/account/approvals/approval-terms.ts";
import { SAMPLE_STATEMENTS } from "../../support/sample-approvals.ts";

const signer = new Signer(async () => ({ original: new ArrayBuffer(32) }));
const ACCOUNT = { id: 1001, name: "Studio Ana Inc.", currency: "CAD" };
type Asked = Pick<CommandRequest, "operation" | "input">;
const RENEWAL: Asked = { operation: "renewDomain", input: { domain: "studio-ana.ca", years: 1 } };
const PLAN_CHANGE: Asked = { operation: "changePlan", input: { id: 2101, plan: "web-pro", expected_price: 0 } };

const STANDING: Standing = {
  scopes: ["billing:write"],
  operations: null,
  limit: { kind: "account" },
  asks: { ...NO_ASKS, orders: 0 },
};

function termsOf(command: Asked, price: number | null, standing: Standing, isDowngrade = false) {
  const preview = { ...previewOf(ACCOUNT, {}), price: price === null ? null : { amount: price, currency: "CAD" } };
  return approvalTerms(
    command,
    { ...preview, isDowngrade },
    { definition: commandDefinitions[command.operation], standing, signer },
  );
}

/** Returns the limit in the approval request; `null` if no approval is needed. */
async function limitOf(command: Asked, price: number | null, ticked: Partial<Asks>, isDowngrade = false) {
  const terms = await termsOf(command, price, { ...STANDING, asks: { ...NO_ASKS, ...ticked } }, isDowngrade);
  return terms && { limit: terms.statement.limit };
}

test.each<[what: string, price: number | null, orders: number | null, limit: number | null]>([
  ["below the amount", 1_898, 1_899, null],
  ["equal to the amount", 1_899, 1_899, null],
  ["a cent above the amount", 1_900, 1_899, 1_899],
  ["that costs nothing while every order needs approval", 0, 0, 0],
  ["with an unknown price", null, 1_000_000, 1_000_000],
  ["for a connection whose orders need no approval", 1_900, null, null],
])("a renewal %s needs approval only if its limit requires it", async (_, price, orders, limit) => {
  expect(await limitOf(RENEWAL, price, { orders })).toEqual(limit === null ? null : { limit });
});

test.each<[what: string, renewal: number | null, orders: number | null, limit: number | null]>([
  ["charges no card", null, 0, null],
  ["charges a saved card while every order needs approval", 1_899, 0, 0],
  ["charges a saved card less than the amount", 1_899, 1_899, null],
  ["charges a saved card more than the amount", 1_900, 1_899, 1_899],
  ["charges a saved card while no order needs approval", 1_900, null, null],
])("automatic renewal that %s needs approval only if its limit requires it", async (_, amount, orders, limit) => {
  const renewalCharge = amount === null ? null : { amount, currency: "CAD", years: 1 };
  const command: Asked = { operation: "setDomainAutoRenew", input: { domain: "ana.dev", auto_renew: true } };
  const terms = await approvalTerms(command, previewOf(ACCOUNT, { renewalCharge }), {
    definition: commandDefinitions.setDomainAutoRenew,
    ...{ standing: { ...STANDING, asks: { ...NO_ASKS, orders } }, signer },
  });
  expect(terms?.statement.limit ?? null).toBe(limit);
});

test.each<[what: string, chargesCard: boolean, limit: number | null]>([
  ["is charged to a saved card needs approval of the renewal price", true, 1_899],
  ["is invoiced needs no approval of the renewal price", false, null],
])("an order for a domain whose more expensive renewal %s", async (_, chargesCard, limit) => {
  const { input, preview } = SAMPLE_STATEMENTS.orderDomain;
  const quoted = preview.domainOrder ?? expect.fail("no quote");
  const domainOrder = { ...quoted, chargesCard, renewalPrice: { amount: 1_900, currency: "CAD" } };
  const price = { amount: 100, currency: "CAD" };
  const terms = await approvalTerms({ operation: "orderDomain", input }, previewOf(ACCOUNT, { price, domainOrder }), {
    definition: commandDefinitions.orderDomain,
    ...{ standing: { ...STANDING, asks: { ...NO_ASKS, orders: 1_899 } }, signer },
  });
  expect(terms?.statement.limit ?? null).toBe(limit);
});

test("a plan change without an invoice needs no approval as an order, and a downgrade needs approval at any price", async () => {
  expect(await limitOf(PLAN_CHANGE, null, { orders: 0 })).toBeNull();
  expect(await limitOf(PLAN_CHANGE, 0, { orders: 0 })).toEqual({ limit: 0 });
  expect(await limitOf(PLAN_CHANGE, 100, { cancel: true })).toBeNull();
  expect(await limitOf(PLAN_CHANGE, 100, { cancel: true, orders: 100 }, true)).toEqual({ limit: null });
});

test.each<[what: string, changed: Partial<Standing>]>([
  ["scopes", { scopes: ["billing:write", "domains:write"] }],
  ["operations", { operations: ["renewDomain"] }],
  ["limit", { limit: { kind: "domain", name: "studio-ana.ca" } }],
  ["asks", { asks: { ...NO_ASKS, orders: 0, cancel: true } }],
])("an approval is void after a change of the connection's %s", async (_, changed) => {
  const digestOf = async (standing: Standing) => (await termsOf(RENEWAL, 1_899, standing))?.digest;
  const approved = await digestOf(STANDING);
  expect(await digestOf({ ...STANDING })).toBe(approved);
  expect(await digestOf({ ...STANDING, ...changed })).not.toBe(approved);
});
