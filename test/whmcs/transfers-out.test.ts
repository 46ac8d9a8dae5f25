import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { UNSUPPORTED } from "../../dev/whmcs/provisioning/registrar.ts";
import type { WhmcsDomain } from "../../dev/whmcs/state.ts";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { useActingWhmcs } from "./support/use-whmcs.ts";

const ACCOUNT = 1001;
const scene = await useActingWhmcs();
const { simulator, db, clock } = scene;
const { state, faults, installation, addon } = simulator;
const owner = scene.customer();
const client = state.clients.find(({ id }) => id === ACCOUNT) ?? expect.fail("no such account");

let code: string;
beforeEach(() => {
  code = `Planted<${scene.name}>&"transfer-code"`;
  addon.delivered.length = 0;
});

function registered(more: Partial<WhmcsDomain> = {}): WhmcsDomain {
  const row = registerDomain(simulator, ACCOUNT, scene.name, more);
  const held = installation.registrar.names.get(scene.name) ?? {};
  Object.assign(held, { authCode: code, registrantEmail: "holder@maple.example" });
  return row;
}

const isLocked = () => installation.registrar.names.get(scene.name)?.isLocked;
const prepare = (reference = scene.name) => owner.transferDomainOut(scene.name, reference);
const found = async () => (await valueIn(owner.findWrite(scene.name))) as object;
/** Returns how often the registrar was called for the domain's code. */
const timesAsked = () =>
  simulator.calls.filter(
    ({ action, parameters }) =>
      action === "DomainRequestEPP" &&
      state.domains.some(({ id, name }) => name === scene.name && id === parameters.domainid),
  ).length;
const codesMailed = () => addon.delivered.filter(({ text }) => text.includes(code));
/** Lets time pass, then runs the scheduled work. */
async function later(seconds: number): Promise<void> {
  clock.now += seconds * 1_000;
  await scene.runScheduledWork();
}
const done = () => ({ domain: scene.name, unlocked: true, sentBy: "provider", codeSentTo: "o•••@maple.example" });

test("the current owner gets the code once per reference, and the code is neither stored nor logged", async () => {
  registered();
  const prepared = await valueIn(prepare());
  expect(prepared).toMatchObject(done());
  expect(await valueIn(prepare())).toEqual(prepared);
  await later(600);
  expect(await found()).toEqual({ state: "done", operation: "transferDomainOut", value: prepared });
  expect(timesAsked()).toBe(1);
  expect(addon.delivered).toEqual([expect.objectContaining({ to: "owner@maple.example" })]);
  expect(addon.delivered[0]?.text).toContain(`<p>${code}</p>`);
  expect(isLocked()).toBe(false);
  const { results } = await db.prepare("SELECT * FROM actions").all();
  expect(JSON.stringify([prepared, results, scene.lines])).not.toContain("Planted");
  await valueIn(prepare("another reference"));
  expect(codesMailed()).toHaveLength(2);
});

describe("a registrar that sends the code itself", () => {
  test("sends it to the registrant, and Frontdesk sends no e-mail", async () => {
    registered({ registrar: "mailer" });
    expect(await valueIn(prepare())).toMatchObject({ sentBy: "registrar", codeSentTo: "h•••@maple.example" });
    expect(installation.registrar.mailedCodes.filter((mailed) => mailed === scene.name)).toHaveLength(1);
    expect([addon.delivered, isLocked()]).toEqual([[], false]);
  });

  test.each<[string, Fault]>([
    ["without a response", { kind: "html_500" }],
    ["with an error", { kind: "error", text: UNSUPPORTED }],
  ])("%s about the registrant leaves the recipient of the code unknown", async (_, fault) => {
    registered({ registrar: "mailer" });
    faults.plan(fault, { action: "DomainGetWhoisInfo" });
    expect(await valueIn(prepare())).toMatchObject({ sentBy: "registrar", codeSentTo: null });
  });
});

test.each<[string, string, Fault, mails: number]>([
  ["a registrar that times out", "DomainRequestEPP", { kind: "error", text: "cURL error 28: timed out" }, 1],
  ["a code whose response is lost", "DomainRequestEPP", { kind: "html_500_after" }, 2],
  ["an unlocking without a response", "DomainUpdateLockingStatus", { kind: "html_500_after" }, 1],
  ["an unlocking that is not done", "DomainUpdateLockingStatus", { kind: "html_500" }, 1],
])(
  "after %s, a transfer stays in progress until scheduled work completes it, and only the owner gets the code",
  async (_, action, fault, mails) => {
    registered();
    faults.plan(fault, { action, times: 1 });
    expect(await codeOf(prepare())).toBe("billing_unavailable");
    expect(await found()).toEqual({ state: "under_way" });
    expect(await codeOf(prepare("another-meanwhile"))).toBe("already_requested");
    expect(await codeOf(owner.renewDomain(scene.name)), "a renewal does not wait for it").toBe("ok");
    await later(200);
    expect(codesMailed().map(({ to }) => to)).toEqual(Array(mails).fill("owner@maple.example"));
    expect(isLocked()).toBe(false);
    expect(await found()).toMatchObject({ state: "done", value: done() });
  },
);

