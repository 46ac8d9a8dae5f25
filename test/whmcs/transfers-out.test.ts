import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { UNSUPPORTED } from "../../dev/whmcs/provisioning/registrar.ts";
import type { WhmcsDomain } from "../../dev/whmcs/state.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const START = Date.parse("2026-11-20T15:00:00Z");
const clock = { now: START };
const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now });
const { simulator, db } = whmcs;
const { state, faults, installation, addon } = simulator;
const ACCOUNT = 1001;
const ASKS = asks(11, ACCOUNT, "domains", "managedomains");
const owner = contractCustomer(whmcs.billing, ASKS);

let lines: Record<string, unknown>[];
let names = 0;
let name: string;
let code: string;
beforeEach(() => {
  lines = logLines();
  clock.now = START + ++names * 3 * 86_400_000;
  name = `leaving-${names}.com`;
  code = `Planted<${names}>&"transfer-code" `.trim();
  addon.delivered.length = 0;
});
afterEach(() => {
  faults.clear();
  vi.restoreAllMocks();
});
afterAll(() => whmcs.stop());

function registered(more: Partial<WhmcsDomain> = {}): WhmcsDomain {
  const row = registerDomain(simulator, ACCOUNT, name, more);
  const held = installation.registrar.names.get(name);
  if (held) Object.assign(held, { authCode: code, registrantEmail: "holder@maple.example" });
  return row;
}

const isLocked = () => installation.registrar.names.get(name)?.isLocked;
const prepare = (reference = name) => owner.transferDomainOut(name, reference);
const found = async (reference = name) => (await valueIn(owner.findWrite(reference))) as object;
const domainId = () => state.domains.findLast((row) => row.name === name)?.id;
/** How often the registrar was asked for the code of the name. */
const timesAsked = () =>
  simulator.calls.filter(
    ({ action, parameters }) => action === "DomainRequestEPP" && Number(parameters.domainid) === domainId(),
  ).length;
const codesMailed = () => addon.delivered.filter(({ text }) => text.includes(code));
/** The scheduled work, after a time. */
async function later(seconds: number): Promise<void> {
  clock.now += seconds * 1_000;
  await whmcs.runScheduledWork();
}
const DONE = { domain: "", unlocked: true, sentBy: "provider", codeSentTo: "o•••@maple.example" };

test("the code goes to the owner as it is, once for a reference, and is stored and logged nowhere", async () => {
  registered();
  const prepared = await valueIn(prepare());
  expect(prepared).toMatchObject({ ...DONE, domain: name });
  for (let time = 0; time < 3; time++) expect(await valueIn(prepare())).toEqual(prepared);
  await later(600);
  expect(await found()).toEqual({ state: "done", operation: "transferDomainOut", value: prepared });
  expect(timesAsked()).toBe(1);
  expect(addon.delivered).toEqual([expect.objectContaining({ to: "owner@maple.example" })]);
  expect(addon.delivered[0]?.text).toContain(`<p>${code.trim()}</p>`);
  expect(isLocked()).toBe(false);
  const { results } = await db.prepare("SELECT * FROM actions").all();
  expect(JSON.stringify([prepared, results, lines])).not.toContain("Planted");
});

test("another reference sends the code again", async () => {
  registered();
  await valueIn(prepare("first-of-two"));
  await valueIn(prepare("second-of-two"));
  expect(codesMailed()).toHaveLength(2);
});

describe("a registrar that mails the code itself", () => {
  test("mails it to the registrant, and nothing is mailed here", async () => {
    registered({ registrar: "mailer" });
    expect(await valueIn(prepare())).toMatchObject({ sentBy: "registrar", codeSentTo: "h•••@maple.example" });
    expect(installation.registrar.mailedCodes.filter((mailed) => mailed === name)).toHaveLength(1);
    expect(addon.delivered).toEqual([]);
    expect(isLocked()).toBe(false);
  });

  test.each<[string, Fault]>([
    ["without an answer", { kind: "html_500" }],
    ["with an error", { kind: "error", text: UNSUPPORTED }],
    ["without an address", { kind: "answer", status: 200, body: '{"result":"success","Registrant":"{}"}' }],
  ])("%s to who the registrant is, is not said to have mailed it anywhere", async (_, fault) => {
    registered({ registrar: "mailer" });
    faults.plan(fault, { action: "DomainGetWhoisInfo" });
    expect(await valueIn(prepare())).toMatchObject({ sentBy: "registrar", codeSentTo: null });
  });
});

