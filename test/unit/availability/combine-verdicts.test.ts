import { expect, test } from "vitest";
import { type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";
import {
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

const said = (turns: SourceReply[], patient = true) => settledBy(turns, patient)?.reply.verdict.status ?? null;

test.each<[string, (Verdict | null)[], string | null]>([
  ["the first source settles it", [FREE], "available"],
  ["proof of registration settles it, whoever gives it", [null, TAKEN], "taken"],
  ["taken wins over available", [FREE, TAKEN], "taken"],
  ["a doubt of the first leaves it to the second", [SILENT, FREE], "available"],
  ["available waits for a source that comes before", [null, FREE], null],
  ["doubts settle nothing", [SILENT, THROTTLED], null],
  ["a not-found that is not trusted settles nothing", [UNTRUSTED], null],
])("%s", (_, verdicts, expected) => {
  expect(said(asked(...verdicts))).toBe(expected);
});

test("available waits for a source that comes before only so long", () => {
  expect(said(asked(null, FREE), false)).toBe("available");
});

test.each<[Verdict[], string]>([
  [[SILENT, THROTTLED], "rate_limited"],
  [[UNTRUSTED, SILENT], "timeout"],
  [[UNTRUSTED], "no_registration_found"],
  [[], "timeout"],
])("%o is left as %s", (verdicts, reason) => {
  expect(unknownReason(asked(...verdicts))).toBe(reason);
});

const SOONEST = "the soonest of those that may know more";
const CONFIRMED = "one that found nothing waits for the one that has to confirm it";
test.each<[string, Verdict[], (number | null)[], number | null]>([
  [SOONEST, [SILENT, THROTTLED], [30_000, 5_000], 5_000],
  [CONFIRMED, [UNTRUSTED, REFUSED], [30_000, 300_000], 300_000],
  ["one that found nothing, alone", [UNTRUSTED], [30_000], 30_000],
  ["nobody to ask", [NOBODY], [null], null],
])("when asking again may help: %s", (_, verdicts, retries, expected) => {
  const turns = asked(...verdicts);
  for (const [at, retryAfterMs] of retries.entries()) Object.assign(turns[at]?.reply ?? {}, { retryAfterMs });
  expect(soonestRetry(turns, 30_000)).toBe(expected);
});
