import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { UNSUPPORTED } from "../../dev/whmcs/provisioning/registrar.ts";
import { nextId, type WhmcsDomain } from "../../dev/whmcs/state.ts";
import { codeOf, pointersIn, valueIn } from "../billing-contract/questions.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { useActingWhmcs } from "./support/use-whmcs.ts";

/* Tests nameservers, lock and automatic renewal: unsupported settings, lost responses, and notices to the owner. */

/** An account without unpaid invoices in the demonstration. */
const ACCOUNT = 1003;
const scene = await useActingWhmcs({}, [13, ACCOUNT]);
const { simulator, db, outbox, clock } = scene;
const { state, faults, installation } = simulator;
const BEFORE = ["ns1.maple.example", "ns2.maple.example"];
const NEW = ["ns1.other.example", "ns2.other.example"];
const LOCK_READ = "DomainGetLockingStatus";

const owner = scene.customer();
const register = (more?: Partial<WhmcsDomain>) => registerDomain(simulator, ACCOUNT, scene.name, more);
const held = () => installation.registrar.names.get(scene.name);
const row = () => state.domains.findLast(({ name }) => name === scene.name);
const setNameservers = (nameservers = NEW) => owner.setDomainNameservers(scene.name, nameservers);
const read = () => valueIn(owner.readRegistrarSettings(scene.name));
const subjects = () => outbox.sent.map(({ subject }) => subject);
const open = () => db.prepare("SELECT count(*) AS count FROM sent_changes").first("count");

beforeEach(() => {
  installation.registrar.failures.length = 0;
  state.invoices = state.invoices.filter(({ clientId, status }) => clientId !== ACCOUNT || status !== "Unpaid");
});

async function pass(ms: number): Promise<void> {
  clock.now += ms;
  await scene.runScheduledWork();
}

describe("reads from the registrar", () => {
  test.each([
    ["DomainGetNameservers", { nameservers: [], locked: true, lockSupported: true }],
    [LOCK_READ, { nameservers: BEFORE, locked: null, lockSupported: true }],
  ])("a failure of %s leaves only its value unknown", async (action, expected) => {
    register();
    for (const fault of [{ kind: "html_500" }, { kind: "error", text: "Registrar Error Message: no" }] as const) {
      faults.clear();
      faults.plan(fault, { action });
      expect(await read()).toMatchObject({ ...expected, registrar: "enom" });
    }
  });

  test.each([
    ["a registrar that times out", { kind: "error", text: "cURL error 28: Operation timed out" }, "server_unavailable"],
    ["a registrar that refuses", { kind: "error", text: "Domain not found in account of Ana" }, "refused"],
    ["a billing system that fails", { kind: "html_500" }, "billing_unavailable"],
  ] as const)("a read returns a problem without the registrar's own text for %s", async (_, fault, code) => {
    register();
    for (const action of ["DomainGetNameservers", LOCK_READ]) faults.plan(fault, { action });
    const result = await owner.readRegistrarSettings(scene.name);
    expect(result).toMatchObject({ ok: false, problem: { code } });
    expect(JSON.stringify([result, scene.lines])).not.toContain("Ana");
  });

  test("a read reports no lock if the module or the extension does not support locks", async () => {
    register({ registrar: "bare" });
    const none = { locked: null, lockSupported: false, eligibleForTransfer: true };
    expect(await read()).toMatchObject({ ...none, nameservers: [] });
    scene.name = scene.name.replace(".com", ".de");
    register();
    expect(await read()).toMatchObject({ ...none, reasons: [] });
  });

  test("a domain that the account has twice is not read or changed, and the operator gets an alert", async () => {
    register();
    register();
    const name = scene.name;
    expect(await codeOf(owner.readRegistrarSettings(name))).toBe("billing_unavailable");
    expect(await codeOf(setNameservers())).toBe("billing_unavailable");
    expect(await codeOf(owner.setDomainAutoRenew(name, false))).toBe("billing_unavailable");
    expect(await codeOf(owner.transferDomainOut(name))).toBe("billing_unavailable");
    expect(scene.lines.filter(({ event }) => event === "billing_domain_twice")).toHaveLength(4);
    expect(held()).toMatchObject({ nameservers: BEFORE, isLocked: true });
  });
});

const done = (answer: Fault): Fault => ({ kind: "write", times: 1, afterMs: 0, answer });
const LOST: [string, Fault][] = [
  ["an error page", { kind: "html_500_after" }],
  ["a registrar's timeout", done({ kind: "error", text: "Registrar Error Message: cURL error 28: timed out" })],
  ["a connection that breaks", done({ kind: "reset" })],
];

