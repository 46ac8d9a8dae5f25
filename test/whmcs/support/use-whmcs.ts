import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { NO_QUIRKS } from "../../../dev/whmcs/actions/action.ts";
import type { WhmcsSimulatorOptions } from "../../../dev/whmcs/whmcs-simulator.ts";
import { type ContractCustomer, contractCustomer } from "../../billing-contract/customer.ts";
import { asks, valueIn } from "../../billing-contract/questions.ts";
import { logLines } from "./reading.ts";
import { startWhmcs, type TestWhmcs } from "./whmcs-system.ts";

export type Row = Record<string, unknown>;

/**
 * Starts one installation for all tests of a file. Each test starts with the same customers and without faults or
 * quirks.
 */
export async function useWhmcs(
  options: WhmcsSimulatorOptions = {},
): Promise<TestWhmcs & { stored: TestWhmcs["simulator"]["state"] }> {
  const whmcs = await startWhmcs({ now: () => Date.parse("2026-05-20T15:00:00Z"), ...options });
  const { state, faults, installation } = whmcs.simulator;
  const stored = structuredClone(state);
  afterAll(() => whmcs.stop());
  afterEach(() => {
    vi.restoreAllMocks();
    faults.clear();
    whmcs.simulator.meanwhile = () => {};
    Object.assign(installation.quirks, NO_QUIRKS);
    Object.assign(state, structuredClone(stored));
  });
  return { ...whmcs, stored };
}

/** Changes the rows in later responses to an action. */
export function changeRows({ simulator }: TestWhmcs, action: string, change: (row: Row, index: number) => Row): void {
  changeAnswer({ simulator }, action, ({ rows, ...members }) => ({ ...members, rows: (rows as Row[]).map(change) }));
}

/** Changes the fields of later responses to an action. */
function changeAnswer(
  { simulator }: Pick<TestWhmcs, "simulator">,
  action: string,
  change: (members: Row) => Row,
): void {
  simulator.faults.plan({ kind: "changed", change }, { action });
}

/** Changes the fields of an account. */
export function changeClient(whmcs: TestWhmcs, more: Row): void {
  changeAnswer(whmcs, "GetClientsDetails", ({ client, ...members }) => ({
    ...members,
    client: { ...(client as Row), ...more },
  }));
}

const DAY_MS = 86_400_000;

/** An installation that accepts orders. Each test runs three days after the previous one, with a different domain. */
export interface ActingWhmcs extends TestWhmcs {
  readonly clock: { now: number };
  /** The log lines since the start of the test. */
  lines: Row[];
  /** An unregistered domain. */
  name: string;
  /** Returns a customer who acts as the account's owner, on a new billing system with these settings. */
  customer(settings?: Parameters<TestWhmcs["again"]>[0]): ContractCustomer;
  /** Returns the owner as a customer. Calls of one WHMCS action wait until the test calls `letGo`. */
  waiting(action: string): { slow: ContractCustomer; letGo(): void };
  events(): unknown[];
  newestOrder(): TestWhmcs["simulator"]["state"]["orders"][number];
  /** Looks up a write on the test's domain, as the account's Durable Object does for a write that it has sent. */
  find(reference?: string): Promise<object>;
  /** Returns how often a WHMCS action was called. */
  callsOf(action: string): number;
}

/** Starts an installation that accepts orders. @param login the login and the account that it owns */
export async function useActingWhmcs(
  options: WhmcsSimulatorOptions = {},
  [login, account]: readonly [login: number, account: number] = [11, 1001],
): Promise<ActingWhmcs> {
  const clock = { now: Date.parse("2026-11-20T15:00:00Z") };
  const whmcs = await startWhmcs({ now: () => clock.now, ...options });
  const { simulator, db } = whmcs;
  const { state, faults, installation, calls } = simulator;
  // Keep only three extensions, because the scheduled work reads the prices of all of them.
  state.extensions = state.extensions.filter(({ tld }) => ["com", "ca", "de"].includes(tld));
  await whmcs.runScheduledWork();
  const query = asks(login, account);
  const scene: ActingWhmcs = {
    ...whmcs,
    ...{ clock, lines: [], name: "" },
    customer: (settings) => contractCustomer(whmcs.again(settings).billing, query),
    waiting(action) {
      const { promise, resolve: letGo } = Promise.withResolvers<void>();
      const { billing } = whmcs.again({}, (host) => ({
        health: () => host.health(),
        async send(call) {
          if (call.text.includes(`"${action}"`)) await promise;
          return host.send(call);
        },
      }));
      return { slow: contractCustomer(billing, query), letGo };
    },
    events: () => scene.lines.map(({ event }) => event),
    newestOrder: () => state.orders.at(-1) ?? missing("an order"),
    find: (reference = scene.name) => {
      const sentAt = new Date(clock.now).toISOString();
      const sent = { operation: "orderDomain", target: `domain:${scene.name}`, sentAt } as const;
      return valueIn(whmcs.again().billing.findWrite(query, reference, sent));
    },
    callsOf: (action) => calls.filter((call) => call.action === action).length,
  };
  let names = 0;
  beforeEach(() => {
    clock.now += 3 * DAY_MS;
    scene.name = `name-${++names}.com`;
    scene.lines = logLines();
    whmcs.outbox.sent.length = 0;
  });
  afterEach(async () => {
    faults.clear();
    vi.restoreAllMocks();
    Object.assign(installation.quirks, NO_QUIRKS);
    await db.prepare("DELETE FROM acting_stopped").run();
  });
  afterAll(() => whmcs.stop());
  return scene;
}

function missing(what: string): never {
  throw new Error(`there is no ${what}`);
}
