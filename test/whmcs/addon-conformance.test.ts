import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OutcomeAnswer, type PlacedOrder } from "../../workers/billing-whmcs/bridge/messages.ts";
import { casesOf } from "../support/cases.ts";
import { type AddonInstallation, CLIENT, type Met, type OtherThing, type Who } from "./support/addon-installation.ts";
import { isInstalled } from "./support/addon-server.ts";
import { PhpAddon } from "./support/php-addon.ts";
import { SimulatedAddon } from "./support/simulated-addon.ts";

type Call =
  | "act"
  | "act for another price"
  | "act for another price, to be kept"
  | "find"
  | "find without withdrawing"
  | "find while the account is locked";

type OtherOrder = `${Who} orders ${OtherThing}`;

/**
 * A test case. Its outcomes name orders by their position. For a done order, they also state the price and how the
 * invoice differs.
 */
interface AddonCase {
  name: string;
  /** The fault of the first call, or of every call if `stays` is set. */
  meets?: Met;
  stays?: true;
  /** The calls with their outcomes, and orders that others place in between. */
  steps: (`${Call}: ${string}` | OtherOrder)[];
  /** The statuses of all orders that were placed during the case. */
  orders: ("Pending" | "Cancelled")[];
}

/** The cases: faults inside `act`, orders by others, and the outcomes on which the Worker's tests rely. */
const ADDON_CASES = casesOf<AddonCase[]>(import.meta.url);

const MESSAGES = {
  bad_parameters: "Invalid Parameters",
  foreign_account: "Parameter Of Another Account",
  unknown_call: "Invalid API Action",
};

const question = (action: string, parameters: object = {}) => ({ action, parameters });

/** Calls that the addon refuses without any effect, because of a changed field or an additional parameter in `more`. */
const REFUSED_CALLS: [call: string, what: string, changes: Record<string, unknown>, error: keyof typeof MESSAGES][] = [
  ["act", "another action", { action: "AcceptOrder" }, "unknown_call"],
  ["act", "a price", { more: { priceoverride: ["0.01"] } }, "bad_parameters"],
  ["act", "another account among its parameters", { more: { clientid: 1002 } }, "foreign_account"],
  ["act", "no account", { client: null }, "bad_parameters"],
  ["act", "a reference with a line break", { reference: "reference\n" }, "bad_parameters"],
  ["act", "an amount with a third decimal", { subtotal: "12.005" }, "bad_parameters"],
  ["act", "a memo that is too long in bytes but not in characters", { memo: "é".repeat(4_097) }, "bad_parameters"],
  ["find", "a withdraw field that is neither true nor false", { withdraw: "no" }, "bad_parameters"],
  ["ask", "nine calls", { calls: Array(9).fill(question("GetProducts")) }, "bad_parameters"],
  [
    "ask",
    "a plan change that is not only calculated",
    { calls: [question("UpgradeProduct", { serviceid: 7 })] },
    "bad_parameters",
  ],
  ["ask", "a call that writes", { calls: [question("UpdateClient")] }, "unknown_call"],
  ["ask", "an account's data without an account", { client: null, user: null }, "bad_parameters"],
  ["ask", "another account's data", { calls: [question("GetInvoices", { userid: 1002 })] }, "foreign_account"],
];

const hasPhp = isInstalled("php");

describe("the simulated addon", () => whatEveryAddonDoes(() => SimulatedAddon.start()));
describe.skipIf(!hasPhp)(`the addon under PHP${hasPhp ? "" : " (php is not installed)"}`, () =>
  whatEveryAddonDoes(() => PhpAddon.start()),
);

const MEMO = "a memo";

