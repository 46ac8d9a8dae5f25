import assert from "node:assert/strict";
import { ACCOUNT_WORKER, type Customer } from "../connections.ts";
import type { WireAnswer, WireRequest } from "../http-wire.ts";
import type { Case, Method } from "../measure.ts";
import { acceptedQuote, bearer, orderRequest } from "../order-requests.ts";
import type { BenchSystem, Target, Use } from "../system.ts";

/** Maximum number of orders for an account in an hour. */
const ORDERS_PER_ACCOUNT = 20;
/**
 * Number of accounts for measured orders. Each order gives one measured response. The total of 24,000 responses is
 * enough for about 1,370 responses per second during the turns of the case.
 */
const ORDERING_ACCOUNTS = 1_200;
/** Number of accounts in a group. The accounts of a group take turns, so that their objects stay in memory. */
const GROUP = 100;
/**
 * Number of accounts that repeat one idempotency key each. It is small enough that no object is evicted between two
 * requests.
 */
const REPLAYING_ACCOUNTS = 100;

/**
 * A connection's object writes its log half a second after a call. The pause keeps this work out of the next target's
 * turn. One connection alone shows how long a call takes.
 */
const METHOD: Partial<Method> = { turn: 500, connections: [32, 4, 1], pause: 700 };

/** Returns the cases for plan orders and repeated orders. Each baseline does the minimum that its case needs. */
export async function orderCases(system: BenchSystem): Promise<Case[]> {
  const ordering = inGroups(await system.customers(ORDERING_ACCOUNTS));
  const replaying = await system.customers(REPLAYING_ACCOUNTS);
  const account = async (customers: Customer[], check: (answer: WireAnswer) => void, use: Use) => {
    const requests = await orders(system, customers);
    const reads = requests.map(({ headers }) => lookAtAudit(headers ?? {}));
    const target = await system.target("account", ACCOUNT_WORKER, requests, check, use);
    return preloaded(system, ACCOUNT_WORKER, reads, target);
  };
  const least = async (label: string, worker: string, customers: Customer[], use: Use) => {
    const requests = customers.map(({ accountId }) => post(`/${accountId}`));
    const reads = requests.map(({ path }): WireRequest => ({ method: "GET", path }));
    await askEach(system, worker, different(requests));
    return preloaded(system, worker, reads, await system.target(label, worker, requests, isPlaced, use));
  };
  const order = await account(ordering, isPlaced, "once");
  const floor = await least("one object write, one transaction", "bench-object-and-transaction", ordering, "once");
  const again = await account(replaying, isReplayed, "apart");
  const kept = await least("two object calls, one billing call", "bench-two-objects-and-billing", replaying, "apart");
  const name = "POST /api/v1/account/orders/plan";
  return [
    { name, method: METHOD, subject: order, references: [{ target: floor, goal: 0.25 }] },
    { name: `${name}, again`, method: METHOD, subject: again, references: [{ target: kept, goal: 0.7 }] },
  ];
}

/**
 * Repeats each account as often as its limit allows. The groups come one after the other, and the accounts of a group
 * take turns.
 */
function inGroups(customers: Customer[]): Customer[] {
  return customers.flatMap((_, index) =>
    index % GROUP === 0
      ? Array(ORDERS_PER_ACCOUNT)
          .fill(customers.slice(index, index + GROUP))
          .flat()
      : [],
  );
}

/** Returns one order for each customer, at the quoted terms. Each order has its own idempotency key. */
async function orders(system: BenchSystem, customers: Customer[]): Promise<WireRequest[]> {
  const different = [...new Set(customers)];
  const tokens = await system.apiTokens(different, ["account:read", "billing:write"]);
  const tokenOf = new Map(different.map((customer, index) => [customer, tokens[index] ?? ""]));
  // An account's object creates its tables at the first request, which must not be measured.
  await askEach(
    system,
    ACCOUNT_WORKER,
    tokens.map((token) => lookAtAudit(bearer(token))),
  );
  const quote = await acceptedQuote(system, tokens[0] ?? "");
  return customers.map((customer, index) =>
    orderRequest(tokenOf.get(customer) ?? "", `order-${String(index).padStart(6, "0")}`, quote),
  );
}

/** Returns a read that loads the connection's object and the account's object without placing an order. */
function lookAtAudit({ Authorization = "" }: Record<string, string>): WireRequest {
  return { method: "GET", path: "/api/v1/account/audit", headers: { Authorization } };
}

/**
 * Returns a target that preloads the objects of its next requests with one read each. A target whose requests can be
 * repeated is returned unchanged, because its objects stay in memory.
 */
function preloaded(system: BenchSystem, worker: string, reads: WireRequest[], target: Target): Target {
  if (!target.isOnce) return target;
  // The first request is used up before the measurement.
  const preload = (first: number, count: number) =>
    askEach(system, worker, different(reads.slice(first + 1, first + 1 + count)));
  return { ...target, preload };
}

function different(requests: WireRequest[]): WireRequest[] {
  return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()];
}

const AT_ONCE = 50;

/** Sends each request once, several of them at the same time. */
async function askEach(system: BenchSystem, worker: string, requests: WireRequest[]): Promise<void> {
  for (let start = 0; start < requests.length; start += AT_ONCE) {
    const answers = requests.slice(start, start + AT_ONCE).map((request) => system.ask(worker, request));
    for (const { status, body } of await Promise.all(answers)) assert.ok(status < 300, body.toString());
  }
}

function post(path: string): WireRequest {
  return { method: "POST", path, headers: {}, body: "{}" };
}

function isPlaced({ status, body }: WireAnswer): void {
  assert.equal(status, 201, body.toString());
  const { order_id, invoice } = JSON.parse(body.toString());
  assert.ok(order_id > 0 && invoice.id > 0);
}

/** Checks that the response repeats an earlier order. */
function isReplayed(answer: WireAnswer): void {
  isPlaced(answer);
  assert.equal(answer.headers.get("idempotent-replayed"), "true");
}