const CHANGES = [
  {
    kind: "nameservers",
    ...{ write: "DomainUpdateNameservers", reading: "DomainGetNameservers" },
    make: () => codeOf(setNameservers()),
    isMade: () => held()?.nameservers.join() === NEW.join(),
    subject: () => `The nameservers of ${scene.name} were changed`,
    notMade: [
      ["billing_unavailable", { kind: "html_500" }],
      ["server_unavailable", { kind: "error", text: "Could not connect to the registrar of Ana" }],
      ["refused", { kind: "error", text: "Registrar Error Message: no such host of Ana" }],
      ["not_allowed", { kind: "error", text: UNSUPPORTED.toUpperCase() }],
    ],
  },
  {
    kind: "an unlocking",
    ...{ write: "DomainUpdateLockingStatus", reading: LOCK_READ },
    make: () => codeOf(owner.setDomainLock(scene.name, false)),
    isMade: () => held()?.isLocked === false,
    subject: () => `${scene.name} was unlocked`,
    notMade: [["not_allowed", { kind: "error", text: UNSUPPORTED }]],
  },
  {
    kind: "automatic renewal switched off",
    ...{ write: "UpdateClientDomain", reading: "GetClientsDomains" },
    make: () => codeOf(owner.setDomainAutoRenew(scene.name, false)),
    isMade: () => row()?.doesNotRenew === true,
    subject: () => `${scene.name} no longer renews automatically`,
    notMade: [
      ["billing_unavailable", { kind: "html_500" }],
      ["billing_unavailable", { kind: "error", text: "Something of Ana went wrong" }],
      // WHMCS reports success but changes nothing.
      ["billing_unavailable", { kind: "answer", status: 200, body: '{"result":"success","domainid":1}' }],
      ["not_found", { kind: "error", text: "Domain ID Not Found" }],
    ],
  },
] satisfies { kind: string; notMade: [string, Fault][]; [more: string]: unknown }[];

/** Makes the change end with a fault, and makes the read after it fail. */
function loseOutcome({ write, reading }: (typeof CHANGES)[number], fault: Fault): void {
  faults.plan(fault, { action: write, times: 1 });
  faults.plan({ kind: "changed", change: (members) => members }, { action: reading, times: 1 });
  faults.plan({ kind: "html_500" }, { action: reading, times: 1 });
}

describe.each(CHANGES)("domain settings: $kind", (change) => {
  const { write, make, isMade, subject, notMade } = change;
  beforeEach(() => void register());

  test.each(LOST)(
    "a change that ends with %s is sent once and read back, and the owner gets one notice",
    async (_, fault) => {
      faults.plan(fault, { action: write, times: 1 });
      const before = scene.callsOf(write);
      expect([await make(), isMade()]).toEqual(["ok", true]);
      expect(scene.callsOf(write) - before).toBe(1);
      await vi.waitFor(() => expect(subjects()).toEqual([subject()]));
    },
  );

  test.each(notMade)("a change that was not made returns %s, and the owner gets no notice", async (code, fault) => {
    faults.plan(fault, { action: write, times: 1 });
    expect([await make(), isMade()]).toEqual([code, false]);
    expect(outbox.sent).toEqual([]);
    expect(JSON.stringify(scene.lines)).not.toContain("Ana");
  });

  test("scheduled work sends one notice if the responses to the change and the read are lost", async () => {
    loseOutcome(change, { kind: "html_500_after" });
    expect(await make()).toBe("billing_unavailable");
    await scene.runScheduledWork();
    expect(subjects(), "the sender may still be at work").toEqual([]);
    for (const ms of [61_000, 180_000]) await pass(ms);
    expect([subjects(), await open()]).toEqual([[subject()], 0]);
  });

  test("a change that is repeated before scheduled work runs causes one notice", async () => {
    loseOutcome(change, { kind: "html_500" });
    expect([await make(), await make()]).toEqual(["billing_unavailable", "ok"]);
    await vi.waitFor(() => expect(subjects()).toEqual([subject()]));
    await pass(61_000);
    expect(subjects()).toEqual([subject()]);
  });

  test("scheduled work sends no notice if the change was not made", async () => {
    loseOutcome(change, { kind: "html_500" });
    expect(await make()).toBe("billing_unavailable");
    await pass(61_000);
    expect(await open(), "it may still arrive").toBe(1);
    await pass(600_000);
    expect([subjects(), await open()]).toEqual([[], 0]);
  });

  test("scheduled work sends no notice if the domain has left the account", async () => {
    loseOutcome(change, { kind: "html_500_after" });
    await make();
    Object.assign(row() ?? {}, { clientId: 1001 });
    await pass(61_000);
    await pass(600_000);
    expect([subjects(), await open()]).toEqual([[], 0]);
  });
});