function whatEveryAddonDoes(start: () => Promise<AddonInstallation>): void {
  let installation: AddonInstallation;
  /** The number of orders at the start of the case. */
  let earlier: number;
  beforeAll(async () => {
    installation = await start();
    installation.reset();
  });
  afterAll(() => installation.stop());

  const made = () => installation.orders().slice(earlier);

  async function begin(): Promise<void> {
    installation.reset();
    // The first order shows the addon which administrator WHMCS records with orders.
    expect((await installation.call("act", order("reference-0"))).status).toBe(200);
    earlier = installation.orders().length;
  }

  function order(reference: string, changes: object = {}) {
    const { plan, price } = installation;
    const agreed = { action: "AddOrder", parameters: plan, subtotal: price, take_back: true, memo: MEMO };
    return { client: CLIENT, reference, ...agreed, ...changes };
  }

  const key = { client: CLIENT, reference: "reference-1" };
  const CALLS: Record<Call, () => Promise<string>> = {
    act: () => said("act", order("reference-1")),
    "act for another price": () => said("act", order("reference-1", { subtotal: "0.50" })),
    "act for another price, to be kept": () =>
      said("act", order("reference-1", { subtotal: "0.50", take_back: false })),
    find: () => said("find", key),
    "find without withdrawing": () => said("find", { ...key, withdraw: false }),
    "find while the account is locked": () => installation.whileLocked(() => said("find", key)),
  };

  /**
   * Returns the outcome from the addon's response, with orders named by their position. Checks that it agrees with the
   * installation.
   */
  async function said(call: "act" | "find", members: object): Promise<string> {
    const text = await (await installation.call(call, members)).text();
    if (!text.startsWith("{")) return "lost";
    const { outcome } = OutcomeAnswer.parse(JSON.parse(text));
    const orders = made();
    const place = (id: number) => orders.findIndex((one) => one.id === id) + 1;
    switch (outcome.state) {
      case "done":
      case "taken_back": {
        const one = orders[place(outcome.order) - 1];
        expect([outcome.memo, outcome.invoice ?? one?.invoice]).toEqual([MEMO, one?.invoice]);
        if (outcome.state === "done") expect(outcome.services).toEqual(one?.services);
        const differs = outcome.differs.map((what) => `(${what})`);
        return [outcome.state, place(outcome.order), priceIn(outcome), ...differs].join(" ");
      }
      case "several":
        expect(outcome.memo).toBe(MEMO);
        return `several ${outcome.orders.map(place).join(" ")}`;
      case "refused":
        return `refused: ${outcome.text}`;
      case "absent":
      case "under_way":
        return outcome.state;
    }
  }

  function priceIn({ invoice, subtotal }: PlacedOrder): string {
    if (invoice === null) return "without an invoice";
    return subtotal === Math.round(Number(installation.price) * 100) ? "agreed" : String(subtotal);
  }

  test.each(ADDON_CASES)("$name", async ({ meets, stays, steps, orders }) => {
    await begin();
    installation.meet(meets ?? null);
    const heard: string[] = [];
    for (const step of steps) {
      const [call, outcome] = step.split(/: (.*)/) as [Call, string | undefined];
      if (outcome === undefined) installation.order(...(step.split(" orders ") as [Who, OtherThing]));
      heard.push(outcome === undefined ? step : `${call}: ${await CALLS[call]()}`);
      if (!stays) installation.meet(null);
    }
    expect(heard).toEqual(steps);
    expect(made().map(({ status }) => status)).toEqual(orders);
  });

  test.each(REFUSED_CALLS)("refuses %s with %s", async (call, _, changes, error) => {
    const before = installation.orders();
    const calls = [question("GetClientsDetails")];
    const { more, ...own } = { more: undefined, ...changes };
    const members = call === "ask" ? { client: CLIENT, user: 11, calls, ...own } : order("reference-1", own);
    const answer = await installation.call(
      call,
      more ? { ...members, parameters: { ...installation.plan, ...(more as object) } } : members,
    );
    expect([answer.status, await answer.json()]).toEqual([400, { result: "error", error, message: MESSAGES[error] }]);
    expect(installation.orders()).toEqual(before);
  });
}