test("after a lost answer the code is mailed again, to the owner alone", async () => {
  registered();
  faults.plan({ kind: "html_500_after" }, { action: "DomainRequestEPP", times: 1 });
  expect(await codeOf(prepare())).toBe("billing_unavailable");
  await later(200);
  expect(codesMailed().map(({ to }) => to)).toEqual(["owner@maple.example", "owner@maple.example"]);
  expect(await found()).toMatchObject({ state: "done", value: { ...DONE, domain: name } });
});

test.each<[string, string, Fault]>([
  ["a registrar that times out", "DomainRequestEPP", { kind: "error", text: "cURL error 28: timed out" }],
  ["an unlocking that is not answered", "DomainUpdateLockingStatus", { kind: "html_500_after" }],
  ["an unlocking that is not done", "DomainUpdateLockingStatus", { kind: "html_500" }],
])("after %s it stays under way, and the schedule completes it", async (_, action, fault) => {
  registered();
  faults.plan(fault, { action, times: 1 });
  expect(await codeOf(prepare())).toBe("billing_unavailable");
  expect(await found()).toEqual({ state: "under_way" });
  expect(await codeOf(prepare("another-meanwhile"))).toBe("already_requested");
  await later(200);
  expect(codesMailed()).toHaveLength(1);
  expect(isLocked()).toBe(false);
  expect(await found()).toMatchObject({ state: "done", value: { ...DONE, domain: name } });
});

test("a mail that fails leaves it under way; whoever asks for it later completes it", async () => {
  registered();
  faults.plan({ kind: "error", text: `Failed with ${code}` }, { action: "SendEmail", times: 1 });
  expect(await codeOf(prepare())).toBe("billing_unavailable");
  expect(JSON.stringify(lines)).toContain("transfer_mail_not_sent");
  // One run at a time works on it: its claim is not over yet.
  expect(await codeOf(prepare())).toBe("billing_unavailable");
  clock.now += 61_000;
  expect(await valueIn(prepare())).toMatchObject({ ...DONE, domain: name });
  expect(codesMailed()).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain("Planted");
});

test("a renewal of the name does not wait for a transfer that is under way", async () => {
  registered();
  faults.plan({ kind: "html_500" }, { action: "DomainRequestEPP", times: 1 });
  await prepare();
  const buyer = contractCustomer(whmcs.billing, asks(11, ACCOUNT, "orders"));
  expect(await codeOf(buyer.renewDomain(name, {}, `renews-${name}`))).toBe("ok");
});

test("two runs at the same time ask the registrar once", async () => {
  registered();
  faults.plan({ kind: "html_500" }, { action: "DomainRequestEPP", times: 1 });
  await prepare();
  clock.now += 61_000;
  const asked = timesAsked();
  await Promise.all([found(), found(), prepare(), whmcs.again().runScheduledWork()]);
  expect(timesAsked() - asked).toBe(1);
  expect(codesMailed()).toHaveLength(1);
});

test("after a day it is given up", async () => {
  registered();
  faults.plan({ kind: "html_500" }, { action: "DomainRequestEPP" });
  await prepare();
  await later(86_000);
  expect(await found()).toEqual({ state: "under_way" });
  await later(500);
  expect(await found()).toMatchObject({ state: "refused", problem: { code: "refused" } });
  expect(await codeOf(prepare())).toBe("refused");
  faults.clear();
  expect(await codeOf(prepare(`${name}-again`))).toBe("ok");
});

