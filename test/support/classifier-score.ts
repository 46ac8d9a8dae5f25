import { env } from "node:process";
import { fileURLToPath } from "node:url";
import type { Status, Verdict } from "../../shared/domain-names/verdict.ts";

/** One labelled WHOIS answer, as in `recorded.json`. */
export interface RecordedAnswer {
  readonly id: string;
  readonly server: string | null;
  readonly tld: string;
  readonly name: string | null;
  readonly label: string;
  readonly text: string;
}

/** The results of a classifier for labelled answers. Shares are between 0 and 1. */
export interface Score {
  /** Number of answers for each label and status. */
  readonly table: Record<string, Partial<Record<Status, number>>>;
  /** The share of `available` and `registered` answers that are classified correctly. */
  readonly accuracy: number;
  /**
   * Number of answers that are classified as available although they have another label. This number must be 0.
   */
  readonly falseAvailable: number;
  /** Number of available answers that are classified as taken. */
  readonly falseTaken: number;
  /** Number of throttled answers that are classified as neither throttled nor unknown. This number must be 0. */
  readonly throttledMisread: number;
  /** The share of `available` and `registered` answers that are classified as unknown. */
  readonly unknown: number;
  readonly misses: readonly { readonly answer: RecordedAnswer; readonly verdict: Verdict }[];
}

type Classifier = (asked: { text: string; name: string; tld: string; server: string }) => Verdict;

const RIGHT: Readonly<Record<string, readonly Status[]>> = {
  available: ["available"],
  registered: ["taken"],
  reserved: ["reserved", "taken", "invalid", "unknown"],
  unavailable: ["reserved", "taken", "invalid", "unknown"],
  invalid: ["invalid", "reserved", "unknown"],
  throttled: ["throttled", "unknown"],
};

/** Classifies the answers and returns the score. */
export function score(answers: readonly RecordedAnswer[], classifier: Classifier): Score {
  const table: Record<string, Partial<Record<Status, number>>> = {};
  const misses: { answer: RecordedAnswer; verdict: Verdict }[] = [];
  const count = { plain: 0, right: 0, unknown: 0, falseAvailable: 0, falseTaken: 0, throttledMisread: 0 };
  for (const answer of answers) {
    const { text, tld, label } = answer;
    const verdict = classifier({ text, tld, name: answer.name ?? "", server: answer.server ?? "" });
    const row = table[label] ?? {};
    table[label] = row;
    row[verdict.status] = (row[verdict.status] ?? 0) + 1;
    const right = RIGHT[label]?.includes(verdict.status) ?? false;
    if (!right) misses.push({ answer, verdict });
    if (label === "available" || label === "registered") {
      count.plain += 1;
      if (right) count.right += 1;
      if (verdict.status === "unknown") count.unknown += 1;
    }
    if (label !== "available" && verdict.status === "available") count.falseAvailable += 1;
    if (label === "available" && verdict.status === "taken") count.falseTaken += 1;
    if (label === "throttled" && !right) count.throttledMisread += 1;
  }
  const { falseAvailable, falseTaken, throttledMisread } = count;
  const share = (part: number) => (count.plain === 0 ? 1 : part / count.plain);
  return {
    table,
    accuracy: share(count.right),
    unknown: share(count.unknown),
    falseAvailable,
    falseTaken,
    throttledMisread,
    misses,
  };
}

/**
 * The path of the file with labelled answers, from the variable `RECORDED_ANSWERS` or by default next to the project.
 * The file is not part of the project because the answers contain personal data.
 */
export const RECORDED_ANSWERS =
  env.RECORDED_ANSWERS ?? fileURLToPath(new URL("../../../shared/whois-answers/recorded.json", import.meta.url));
