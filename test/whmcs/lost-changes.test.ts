import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const clock = { now: Date.parse("2026-11-20T15:00:00Z") };
const whmcs = await startWhmcs({ profile: "8.13", now: () => clock.now });
const { simulator, db, outbox } = whmcs;
const { state, faults, installation } = simulator;
const ACCOUNT = 1001;
const owner = contractCustomer(whmcs.billing, asks(11, ACCOUNT, "domains", "managedomains"));
const BEFORE = ["ns1.maple.example", "ns2.maple.example"];
const NEW = ["ns1.other.example", "ns2.other.example"];

let lines: Record<string, unknown>[];
let names = 0;
let name: string;
beforeEach(() => {
  lines = logLines();
  name = `lost-change-${++names}.com`;
  registerDomain(simulator, ACCOUNT, name);
  outbox.sent.length = 0;
});
afterEach(() => {
  faults.clear();
  vi.restoreAllMocks();
});
afterAll(() => whmcs.stop());

interface Change {
  kind: string;
  /** Of the API: what changes it, what reads it, and how often it is read before. */
  calls: { write: string; read: string; readBefore: number };
  make(): Promise<string>;
  subject(): string;
}

const CHANGES: Change[] = [
  {
    kind: "nameservers",
    calls: { write: "DomainUpdateNameservers", read: "DomainGetNameservers", readBefore: 1 },
    make: () => codeOf(owner.setDomainNameservers(name, NEW)),
    subject: () => `The nameservers of ${name} were changed`,
  },
  {
    kind: "an unlocking",
    calls: { write: "DomainUpdateLockingStatus", read: "DomainGetLockingStatus", readBefore: 1 },
    make: () => codeOf(owner.setDomainLock(name, false)),
    subject: () => `${name} was unlocked`,
  },
  {
    kind: "automatic renewal switched off",
    calls: { write: "UpdateClientDomain", read: "GetClientsDomains", readBefore: 1 },
    make: () => codeOf(owner.setDomainAutoRenew(name, false)),
    subject: () => `${name} no longer renews by itself`,
  },
];

/** The answer to the change is lost, and what is read after it. */
function loseOutcome({ write, read, readBefore }: Change["calls"], fault: Fault): void {
  faults.plan(fault, { action: write, times: 1 });
  faults.plan({ kind: "changed", change: (members) => members }, { action: read, times: readBefore });
  faults.plan({ kind: "html_500" }, { action: read, times: 1 });
}

async function pass(ms: number): Promise<void> {
  clock.now += ms;
  await whmcs.runScheduledWork();
}
const subjects = () => outbox.sent.map(({ subject }) => subject);
const claims = () => db.prepare("SELECT count(claimed_until) AS count FROM sent_changes").first("count");
const open = () => db.prepare("SELECT count(*) AS count FROM sent_changes").first("count");

describe.each(CHANGES)("$kind whose answer and reading are lost", ({ calls, make, subject }) => {
  test("is told to the owner by the schedule, once", async () => {
    loseOutcome(calls, { kind: "html_500_after" });
    expect(await make()).toBe("billing_unavailable");
    await whmcs.runScheduledWork();
    expect(subjects(), "whoever sent it may still be at work").toEqual([]);
    faults.plan({ kind: "html_500" }, { action: calls.read, times: 1 });
    await pass(61_000);
    expect(subjects(), "not told yet").toEqual([]);
    for (let run = 0; run < 3; run++) await pass(180_000);
    expect(subjects()).toEqual([subject()]);
    expect(await open()).toBe(0);
  });

  test("is told of once where it is made again before the schedule runs", async () => {
    loseOutcome(calls, { kind: "html_500" });
    expect(await make()).toBe("billing_unavailable");
    expect(await make()).toBe("ok");
    await vi.waitFor(() => expect(subjects()).toEqual([subject()]));
    await pass(61_000);
    expect(subjects()).toEqual([subject()]);
  });

  test("is told where the mail about it is not accepted at first", async () => {
    loseOutcome(calls, { kind: "html_500_after" });
    expect(await make()).toBe("billing_unavailable");
    outbox.failures = 2;
    await pass(61_000);
    expect([subjects(), outbox.failures]).toEqual([[], 0]);
    for (let run = 0; run < 3; run++) await pass(180_000);
    expect(subjects()).toEqual([subject()]);
    expect(await open()).toBe(0);
  });

  test("is told to nobody where it was not made", async () => {
    loseOutcome(calls, { kind: "html_500" });
    expect(await make()).toBe("billing_unavailable");
    await pass(61_000);
    expect(await open(), "it may still come").toBe(1);
    await pass(600_000);
    expect([subjects(), await open()]).toEqual([[], 0]);
  });
});

