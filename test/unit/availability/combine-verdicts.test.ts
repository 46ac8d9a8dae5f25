import { expect, test } from "vitest";
import type { RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import { type Reason, type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";
import {
  hadNoSlot,
  settledBy,
  soonestRetry,
  unknownReason,
} from "../../../workers/catalogue/availability/combine-verdicts.ts";

const FREE = verdict("available", "no_registration_found");
const TAKEN = verdict("taken", "registered");
const RESERVED = verdict("reserved", "reserved");
const THROTTLED = verdict("throttled", "rate_limited");
const UNTRUSTED = verdict("unknown", "no_registration_found");
const SILENT = verdict("unknown", "timeout");
const REFUSED = verdict("unknown", "refused");
const NOBODY = verdict("unknown", "no_public_source");

function replyOf(found: Verdict, retryAfterMs: number | null = null): RegistryReply {
  return { verdict: found, source: "rdap", at: 0, asked: true, retryAfterMs };
}

/** Converts verdicts to replies, in the order of the sources. `null` means that a source has not replied. */
const replies = (verdicts: (Verdict | null)[]) => verdicts.map((found) => found && replyOf(found));

const said = (verdicts: (Verdict | null)[], waitForEarlier = true) =>
  settledBy(replies(verdicts), waitForEarlier)?.verdict.status ?? null;

test.each<[string, (Verdict | null)[], string | null]>([
  ["the first source decides", [FREE], "available"],
  ["proof of registration from any source decides", [null, TAKEN], "taken"],
  ["taken wins over available", [FREE, TAKEN], "taken"],
  ["if the first source is uncertain, the second decides", [SILENT, FREE], "available"],
  ["available waits for an earlier source", [null, FREE], null],
  ["available does not wait for a later source", [FREE, null], "available"],
  ["uncertain replies decide nothing", [SILENT, THROTTLED], null],
  ["an untrusted not-found decides nothing", [UNTRUSTED], null],
])("%s", (_, verdicts, expected) => {
  expect(said(verdicts)).toBe(expected);
});

const ofRegistrar = (found: Verdict): RegistryReply => ({ ...replyOf(found), source: "registrar" });

test.each<[string, (RegistryReply | null)[], Verdict | null]>([
  ["decides if no other source was queried", [ofRegistrar(TAKEN)], TAKEN],
  ["waits for the other sources", [ofRegistrar(TAKEN), null], null],
  ["leaves a registered domain to the registry", [ofRegistrar(TAKEN), replyOf(TAKEN)], TAKEN],
  ["makes a domain reserved that another source finds free", [ofRegistrar(TAKEN), replyOf(FREE)], RESERVED],
  ["does not decide if the other source is uncertain", [ofRegistrar(TAKEN), replyOf(SILENT)], null],
  ["that is reserved decides", [ofRegistrar(RESERVED), replyOf(FREE)], RESERVED],
])("a registrar's refusal to sell a domain %s", (_, all, expected) => {
  expect(settledBy(all, true)?.verdict ?? null).toEqual(expected);
});

test("a registrar that does not sell the domain is no reason for an unknown verdict", () => {
  expect(unknownReason([ofRegistrar(TAKEN), replyOf(SILENT)])).toBe("timeout");
  expect(unknownReason([ofRegistrar(TAKEN)])).toBe("timeout");
});

test("an available verdict waits for an earlier source only for a limited time", () => {
  expect(said([null, FREE], false)).toBe("available");
});

test.each<[Verdict[], string]>([
  [[SILENT, THROTTLED], "rate_limited"],
  [[UNTRUSTED, SILENT], "timeout"],
  [[UNTRUSTED], "no_registration_found"],
  [[], "timeout"],
  [[NOBODY], "no_public_source"],
  [[NOBODY, UNTRUSTED], "no_registration_found"],
])("the reasons %o combine to %s", (verdicts, reason) => {
  const dns: RegistryReply = { ...replyOf(THROTTLED, 1), source: "dns" };
  const all = verdicts.map((found) => replyOf(found));
  expect(unknownReason(all)).toBe(reason);
  expect(unknownReason([dns, ...all]), "whatever DNS answers").toBe(reason);
});

const LATE = verdict("unknown", "unreachable");
const BUDGET = verdict("unknown", "budget");
test.each<[Verdict[], Reason]>([
  [[], "timeout"],
  [[UNTRUSTED], "timeout"],
  [[BUDGET], "budget"],
  [[NOBODY], "timeout"],
  [[LATE], "unreachable"],
])("a slow registrar, with %j from the registries, leads to the reason %s", (verdicts, reason) => {
  const registrar: RegistryReply = { ...replyOf(LATE), source: "registrar" };
  const others = verdicts.map((found) => replyOf(found));
  expect(unknownReason([registrar, ...others])).toBe(reason);
  expect(unknownReason([...others, registrar])).toBe(reason);
});

test("a refusal by the registrar becomes the reason if no other source replied", () => {
  expect(unknownReason([{ ...replyOf(REFUSED), source: "registrar" }])).toBe("refused");
});

test.each<[string, RegistryReply[], number | null]>([
  ["the earliest retry of a source that may know more", [replyOf(SILENT, 30_000), replyOf(THROTTLED, 5_000)], 5_000],
  ["a not-found waits for a confirmation", [replyOf(UNTRUSTED, 30_000), replyOf(REFUSED, 300_000)], 300_000],
  ["a single not-found", [replyOf(UNTRUSTED, 30_000)], 30_000],
  ["no reply", [], 30_000],
  ["no source", [replyOf(NOBODY, null)], null],
  ["one source with a retry time and one without", [replyOf(NOBODY, null), replyOf(SILENT, 5_000)], 5_000],
  ["no source has a retry time", [replyOf(SILENT, null)], 30_000],
  [
    "one of the others has a retry time",
    [replyOf(UNTRUSTED, 1_000), replyOf(SILENT, null), replyOf(THROTTLED, 5_000)],
    5_000,
  ],
  ["none of the others has a retry time", [replyOf(UNTRUSTED, 1_000), replyOf(SILENT, null)], 1_000],
])("the retry time is the earliest one that may give a better verdict: %s", (_, all, expected) => {
  expect(soonestRetry(all, 30_000)).toBe(expected);
  const dns: RegistryReply = { ...replyOf(SILENT, 1), source: "dns" };
  expect(soonestRetry([dns, ...all], 30_000), "whatever DNS answers").toBe(expected);
});

test("only a registry's limits can leave a query without a slot", () => {
  const reply = { ...replyOf(THROTTLED, 1_000), asked: false };
  expect(hadNoSlot(reply)).toBe(true);
  expect(hadNoSlot({ ...reply, asked: true })).toBe(false);
  expect(hadNoSlot({ ...reply, source: "dns" })).toBe(false);
  expect(hadNoSlot({ ...reply, source: "registrar" })).toBe(false);
});