test("a failed e-mail leaves the transfer in progress, and a later call completes it", async () => {
  registered();
  faults.plan({ kind: "error", text: `Failed with ${code}` }, { action: "SendEmail", times: 1 });
  expect(await codeOf(prepare())).toBe("billing_unavailable");
  expect(scene.events()).toContain("transfer_mail_not_sent");
  clock.now += 31_000;
  expect(await codeOf(prepare()), "one run at a time works on it, and its claim is not over yet").toBe(
    "billing_unavailable",
  );
  clock.now += 30_000;
  expect(await valueIn(prepare())).toMatchObject(done());
  expect(codesMailed()).toHaveLength(1);
  expect(JSON.stringify(scene.lines)).not.toContain("Planted");
});

test("simultaneous runs call the registrar only once", async () => {
  registered();
  faults.plan({ kind: "html_500" }, { action: "DomainRequestEPP", times: 1 });
  await prepare();
  clock.now += 61_000;
  const asked = timesAsked();
  await Promise.all([found(), found(), prepare(), scene.again().runScheduledWork()]);
  expect([timesAsked() - asked, codesMailed().length]).toEqual([1, 1]);
});

test("a transfer that keeps failing is abandoned after a day", async () => {
  registered();
  faults.plan({ kind: "html_500" }, { action: "DomainRequestEPP" });
  await prepare();
  await later(86_000);
  expect(await found()).toEqual({ state: "under_way" });
  await later(500);
  expect(await found()).toMatchObject({ state: "refused", problem: { code: "refused" } });
  faults.clear();
  expect(await codeOf(prepare())).toBe("refused");
  expect(await codeOf(prepare("again"))).toBe("ok");
});

test.each([
  ["DomainRequestEPP", "Registrar Error Message: not for Ana", "refused", false],
  ["DomainRequestEPP", UNSUPPORTED, "not_allowed", false],
  ["DomainUpdateLockingStatus", "Registrar Error Message: not for Ana", "refused", true],
])("if %s returns “%s”, the transfer is permanently %s", async (action, text, refused, locked) => {
  registered();
  faults.plan({ kind: "error", text }, { action, times: 1 });
  const result = await prepare();
  expect(result).toMatchObject({ ok: false, problem: { code: refused } });
  expect(await found()).toMatchObject({ state: "refused", problem: { code: refused } });
  expect(await prepare()).toEqual(result);
  expect([isLocked(), addon.delivered]).toEqual([locked, []]);
  expect(JSON.stringify([result, scene.lines])).not.toContain("Ana");
});

test.each(["lockless", "bare"])("a domain without a lock at the registrar “%s” is not unlocked", async (registrar) => {
  registered({ registrar });
  const sent = scene.callsOf("DomainUpdateLockingStatus");
  expect(await valueIn(prepare())).toMatchObject(done());
  expect(scene.callsOf("DomainUpdateLockingStatus")).toBe(sent);
});

test.each<[string, (row: WhmcsDomain) => void]>([
  ["the account's e-mail address differs from its owner's", () => (client.email = "billing@maple.example")],
  ["the domain's status forbids a transfer", (row) => (row.status = "Redemption")],
])("nothing starts, and nothing is unlocked, if %s", async (_, change) => {
  const { email } = client;
  change(registered());
  const said = await codeOf(prepare());
  client.email = email;
  expect([said, await found()]).toMatchObject(["not_allowed", { state: "absent" }]);
  expect([isLocked(), addon.delivered]).toEqual([true, []]);
});

describe("a change after the transfer began", () => {
  const begun = async () => {
    const row = registered();
    faults.plan({ kind: "html_500" }, { action: "DomainUpdateLockingStatus", times: 1 });
    expect(await codeOf(prepare())).toBe("billing_unavailable");
    return row;
  };

  test.each<[string, Partial<WhmcsDomain>]>([
    ["went to another account", { clientId: 1003 }],
    ["was ordered again", { id: 900_001 }],
    ["has left", { status: "Transferred Away" }],
  ])("a domain that %s stays locked, and nobody gets its code", async (_, change) => {
    Object.assign(await begun(), change);
    await later(200);
    expect(await found()).toMatchObject({ state: "refused", problem: { code: "not_allowed" } });
    expect([isLocked(), addon.delivered]).toEqual([true, []]);
  });

  test("the current owner gets the code, and the previous owner does not", async () => {
    await begun();
    const before = structuredClone(state.memberships);
    const { email } = client;
    client.email = state.users.find(({ id }) => id === 12)?.email ?? "";
    for (const membership of state.memberships)
      if (membership.clientId === ACCOUNT) membership.isOwner = membership.userId === 12;
    await later(200);
    expect(codesMailed().map(({ to }) => to)).toEqual([client.email]);
    state.memberships.splice(0, Number.POSITIVE_INFINITY, ...before);
    client.email = email;
  });
});

test("a call that is slower than its lookup is withdrawn and unlocks nothing", async () => {
  registered();
  const { slow, letGo } = scene.waiting("DomainGetLockingStatus");
  const asked = codeOf(slow.transferDomainOut(scene.name, scene.name));
  const row = db.prepare("SELECT 1 FROM actions WHERE reference = ?").bind(scene.name);
  await vi.waitFor(async () => expect(await row.first()).toBeTruthy());
  clock.now += 31_000;
  expect(await found()).toMatchObject({ state: "absent" });
  letGo();
  expect(await asked).toBe("billing_unavailable");
  expect([isLocked(), addon.delivered]).toEqual([true, []]);
});