test("what a registrar does not tell for a day is told to nobody, and the operator hears of it", async () => {
  const [, unlocking] = CHANGES;
  if (!unlocking) throw new Error("no such change");
  loseOutcome(unlocking.calls, { kind: "html_500_after" });
  expect(await unlocking.make()).toBe("billing_unavailable");
  faults.plan({ kind: "html_500" }, { action: "DomainGetLockingStatus" });
  await pass(61_000);
  expect(await open()).toBe(1);
  await pass(86_400_000);
  expect([subjects(), await open()]).toEqual([[], 0]);
  const { id } = state.domains.find((row) => row.name === name) ?? {};
  expect(lines).toContainEqual(
    expect.objectContaining({ event: "change_not_confirmed", kind: "unlocked", domain: id }),
  );
});

test("a change whose mail never ends is told by the schedule: its caller may have been killed meanwhile", async () => {
  const [nameservers] = CHANGES;
  if (!nameservers) throw new Error("no such change");
  const EMAIL = { send: () => new Promise<never>(() => {}) };
  const { billing } = whmcs.again({ EMAIL });
  const customer = contractCustomer(billing, owner.query);
  void customer.setDomainNameservers(name, NEW);
  await vi.waitFor(() => expect(installation.registrar.names.get(name)?.nameservers).toEqual(NEW));
  await vi.waitFor(async () => expect(await claims()).toBe(1));
  await pass(61_000);
  expect(subjects(), "whoever made it may still be mailing").toEqual([]);
  await pass(120_000);
  expect(subjects()).toEqual([nameservers.subject()]);
  expect(await open()).toBe(0);
});

test("a change whose mail is not accepted for a day is told to nobody, and the operator hears of it", async () => {
  const { id } = state.domains.find((row) => row.name === name) ?? {};
  outbox.failures = Number.POSITIVE_INFINITY;
  expect(await valueIn(owner.setDomainNameservers(name, NEW))).toMatchObject({ changed: true, ownerTold: false });
  await pass(180_000);
  expect(await open()).toBe(1);
  await pass(86_400_000);
  outbox.failures = 0;
  expect([subjects(), await open()]).toEqual([[], 0]);
  const fields = { kind: "nameserversChanged", domain: id, is_made: true };
  expect(lines).toContainEqual(expect.objectContaining({ event: "change_not_confirmed", ...fields }));
});

test("a name that has left the account meanwhile is told to nobody", async () => {
  const [nameservers] = CHANGES;
  if (!nameservers) throw new Error("no such change");
  loseOutcome(nameservers.calls, { kind: "html_500_after" });
  await nameservers.make();
  const row = state.domains.find((domain) => domain.name === name);
  if (row) row.clientId = 1003;
  await pass(61_000);
  await pass(600_000);
  expect([subjects(), await open()]).toEqual([[], 0]);
});

test("without a mail sender nothing is kept", async () => {
  const { billing } = whmcs.again({ MAIL_FROM: "" });
  const customer = contractCustomer(billing, owner.query);
  expect(await valueIn(customer.setDomainNameservers(name, NEW))).toMatchObject({ changed: true, ownerTold: false });
  expect(installation.registrar.names.get(name)?.nameservers).toEqual(NEW);
  expect(await valueIn(customer.setDomainNameservers(name, BEFORE))).toMatchObject({ changed: true });
  expect(await open()).toBe(0);
});
