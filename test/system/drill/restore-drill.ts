import { ConnectingApplication, type TokenPair } from "../../support/connecting-application.ts";
import { DrillCustomer } from "./drill-customer.ts";
import { type DrillBilling, DrillSystem, type StoreName } from "./drill-system.ts";
import { embeddedBilling } from "./embedded-billing.ts";
import { Traffic, type TrafficSeen } from "./traffic.ts";

/** What the drill observed of one restored kind of store. */
export interface Seen {
  store: StoreName;
  /** The number of restored stores. */
  files: number;
  /** The names of the stores on hold after the restore. */
  held: string[];
  /** The status of a read while the store was on hold. */
  read: number;
  order: number;
  /** The status and code for a repeated key from the lost period. */
  repeated: string;
  refresh: number;
  /**
   * What happened after the store was resumed. `order` is the status of a new order. `retried` is the status of the
   * order that was refused while the store was on hold. `sameOrder` states whether the repeated key returned its own
   * order, and `isNewNumber` whether the new order got a higher number.
   */
  resumed: {
    held: string[];
    order: number;
    retried: number;
    refresh: number;
    sameOrder: boolean;
    isNewNumber: boolean;
  };
  /** The calls of another connection during the whole drill. */
  traffic: TrafficSeen;
}

const CHANGES = ["billing:write", "domains:write"] as const;

/**
 * Restores one kind of store in a system with traffic while the other stores stay in use. Records what the system
 * refuses and what still works, then resumes the stores.
 * @param stores the kinds of stores, each restored in a separate system
 */
export async function restoreDrill(
  stores: readonly StoreName[],
  say: (line: string) => void,
  openBilling: () => Promise<DrillBilling> = embeddedBilling,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const store of stores) {
    const drill = await DrillSystem.open(await openBilling(), () => undefined);
    try {
      seen.push(await restoreOne(drill, store, say));
    } finally {
      await drill.close();
    }
  }
  return seen;
}

async function restoreOne(drill: DrillSystem, store: StoreName, say: (line: string) => void): Promise<Seen> {
  const { system } = drill;
  const application = await ConnectingApplication.register(system.origin, "Drill");
  const first = await application.directTokens({ scopes: [...CHANGES] });
  const customer = new DrillCustomer(system.origin, first);
  const other = await application.directTokens({ scopes: [...CHANGES] });
  await drill.runScheduled();
  await ordered(customer, "before");
  await drill.copy();
  const traffic = new Traffic(new DrillCustomer(system.origin, other));
  say(`${store}: copied; the system continues`);

  await drill.runScheduled();
  const lost = await ordered(customer, "lost");
  const second = await application.refresh(first.refresh_token);
  customer.tokens = second;
  await drill.runScheduled();

  const files = await drill.restore(store);
  say(`${store}: ${files} restored`);
  // A connection accepts the tokens from the restored time until its restore is complete.
  const isConnection = store === "connection object";
  if (isConnection) customer.tokens = first;
  const known = isConnection ? first : second;
  await drill.runScheduled();
  const token = await application.token({ grant_type: "refresh_token", refresh_token: known.refresh_token });
  const order = await customer.order("while held");
  const repeated = await customer.order("lost");
  const read = await customer.read();
  const held = await drill.held();
  say(
    `${store}: on hold ${held.join(", ")}; read ${read}, order ${order.status}, repeated key ${repeated.status} ${repeated.code}, refresh ${token.status}`,
  );

  const left = await drill.resume(store);
  const again = await application.token({ grant_type: "refresh_token", refresh_token: second.refresh_token });
  if (again.ok) customer.tokens = (await again.json()) as TokenPair;
  const own = await customer.settled("lost");
  const after = await customer.order("afterwards");
  const retried = await customer.order("while held");
  const resumed = {
    ...{ held: left, order: after.status, retried: retried.status, refresh: again.status },
    sameOrder: own.order === lost.order,
    isNewNumber: Number(after.order) > Number(lost.order),
  };
  say(
    `${store}: resumed; order ${after.order} ${after.status}, the refused one ${retried.status}, refresh ${again.status}, the repeated key is order ${own.order} as before: ${resumed.sameOrder}`,
  );
  const seen = await traffic.end((site) => drill.ordersFor(site));
  say(`${store}: meanwhile ${JSON.stringify(seen)}`);
  return {
    store,
    files,
    held,
    read,
    order: order.status,
    repeated: `${repeated.status} ${repeated.code}`,
    refresh: token.status,
    resumed,
    traffic: seen,
  };
}

async function ordered(customer: DrillCustomer, key: string): Promise<{ order: number | null }> {
  const answer = await customer.settled(key);
  if (answer.status !== 201) throw new Error(`the order ${key}: ${answer.status} ${answer.code}`);
  return answer;
}