describe("notices to the owner", () => {
  beforeEach(() => void register());

  test("scheduled work sends a notice if the call that claimed it never finishes", async () => {
    void scene.customer({ EMAIL: { send: () => new Promise<never>(() => {}) } }).setDomainNameservers(scene.name, NEW);
    const claims = () => db.prepare("SELECT count(claimed_until) AS count FROM sent_changes").first("count");
    await vi.waitFor(async () => expect(await claims()).toBe(1));
    await pass(61_000);
    expect(subjects(), "the caller may still be mailing").toEqual([]);
    await pass(120_000);
    expect(subjects()).toEqual([`The nameservers of ${scene.name} were changed`]);
    expect(await open()).toBe(0);
  });

  test.each<[string, () => Promise<unknown>, object]>([
    [
      "is not accepted",
      async () => {
        outbox.failures = Number.POSITIVE_INFINITY;
        expect(await valueIn(setNameservers())).toMatchObject({ changed: true, ownerTold: false });
      },
      { kind: "nameserversChanged", is_made: true },
    ],
    [
      "waits for a response from the registrar",
      async () => {
        loseOutcome(CHANGES[1] as (typeof CHANGES)[number], { kind: "html_500_after" });
        expect(await codeOf(owner.setDomainLock(scene.name, false))).toBe("billing_unavailable");
        faults.plan({ kind: "html_500" }, { action: LOCK_READ });
      },
      { kind: "unlocked" },
    ],
  ])("a notice that %s for a day is abandoned, and the operator gets an alert", async (_, change, fields) => {
    await change();
    expect(await open()).toBe(1);
    await pass(86_400_000);
    outbox.failures = 0;
    expect([subjects(), await open()]).toEqual([[], 0]);
    const line = { event: "change_not_confirmed", domain: row()?.id, ...fields };
    expect(scene.lines).toContainEqual(expect.objectContaining(line));
  });

  test("a change is made without an e-mail sender, and no notice is stored", async () => {
    const withoutMail = scene.customer({ MAIL_FROM: "" });
    const made = await valueIn(withoutMail.setDomainNameservers(scene.name, NEW));
    expect(made).toMatchObject({ changed: true, ownerTold: false, nameservers: NEW });
    expect(await open()).toBe(0);
  });
});

test("a domain gets at most five nameservers, and a shorter list is a change", async () => {
  register();
  const six = Array.from({ length: 6 }, (_, index) => `ns${index}.other.example`);
  expect(await pointersIn(setNameservers(six))).toEqual(["/nameservers"]);
  for (const hosts of [six.slice(1), six.slice(4)]) {
    expect(await valueIn(setNameservers(hosts))).toMatchObject({ nameservers: hosts, changed: true });
    expect(held()?.nameservers).toEqual(hosts);
  }
});

test("a setting that the registrar does not report can be set, and the e-mail names no previous value", async () => {
  register({ registrar: "lockfail" });
  for (let time = 0; time < 2; time++) expect(await valueIn(setNameservers(BEFORE))).toMatchObject({ changed: true });
  expect(outbox.sent[0]?.text).toContain("did not give the previous ones");
  expect(await codeOf(owner.setDomainLock(scene.name, true)), "it looks open").toBe("refused");
  Object.assign(row() ?? {}, { registrar: "enom" });
  faults.plan({ kind: "html_500" }, { action: LOCK_READ, times: 1 });
  expect(await valueIn(owner.setDomainLock(scene.name, false))).toMatchObject({ locked: false, changed: true });
});

describe("an unpaid renewal invoice", () => {
  beforeEach(() => void register());

  function unpaidInvoice(): string {
    const id = nextId(state.invoices);
    const item = { type: "Domain", relatedId: row()?.id ?? 0, description: "Renewal", amount: 1899 } as const;
    const dates = { issuedOn: "2026-11-10", dueOn: "2026-11-30", paidAt: null };
    const amounts = { subtotal: 1899, taxes: [], credit: 0, paid: 0, items: [item] };
    state.invoices.push({ id, clientId: ACCOUNT, number: `T-${id}`, status: "Unpaid", ...dates, ...amounts });
    return `T-${id}`;
  }
  const switchOff = () => valueIn(owner.setDomainAutoRenew(scene.name, false));

  test("is named when automatic renewal is switched off, but not when it is switched on, and remains unpaid", async () => {
    const number = unpaidInvoice();
    for (let time = 0; time < 2; time++)
      expect(await switchOff()).toMatchObject({ renewalInvoice: { kind: "open", number } });
    expect(state.invoices.find((invoice) => invoice.number === number)?.status).toBe("Unpaid");
    expect(await valueIn(owner.setDomainAutoRenew(scene.name, true))).not.toHaveProperty("renewalInvoice");
    faults.plan({ kind: "html_500" }, { action: "GetOpenRenewal" });
    expect(await switchOff()).toMatchObject({ renewalInvoice: { kind: "unknown" } });
  });

  test("prevents a renewal order, so that WHMCS creates no second invoice", async () => {
    const number = unpaidInvoice();
    const renew = () => owner.renewDomain(scene.name, {}, scene.name);
    expect(await renew()).toMatchObject({
      problem: {
        code: "already_requested",
        actionRequired: { path: expect.stringContaining(number.replace("T-", "id=")) },
      },
    });
    faults.plan({ kind: "html_500" }, { action: "GetOpenRenewal" });
    expect(await renew()).toMatchObject({ problem: { code: "billing_unavailable", isUndone: true } });
    faults.clear();
    state.invoices = state.invoices.filter((invoice) => invoice.number !== number);
    expect(await codeOf(renew())).toBe("ok");
  });
});
