import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { UNSUPPORTED } from "../../dev/whmcs/provisioning/registrar.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, pointersIn, valueIn } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await startWhmcs({ profile: "8.13", now: () => Date.parse("2026-11-20T15:00:00Z") });
const { simulator, outbox } = whmcs;
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
  name = `at-registrar-${++names}.com`;
  outbox.sent.length = 0;
});
afterEach(() => {
  faults.clear();
  installation.registrar.failures.length = 0;
  vi.restoreAllMocks();
});
afterAll(() => whmcs.stop());

const held = () => installation.registrar.names.get(name);
const timesSent = (action: string) => simulator.calls.filter((call) => call.action === action).length;
const setNameservers = (nameservers = NEW) => owner.setDomainNameservers(name, nameservers);
const read = () => valueIn(owner.readRegistrarSettings(name));
const LOST: [string, Fault][] = [
  ["an error page", { kind: "html_500_after" }],
  ["a registrar's timeout", done({ kind: "error", text: "Registrar Error Message: cURL error 28: timed out" })],
  ["a connection that breaks", done({ kind: "reset" })],
];

function done(answer: Fault): Fault {
  return { kind: "write", times: 1, afterMs: 0, answer };
}

describe("what is read", () => {
  test.each([
    ["DomainGetNameservers", { nameservers: [], locked: true, lockSupported: true }],
    ["DomainGetLockingStatus", { nameservers: BEFORE, locked: null, lockSupported: true }],
  ])("without an answer to %s has the rest", async (action, expected) => {
    registerDomain(simulator, ACCOUNT, name);
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
  ] as const)("nothing of it, by %s, is a problem and says nothing of the registrar's own", async (_, fault, code) => {
    registerDomain(simulator, ACCOUNT, name);
    for (const action of ["DomainGetNameservers", "DomainGetLockingStatus"]) faults.plan(fault, { action });
    const result = await owner.readRegistrarSettings(name);
    expect(result).toMatchObject({ ok: false, problem: { code } });
    expect(JSON.stringify([result, lines])).not.toContain("Ana");
  });

  test("of a module that can do neither is known to be nothing", async () => {
    registerDomain(simulator, ACCOUNT, name, { registrar: "bare" });
    expect(await read()).toMatchObject({
      nameservers: [],
      locked: null,
      lockSupported: false,
      eligibleForTransfer: true,
    });
  });

  test("of an extension without a lock is no lock, whatever the module says", async () => {
    name = `without-lock-${names}.de`;
    registerDomain(simulator, ACCOUNT, name);
    expect(await read()).toMatchObject({ locked: null, lockSupported: false, eligibleForTransfer: true, reasons: [] });
  });

  test("of a name that the account has twice is nothing, and the operator is told", async () => {
    registerDomain(simulator, ACCOUNT, name);
    registerDomain(simulator, ACCOUNT, name);
    expect(await codeOf(owner.readRegistrarSettings(name))).toBe("billing_unavailable");
    expect(await codeOf(setNameservers())).toBe("billing_unavailable");
    expect(await codeOf(owner.setDomainAutoRenew(name, false))).toBe("billing_unavailable");
    expect(await codeOf(owner.transferDomainOut(name))).toBe("billing_unavailable");
    expect(lines.filter(({ event }) => event === "billing_domain_twice")).toHaveLength(4);
    expect(held()).toMatchObject({ nameservers: BEFORE, isLocked: true });
  });
});

