import { ConnectingApplication, type TokenPair } from "../../support/connecting-application.ts";
import { DrillCustomer } from "./drill-customer.ts";
import { type DrillBilling, DrillSystem, type StoreName } from "./drill-system.ts";
import { embeddedBilling } from "./embedded-billing.ts";
import { Traffic, type TrafficSeen } from "./traffic.ts";

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
  /** Statuses once it was accepted: of a new order, and of the one that was refused meanwhile, under its key; the forgotten key answers with the number of its own order. */
  accepted: { held: string[]; order: number; retried: number; refresh: number; sameOrder: boolean };
  /** Of the calls that went on all the while. */
  traffic: TrafficSeen;
}

const CHANGES = ["billing:write", "domains:write"] as const;

/**
 * Runs a system, lets one store go back under traffic while the others go on, and shows what is noticed and held; then accepts, and
 * goes on.
 * @param stores which, each in a system of its own
 */
export async function restoreDrill(
  stores: readonly StoreName[],
  say: (line: string) => void,
  openBilling: () => Promise<DrillBilling> = embeddedBilling,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const store of stores) {
    const lines: string[] = [];
    const drill = await DrillSystem.open(await openBilling(), (line) => void lines.push(line));
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
  const customer = new DrillCustomer(system.origin, first);
  const other = await application.directTokens({ scopes: [...CHANGES] });
  await drill.runScheduled();
  await ordered(customer, "before");
  await drill.copy();
  const traffic = new Traffic(new DrillCustomer(system.origin, other));
  say(`${store}: copied; the system goes on`);

  await drill.runScheduled();
  const forgotten = await ordered(customer, "forgotten");
  const second = await application.refresh(first.refresh_token);
  customer.tokens = second;
  await drill.runScheduled();

  const files = await drill.putBack(store);
  say(`${store}: ${files} put back`);
  // A connection that went back knows the tokens of then.
  const isConnection = store === "connection object";
  if (isConnection) customer.tokens = first;
  const known = isConnection ? first : second;
  await drill.runScheduled();
  const token = await application.token({ grant_type: "refresh_token", refresh_token: known.refresh_token });
  const order = await customer.order("while held");
  const repeated = await customer.order("forgotten");
  const read = await customer.read();
  const held = await drill.held();
  const logged = lines.filter((line) => line.includes('"store_went_back"')).length;
  say(
    `${store}: held ${held.join(", ")}; read ${read}, order ${order.status}, repeated key ${repeated.status} ${repeated.code}, refresh ${token.status}`,
  );

  const left = await acceptAll(drill);
  const again = await application.token({ grant_type: "refresh_token", refresh_token: known.refresh_token });
  if (again.ok) customer.tokens = (await again.json()) as TokenPair;
  const own = await customer.settled("forgotten");
  const after = await customer.order("afterwards");
  const retried = await customer.order("while held");
  const accepted = {
    ...{ held: left, order: after.status, retried: retried.status, refresh: again.status },
    sameOrder: own.order === forgotten.order,
  };
  say(
    `${store}: accepted; order ${after.status}, the refused one ${retried.status}, refresh ${again.status}, the repeated key is order ${own.order} as before: ${accepted.sameOrder}`,
  );
  const seen = await traffic.end((site) => drill.ordersFor(site));
  say(`${store}: meanwhile ${JSON.stringify(seen)}`);
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
    traffic: seen,
  };
}

async function ordered(customer: DrillCustomer, key: string): Promise<{ order: number | null }> {
  const answer = await customer.settled(key);
  if (answer.status !== 201) throw new Error(`the order ${key}: ${answer.status} ${answer.code}`);
  return answer;
}

/** Accepts what is held until nothing is: with a connection that comes later it may be another store. @returns what stays held */
async function acceptAll(drill: DrillSystem): Promise<string[]> {
  let left = await drill.held();
  for (let round = 0; round < 10 && left.length > 0; round++) for (const store of left) left = await drill.held(store);
  return left;
}