test.each([
  ["DomainRequestEPP", "Registrar Error Message: not for Ana", "refused", false],
  ["DomainRequestEPP", UNSUPPORTED, "not_allowed", false],
  ["DomainUpdateLockingStatus", "Registrar Error Message: not for Ana", "refused", true],
])("where %s says %s it is %s for good", async (action, text, refused, locked) => {
  registered();
  faults.plan({ kind: "error", text }, { action, times: 1 });
  const result = await prepare();
  expect(result).toMatchObject({ ok: false, problem: { code: refused } });
  expect(await found()).toMatchObject({ state: "refused", problem: { code: refused } });
  expect(await prepare()).toEqual(result);
  expect([isLocked(), addon.delivered]).toEqual([locked, []]);
  expect(JSON.stringify([result, lines])).not.toContain("Ana");
});

describe("a name without a lock", () => {
  test.each(["lockless", "bare"])("at %s goes without being unlocked", async (registrar) => {
    registered({ registrar });
    const sent = simulator.calls.filter(({ action }) => action === "DomainUpdateLockingStatus").length;
    expect(await valueIn(prepare())).toMatchObject({ ...DONE, domain: name });
    expect(simulator.calls.filter(({ action }) => action === "DomainUpdateLockingStatus")).toHaveLength(sent);
  });
});

test("nothing is begun, and nothing unlocked, where the account has another address than its owner", async () => {
  registered();
  const client = state.clients.find(({ id }) => id === ACCOUNT);
  const before = client?.email;
  Object.assign(client ?? {}, { email: "billing@maple.example" });
  expect(await codeOf(prepare())).toBe("not_allowed");
  Object.assign(client ?? {}, { email: before });
  expect(await found()).toMatchObject({ state: "absent" });
  expect([isLocked(), addon.delivered]).toEqual([true, []]);
});

test("nothing is begun, and nothing unlocked, where a name may not go", async () => {
  registered();
  const row = state.domains.findLast((domain) => domain.name === name);
  if (row) row.status = "Redemption";
  expect(await codeOf(prepare())).toBe("not_allowed");
  expect(await found()).toMatchObject({ state: "absent" });
  expect([isLocked(), addon.delivered]).toEqual([true, []]);
});

describe("what has changed since it was begun", () => {
  const begun = async () => {
    const row = registered();
    faults.plan({ kind: "html_500" }, { action: "DomainUpdateLockingStatus", times: 1 });
    expect(await codeOf(prepare())).toBe("billing_unavailable");
    return row;
  };

  test.each<[string, Partial<WhmcsDomain>]>([
    ["went to another account", { clientId: 1003 }],
    ["was ordered anew", { id: 900_001 }],
    ["has left", { status: "Transferred Away" }],
  ])("a name that %s is not unlocked, and nobody gets its code", async (_, change) => {
    Object.assign(await begun(), change);
    await later(200);
    expect(await found()).toMatchObject({ state: "refused", problem: { code: "not_allowed" } });
    expect([isLocked(), addon.delivered]).toEqual([true, []]);
  });

  test("an owner of now gets the code, and not the one of before", async () => {
    await begun();
    const before = structuredClone(state.memberships);
    const client = state.clients.find(({ id }) => id === ACCOUNT);
    const email = state.users.find(({ id }) => id === 12)?.email;
    const address = client?.email;
    for (const membership of state.memberships.filter(({ clientId }) => clientId === ACCOUNT)) {
      membership.isOwner = membership.userId === 12;
    }
    Object.assign(client ?? {}, { email });
    await later(200);
    state.memberships.splice(0, Number.POSITIVE_INFINITY, ...before);
    Object.assign(client ?? {}, { email: address });
    expect(codesMailed().map(({ to }) => to)).toEqual([email]);
  });
});

test("a call that was slower than the search for it is fenced off, and unlocks nothing", async () => {
  registered();
  faults.plan({ kind: "slow", ms: 400 }, { action: "DomainGetLockingStatus", times: 1 });
  const asked = codeOf(prepare());
  await vi.waitFor(async () =>
    expect(await db.prepare("SELECT 1 FROM actions WHERE reference = ?").bind(name).first()).toBeTruthy(),
  );
  clock.now += 31_000;
  expect(await found()).toMatchObject({ state: "absent" });
  expect(await asked).toBe("billing_unavailable");
  expect([isLocked(), addon.delivered]).toEqual([true, []]);
});
