import { afterAll, afterEach, expect, test } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { ActionAnswer } from "../../workers/billing-whmcs/bridge/action-outcome.ts";
import { Bridge, directHost } from "../../workers/billing-whmcs/bridge/bridge.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

/** Which orders the simulated addon takes for a reference's; of the addon itself addon-acting.test.ts and its own tests hold the same. */
const whmcs = await startWhmcs({ profile: "8.13", now: Date.now, addonVersion: 2 });
const { state, faults, addon, url } = whmcs.simulator;
const bridge = new Bridge(directHost({ base: url, key: addon.options.key, fetch }, Date.now));
afterEach(() => faults.clear());
afterAll(() => whmcs.stop());

const CLIENT = 1001;
const [paymentmethod] = state.gateways.map(({ module }) => module);
const owned = (rows: readonly { id: number; clientId: number; status: string }[]) =>
  rows.flatMap(({ id, clientId, status }) => (clientId === CLIENT && status === "Active" ? [id] : []));
const names = owned(state.domains).map((id) => state.domains.find((domain) => domain.id === id)?.name ?? "");

const sells = state.products.filter(({ payType, stock }) => payType === "recurring" && stock === null);
const [product = 0, otherProduct = 0] = sells.map(({ id }) => id);
const plan = { pid: [product], billingcycle: ["monthly"], domain: ["a-site.com"] };
const domain = { domain: ["a-name.com"], domaintype: ["register"], regperiod: [2] };
const renewal = { domainrenewals: { [names[0] ?? ""]: 1 } };

type Parameters = Record<string, unknown>;
const ENDS_BEFORE: Fault = { kind: "write", times: 0, afterMs: 0, answer: { kind: "html_500" } };
const ENDS_AFTER: Fault = { kind: "write", times: 1, afterMs: 0, answer: { kind: "html_500" } };

async function call(name: "act" | "find", members: object): Promise<unknown> {
  const options = { accountId: CLIENT, requestId: "r", kind: "action", deadlineMs: 5_000 } as const;
  const answer = await bridge.call(name, { client: CLIENT, ...members }, ActionAnswer, options);
  return answer.kind === "ok" ? answer.value.outcome : answer.kind;
}

function act(reference: string, parameters: Parameters, fault?: Fault): Promise<unknown> {
  const action = "serviceid" in parameters ? "UpgradeProduct" : "AddOrder";
  if (fault) faults.plan(fault, { action, times: 1 });
  const order = { action, parameters: { paymentmethod, ...parameters }, subtotal: null, take_back: false, memo: "" };
  return call("act", { reference, ...order });
}

test("what another reference's action does twice is not this one's, whose process ended before", async () => {
  await act("ended", plan, ENDS_BEFORE);
  const twice: Fault = { kind: "write", times: 2, afterMs: 0, answer: null };
  expect(await act("twice", plan, twice)).toMatchObject({ state: "several" });
  expect(await call("find", { reference: "ended" })).toEqual({ state: "absent" });
});

test.each<[string, Parameters, Parameters]>([
  ["a plan", plan, { ...plan, domain: ["another-site.com"] }],
  ["a product", plan, { ...plan, pid: [otherProduct] }],
  ["a billing cycle", plan, { ...plan, billingcycle: ["annually"] }],
  ["a registration", domain, { ...domain, domaintype: ["transfer"] }],
  ["a registration's years", domain, { ...domain, regperiod: [1] }],
  ["a renewal", renewal, { domainrenewals: { [names[1] ?? ""]: 1 } }],
  ["a renewal's years", renewal, { domainrenewals: { [names[0] ?? ""]: 2 } }],
  ["a renewal and a registration", renewal, domain],
])("%s is found among orders of something else by what was asked for", async (what, asked, other) => {
  const own = what.replace(/\W+/g, "-");
  await act(own, asked, ENDS_AFTER);
  const order = state.orders.at(-1)?.id;
  await act(`${own}-other`, other);
  expect(state.orders.at(-1)?.id).toBe((order ?? 0) + 1);
  // The same administrator has ordered something else, which no reference has.
  state.addonActions = (state.addonActions ?? []).filter(({ reference }) => reference !== `${own}-other`);
  for (const row of state.addonActions.filter(({ reference }) => reference === own)) {
    Object.assign(row, { state: "under_way", order: null });
  }
  expect(await call("find", { reference: own })).toMatchObject({ state: "done", order });
});
