import { expect, test } from "vitest";
import { type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";
import {
  hadNoSlot,
  type SourceReply,
  settledBy,
  soonestRetry,
  unknownReason,
} from "../../../workers/catalogue/availability/combine-verdicts.ts";
import { SOURCES } from "../../../workers/catalogue/availability/sources/bundled-sources.ts";

const [source] = SOURCES.get("com")?.sources ?? [];
const FREE = verdict("available", "no_registration_found");
const TAKEN = verdict("taken", "registered");
const THROTTLED = verdict("throttled", "rate_limited");
const UNTRUSTED = verdict("unknown", "no_registration_found");
const SILENT = verdict("unknown", "timeout");
const REFUSED = verdict("unknown", "refused");
const NOBODY = verdict("unknown", "no_public_source");

/** Sources in their order; null has not replied yet. */
function asked(...verdicts: (Verdict | null)[]): SourceReply[] {
  if (!source) throw new Error("no source");
  return verdicts.map((verdict) =>
    verdict ? { source, reply: { verdict, at: 0, asked: true, retryAfterMs: null } } : { source },
  );
}

/** The DNS, which says this at once. */
const dns = (verdict: Verdict): SourceReply => ({
  source: { kind: "dns" },
  reply: { verdict, at: 0, asked: true, retryAfterMs: 1 },
});

const said = (turns: SourceReply[], patient = true) => settledBy(turns, patient)?.reply.verdict.status ?? null;

test.each<[string, (Verdict | null)[], string | null]>([
  ["the first source settles it", [FREE], "available"],
  ["proof of registration settles it, whoever gives it", [null, TAKEN], "taken"],
  ["taken wins over available", [FREE, TAKEN], "taken"],
  ["a doubt of the first leaves it to the second", [SILENT, FREE], "available"],
  ["available waits for a source that comes before", [null, FREE], null],
  ["available waits for none that comes after", [FREE, null], "available"],
  ["doubts settle nothing", [SILENT, THROTTLED], null],
  ["a not-found that is not trusted settles nothing", [UNTRUSTED], null],
])("%s", (_, verdicts, expected) => {
  expect(said(asked(...verdicts))).toBe(expected);
});

test("available waits for a source that comes before only so long", () => {
  expect(said(asked(null, FREE), false)).toBe("available");
});

test.each<[(Verdict | null)[], string]>([
  [[SILENT, THROTTLED], "rate_limited"],
  [[UNTRUSTED, SILENT], "timeout"],
  [[UNTRUSTED], "no_registration_found"],
  [[], "timeout"],
  [[null], "timeout"],
  [[null, UNTRUSTED], "no_registration_found"],
  [[NOBODY], "no_public_source"],
  [[NOBODY, UNTRUSTED], "no_registration_found"],
])("%o is left as %s", (verdicts, reason) => {
  expect(unknownReason(asked(...verdicts))).toBe(reason);
  expect(unknownReason([dns(THROTTLED), ...asked(...verdicts)]), "whatever the DNS says").toBe(reason);
});

const SOONEST = "the soonest of those that may know more";
const CONFIRMED = "one that found nothing waits for the one that has to confirm it";
test.each<[string, (Verdict | null)[], (number | null)[], number | null]>([
  [SOONEST, [SILENT, THROTTLED], [30_000, 5_000], 5_000],
  [CONFIRMED, [UNTRUSTED, REFUSED], [30_000, 300_000], 300_000],
  ["one that found nothing, alone", [UNTRUSTED], [30_000], 30_000],
  ["nobody to ask", [NOBODY], [null], null],
  ["somebody besides nobody", [NOBODY, SILENT], [null, 5_000], 5_000],
  ["no reply yet", [null], [null], 30_000],
  ["nobody says when", [SILENT], [null], 30_000],
  ["one of the others says when", [UNTRUSTED, SILENT, THROTTLED], [1_000, null, 5_000], 5_000],
  ["none of the others says when", [UNTRUSTED, SILENT, null], [1_000, null, null], 1_000],
])("when asking again may help: %s", (_, verdicts, retries, expected) => {
  const turns = asked(...verdicts);
  for (const [at, retryAfterMs] of retries.entries()) Object.assign(turns[at]?.reply ?? {}, { retryAfterMs });
  expect(soonestRetry(turns, 30_000)).toBe(expected);
});

test("only a registry's limits leave a query without a slot", () => {
  if (!source) throw new Error("no source");
  const reply = { verdict: THROTTLED, at: 0, asked: false, retryAfterMs: 1_000 };
  expect(hadNoSlot({ source, reply })).toBe(true);
  expect(hadNoSlot({ source, reply: { ...reply, asked: true } })).toBe(false);
  expect(hadNoSlot({ source })).toBe(false);
  expect(hadNoSlot({ source: { kind: "dns" }, reply })).toBe(false);
  expect(hadNoSlot({ source: { ...source, kind: "registrar" }, reply })).toBe(false);
});