describe("nameservers", () => {
  test("are set, and the owner is mailed those of before; the same again changes and mails nothing", async () => {
    registerDomain(simulator, ACCOUNT, name);
    expect(await valueIn(setNameservers())).toMatchObject({ nameservers: NEW, changed: true, ownerTold: true });
    expect(held()?.nameservers).toEqual(NEW);
    expect(await valueIn(setNameservers(NEW.toReversed()))).toMatchObject({ changed: false, ownerTold: false });
    expect(outbox.sent).toEqual([expect.objectContaining({ to: "owner@maple.example" })]);
    const { subject, text } = outbox.sent[0] ?? { subject: "", text: "" };
    expect(subject).toBe(`The nameservers of ${name} were changed`);
    for (const host of [...BEFORE, ...NEW]) expect(text).toContain(host);
    const { id } = state.domains.find((row) => row.name === name) ?? {};
    expect(text).toContain(`${simulator.url}/clientarea.php?action=domaindetails&id=${id}\n`);
  });

  test("are five at most", async () => {
    registerDomain(simulator, ACCOUNT, name);
    const six = Array.from({ length: 6 }, (_, index) => `ns${index}.other.example`);
    expect(await pointersIn(setNameservers(six))).toEqual(["/nameservers"]);
    expect(await valueIn(setNameservers(six.slice(1)))).toMatchObject({ nameservers: six.slice(1) });
    expect(held()?.nameservers).toEqual(six.slice(1));
  });

  test("that are not told are not compared with: they are set, and the mail does not say that there were none", async () => {
    registerDomain(simulator, ACCOUNT, name, { registrar: "lockfail" });
    const before = timesSent("DomainUpdateNameservers");
    expect(await valueIn(setNameservers([`ns1.${name}`, ...BEFORE]))).toMatchObject({ changed: true, ownerTold: true });
    expect(held()?.nameservers).toEqual([`ns1.${name}`, ...BEFORE]);
    expect(await valueIn(setNameservers([`ns1.${name}`, ...BEFORE]))).toMatchObject({ changed: true });
    expect(timesSent("DomainUpdateNameservers") - before).toBe(2);
    expect(outbox.sent[0]?.text).toContain("did not say which it had before");
  });

  test("are told apart as a whole: fewer than there are is a change", async () => {
    registerDomain(simulator, ACCOUNT, name);
    await valueIn(setNameservers([...NEW, ...BEFORE]));
    expect(await valueIn(setNameservers(NEW))).toMatchObject({ changed: true });
    expect(held()?.nameservers).toEqual(NEW);
  });

  test.each(LOST)("after %s they are read back: they are set once, and the owner is told", async (_, fault) => {
    registerDomain(simulator, ACCOUNT, name);
    const before = timesSent("DomainUpdateNameservers");
    faults.plan(fault, { action: "DomainUpdateNameservers", times: 1 });
    expect(await valueIn(setNameservers())).toMatchObject({ changed: true, ownerTold: true, nameservers: NEW });
    expect(timesSent("DomainUpdateNameservers") - before).toBe(1);
    expect(outbox.sent).toHaveLength(1);
  });

  test.each([
    ["billing_unavailable", { kind: "html_500" }],
    ["server_unavailable", { kind: "error", text: "Could not connect to the registrar of Ana" }],
    ["refused", { kind: "error", text: "Registrar Error Message: no such host of Ana" }],
    ["not_allowed", { kind: "error", text: UNSUPPORTED.toUpperCase() }],
  ] as const)("that were not set are %s, and nobody is told of a change", async (code, fault) => {
    registerDomain(simulator, ACCOUNT, name);
    faults.plan(fault, { action: "DomainUpdateNameservers", times: 1 });
    const result = await setNameservers();
    expect(result).toMatchObject({ ok: false, problem: { code } });
    expect(held()?.nameservers).toEqual(BEFORE);
    expect(outbox.sent).toEqual([]);
    expect(JSON.stringify([result, lines])).not.toContain("Ana");
  });

  test("change without a mail sender too, and then nobody is said to be told", async () => {
    registerDomain(simulator, ACCOUNT, name);
    const withoutMail = contractCustomer(whmcs.again({ MAIL_FROM: "" }).billing, owner.query);
    expect(await valueIn(withoutMail.setDomainNameservers(name, NEW))).toMatchObject({
      ...{ changed: true, ownerTold: false, nameservers: NEW },
    });
  });

  test("are not set back where the mail fails", async () => {
    registerDomain(simulator, ACCOUNT, name);
    outbox.failures = 2;
    expect(await valueIn(setNameservers())).toMatchObject({ changed: true, ownerTold: false });
    expect(held()?.nameservers).toEqual(NEW);
  });
});

describe("the lock", () => {
  test("is taken off with a mail, and put on without one", async () => {
    registerDomain(simulator, ACCOUNT, name);
    for (const locked of [false, true]) {
      expect(await valueIn(owner.setDomainLock(name, locked))).toMatchObject({ locked, ownerTold: !locked });
      expect(held()?.isLocked).toBe(locked);
    }
    expect(outbox.sent.map(({ subject }) => subject)).toEqual([`${name} was unlocked`]);
  });

  test.each(LOST)("after %s it is read back", async (_, fault) => {
    registerDomain(simulator, ACCOUNT, name);
    faults.plan(fault, { action: "DomainUpdateLockingStatus", times: 1 });
    expect(await valueIn(owner.setDomainLock(name, false))).toMatchObject({ locked: false, changed: true });
    expect(outbox.sent).toHaveLength(1);
  });

  test("of a module without one cannot be set", async () => {
    registerDomain(simulator, ACCOUNT, name, { registrar: "lockless" });
    expect(await read()).toMatchObject({ locked: null, lockSupported: false });
    for (const locked of [true, false]) expect(await codeOf(owner.setDomainLock(name, locked))).toBe("not_allowed");
  });

  test("that looks open and cannot be set is refused, and not taken for set", async () => {
    registerDomain(simulator, ACCOUNT, name, { registrar: "lockfail" });
    expect(await codeOf(owner.setDomainLock(name, true))).toBe("refused");
    expect(await read()).toMatchObject({ locked: false });
  });

  test("that is not told is set, and not skipped", async () => {
    registerDomain(simulator, ACCOUNT, name);
    faults.plan({ kind: "html_500" }, { action: "DomainGetLockingStatus", times: 1 });
    expect(await valueIn(owner.setDomainLock(name, false))).toMatchObject({ locked: false, changed: true });
    expect(held()?.isLocked).toBe(false);
  });
});
