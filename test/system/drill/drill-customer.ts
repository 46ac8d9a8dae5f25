import { setTimeout as wait } from "node:timers/promises";
import type { TokenPair } from "../../support/connecting-application.ts";

const SETTLED_MS = 60_000;

/** The response to an order. */
export interface OrderAnswer {
  status: number;
  code: string;
  order: number | null;
}

/** A customer of the demonstration who reads and orders through an application. */
export class DrillCustomer {
  tokens: TokenPair;
  readonly #origin: string;

  constructor(origin: string, tokens: TokenPair) {
    this.#origin = origin;
    this.tokens = tokens;
  }

  async read(): Promise<number> {
    return (await this.#fetch("/account/invoices")).status;
  }

  /** Returns the site that the customer orders with a key. */
  siteOf(key: string): string {
    return `${key.replaceAll(" ", "-")}.example.com`;
  }

  /** Orders a plan for the site that belongs to the key. */
  async order(key: string): Promise<OrderAnswer> {
    const sent = { plan: "web-start", domain: this.siteOf(key), accept_terms: "2026-09-01" };
    const response = await this.#fetch("/account/orders/plan", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key.replaceAll(" ", "-") },
      body: JSON.stringify(sent),
    });
    const body = (await response.json()) as { code?: string; order_id?: number };
    return { status: response.status, code: body.code ?? "", order: body.order_id ?? null };
  }

  /** Repeats the order until it is no longer in progress, for at most a minute. */
  async settled(key: string): Promise<OrderAnswer> {
    const end = Date.now() + SETTLED_MS;
    for (;;) {
      const answer = await this.order(key);
      if (answer.code !== "idempotency_in_progress" || Date.now() > end) return answer;
      await wait(500);
    }
  }

  #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, Authorization: `Bearer ${this.tokens.access_token}` };
    return fetch(`${this.#origin}/api/v1${path}`, { ...init, headers });
  }
}
