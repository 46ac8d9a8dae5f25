import { ACCOUNT_WORKER } from "./connections.ts";
import type { WireRequest } from "./http-wire.ts";
import type { BenchSystem } from "./system.ts";

const ORDER_PATH = "/api/v1/account/orders/plan";
const PLAN = "web-start";
export const QUOTE_PATH = `${ORDER_PATH}?plan=${PLAN}`;

/** The body of an order at the terms of its quote. */
interface QuotedOrder {
  plan: string;
  accept_terms: string;
  expected_price: number;
}

/** Returns an order of the plan at the quoted terms for a token's account. */
export async function acceptedQuote(system: BenchSystem, token: string): Promise<QuotedOrder> {
  const answer = await system.ask(ACCOUNT_WORKER, { method: "GET", path: QUOTE_PATH, headers: bearer(token) });
  if (answer.status !== 200) throw new Error(`the quote: ${answer.status} ${answer.body.toString()}`);
  const { terms, first_payment } = JSON.parse(answer.body.toString());
  return { plan: PLAN, accept_terms: terms.version, expected_price: first_payment.amount };
}

export function orderRequest(token: string, key: string, order: QuotedOrder): WireRequest {
  return {
    method: "POST",
    path: ORDER_PATH,
    headers: { ...bearer(token), "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify(order),
  };
}

export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}
