import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ReceivedCall } from "../../dev/whmcs/actions/action.ts";
import { storedCard } from "../../dev/whmcs/seed.ts";
import { type ContractCustomer, contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf } from "../billing-contract/questions.ts";
import { NOW, TIME_ZONE } from "../billing-contract/scene.ts";
import { logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";
import { writeFaults } from "./support/write-faults.ts";

/** The faults. Late work runs after the delivery window, which is the worst case. */
const FAULTS = writeFaults({ lateMs: 200_000, slowMs: 50 });
// Skip missing responses, because each takes the whole deadline of a call. A reset tests the same case.
const NAMES = Object.keys(FAULTS).filter((name) => !/never|stalled/.test(name));

interface Written {
  action: "AddOrder" | "AddCancelRequest";
  act(by: ContractCustomer, id: number, reference: string): Parameters<typeof codeOf>[0];
}

/** The writes to test. All other orders use the same code as `orderDomain`. */
const WRITES: Record<"orderDomain" | "cancelService", Written> = {
  orderDomain: { action: "AddOrder", act: (by, id, reference) => by.orderDomain(`new-${id}.com`, {}, reference) },
  cancelService: {
    action: "AddCancelRequest",
    act: (by, id, reference) => by.cancelService(id, "end_of_period", null, reference),
  },
};

const clock = { now: NOW };
const whmcs = await startWhmcs({ timeZone: TIME_ZONE, now: () => clock.now });
await whmcs.runScheduledWork();
let lastId = 200_000;
/** The customer's `act` calls to the addon. */
let acts: string[] = [];

beforeEach(() => void logLines());
afterAll(() => whmcs.stop());

/** Adds an account with one service. Returns its owner as a customer, and the id of both. */
function customer(): { by: ContractCustomer; id: number } {
  const { state } = whmcs.simulator;
  const id = ++lastId;
  acts = [];
  const [client, service] = [
    state.clients.find((row) => row.id === 1001),
    state.services.find((row) => row.billingCycle === "Annually" && row.name === "Web Plus"),
  ];
  if (!client || !service) throw new Error("the demonstration has neither");
  state.clients.push({ ...client, id, credit: 0 });
  state.payMethods.push(storedCard(id, id));
  state.memberships.push({ userId: 11, clientId: id, isOwner: true, permissions: [] });
  state.services.push({ ...service, id, clientId: id, domain: `held-${id}.ca`, nextDueOn: "2027-06-20", orderId: 0 });
  const { billing } = whmcs.again({}, (host) => ({
    health: () => host.health(),
    send: (call) => {
      if (call.accountId === id && call.text.includes('"addon":"act"')) acts.push(call.text);
      return host.send(call);
    },
  }));
  return { by: contractCustomer(billing, asks(11, id)), id };
}

describe.each(Object.keys(WRITES) as (keyof typeof WRITES)[])("%s", (operation) => {
  const { action, act } = WRITES[operation];

  test.each(NAMES)("with the fault %s is sent at most once, and its last result is correct", async (name) => {
    const { installation, faults, late, calls } = whmcs.simulator;
    const { by, id } = customer();
    const reference = `key-${id}`;
    const isOwn = ({ parameters }: ReceivedCall) =>
      [parameters.clientid, parameters.serviceid].includes(id) && parameters.calconly === undefined;
    faults.plan(FAULTS[name] as never, { action, times: 1 });
    const said = [await codeOf(act(by, id, reference))];
    for (const step of [0, 31_000, 150_000, 60_000]) {
      clock.now += step;
      late.runDue();
      await whmcs.endActions();
      const found = await by.findWrite(reference);
      said.push(found.ok ? found.value.state : found.problem.code);
    }
    const effects = installation.journal.filter((entry) => entry.action === action && isOwn(entry)).length;
    const sent = calls.filter((call) => call.action === action && isOwn(call)).length;
    const last = said.at(-1);
    // A request that is lost before it reaches the addon causes no call to WHMCS.
    expect({ sent: sent <= 1, acts: acts.length, said, effects }).toMatchObject({ sent: true, acts: 1 });
    // The result of the first lookup is final.
    if (operation !== "cancelService") expect(new Set(said.slice(1)).size, said.join()).toBe(1);
    // A service has only one cancellation request, even after repeated calls.
    const several = operation === "cancelService" ? "done" : "several";
    const expected = effects === 0 ? ["absent"] : effects === 1 ? ["done"] : said[0] === "ok" ? ["done"] : [several];
    expect(expected, said.join()).toContain(last);
    faults.clear();
  });
});
