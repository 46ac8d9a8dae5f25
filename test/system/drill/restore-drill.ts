import { setTimeout as wait } from "node:timers/promises";
import { fireCron } from "../../../dev/local-api.ts";
import { ConnectingApplication, type TokenPair } from "../../support/connecting-application.ts";
import { DrillSystem, type StoreName } from "./drill-system.ts";

/** What was seen of one store that was put back. */
export interface Seen {
  store: StoreName;
  /** How many stores of the kind were put back. */
  files: number;
  /** The stores that the system held then. */
  held: string[];
  /** `store_went_back` lines. */
  logged: number;
  /** Statuses while it was held. */
  read: number;
  order: number;
  /** Of the key that the store had forgotten. */
  repeated: string;
  refresh: number;
  /** Statuses once it was accepted; the forgotten key answers with the number of its own order. */
  accepted: { held: string[]; order: number; refresh: number; sameOrder: boolean };
}

const CHANGES = ["billing:write", "domains:write"] as const;
const SETTLED_MS = 60_000;

/**
 * Runs a system, lets one store go back while the others go on, and shows what is noticed and held; then accepts, and goes on.
 * @param stores which, each in a system of its own
 */
export async function restoreDrill(stores: readonly StoreName[], say: (line: string) => void): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const store of stores) {
    const lines: string[] = [];
    const drill = await DrillSystem.open((line) => void lines.push(line));
    try {
      seen.push(await putOneBack(drill, store, lines, say));
    } finally {
      await drill.close();
    }
  }
  return seen;
}

async function putOneBack(
  drill: DrillSystem,
  store: StoreName,
  lines: string[],
  say: (line: string) => void,
): Promise<Seen> {
  const { system } = drill;
  const application = await ConnectingApplication.register(system.origin, "Drill");
  const first = await application.directTokens({ scopes: [...CHANGES] });
  const customer = new Customer(system.origin, first);
  await customer.order("before");
  await runScheduled(system.origin);
  await drill.copy();
  say(`${store}: copied; the system goes on`);

  await runScheduled(system.origin);
  const forgotten = await customer.order("forgotten");
  if (forgotten.status !== 201) throw new Error(`the order that is to be forgotten: ${forgotten.status}`);
  const second = await application.refresh(first.refresh_token);
  customer.tokens = second;
  await runScheduled(system.origin);

  const files = await drill.putBack(store);
  say(`${store}: ${files} put back`);
  // A connection that went back knows the tokens of then.
  const isConnection = store === "connection object";
  if (isConnection) customer.tokens = first;
  const known = isConnection ? first : second;
  await runScheduled(system.origin);
  const token = await application.token({ grant_type: "refresh_token", refresh_token: known.refresh_token });
  const order = await customer.order("while held");
  const repeated = await customer.order("forgotten");
  const read = await customer.read();
  const held = await drill.held();
  const logged = lines.filter((line) => line.includes('"store_went_back"')).length;
  say(
    `${store}: held ${held.join(", ")}; read ${read}, order ${order.status}, repeated key ${repeated.status} ${repeated.code}, refresh ${token.status}`,
  );

  let left = held;
  for (const name of held) left = await drill.held(name);
  const again = await application.token({ grant_type: "refresh_token", refresh_token: known.refresh_token });
  if (again.ok) customer.tokens = (await again.json()) as TokenPair;
  const own = await customer.settled("forgotten");
  const after = await customer.order("afterwards");
  const accepted = { held: left, order: after.status, refresh: again.status, sameOrder: own.order === forgotten.order };
  say(
    `${store}: accepted; order ${after.status}, refresh ${again.status}, the repeated key is order ${own.order} as before: ${accepted.sameOrder}`,
  );
  return {
    store,
    files,
    held,
    logged,
    read,
    order: order.status,
    repeated: `${repeated.status} ${repeated.code}`,
    refresh: token.status,
    accepted,
  };
}

/** Fires the account Worker's and the billing Worker's crons, which fail where a database is held. */
async function runScheduled(origin: string): Promise<void> {
  // expected: work that fails is logged by the Worker, and is what the drill looks at
  await fireCron(origin, "frontdesk-account", "* * * * *").catch(() => undefined);
  await fireCron(origin, "frontdesk-billing", "*/5 * * * *").catch(() => undefined);
}

interface OrderAnswer {
  status: number;
  code: string;
  order: number | null;
}

/** The owner of the demonstration's first account, through an application. */
class Customer {
  tokens: TokenPair;
  readonly #origin: string;

  constructor(origin: string, tokens: TokenPair) {
    this.#origin = origin;
    this.tokens = tokens;
  }

  async read(): Promise<number> {
    return (await this.#fetch("/account/invoices")).status;
  }

  /** Orders a plan for a site of the key's own, once per key. */
  async order(key: string): Promise<OrderAnswer> {
    const site = `${key.replaceAll(" ", "-")}.example.com`;
    const sent = { plan: "web-start", domain: site, accept_terms: "2026-09-01" };
    const response = await this.#fetch("/account/orders/plan", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key.replaceAll(" ", "-") },
      body: JSON.stringify(sent),
    });
    const body = (await response.json()) as { code?: string; order_id?: number };
    return { status: response.status, code: body.code ?? "", order: body.order_id ?? null };
  }

  /** The same, until it is not in progress any more. */
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
