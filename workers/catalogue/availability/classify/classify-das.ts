import type { DasDialect } from "../../../../durable-objects/registry/source-types.ts";
import { type Verdict, verdict } from "../../../../shared/domain-names/verdict.ts";
import { compareNames } from "./domain-name.ts";
import { evidenceOf } from "./evidence.ts";
import { isContradicted, provesRegistration, refusalIn } from "./evidence-rules.ts";

/** Maximum length of a reply, in characters. Real replies are far shorter. */
const MAX_ANSWER = 8192;

/**
 * Classifies an availability service's reply about `name`. This function never throws and takes time linear in the
 * text.
 *
 * The result depends on all codes, domains and statuses in the reply, and on any sentence that refuses the query. A
 * contradictory reply proves nothing. "available" needs the final line end, which shows that the reply is complete.
 */
export function classifyDas({ text, name, dialect }: { text: string; name: string; dialect: DasDialect }): Verdict {
  if (text.length > MAX_ANSWER || /<html|<!doctype/i.test(text)) return verdict("unknown", "bad_answer");
  const said = dialect === "ch" ? fromCodes(text) : fromStatuses(text, name);
  if (said.status !== "available") return said;
  return /[\r\n]$/.test(text) ? said : verdict("unknown", "bad_answer");
}

/**
 * Classifies replies of .eu and .be, which have `RC`, `Domain` and `Status` lines. The return code is checked first: 0
 * is a success, -1 a failure, -2 too many queries, -3 a blocked IP address. Source: docs.dnsbelgium.be, "Whois and
 * das". EURid's server uses the same format.
 */
function fromStatuses(answer: string, name: string): Verdict {
  const codes = [
    ...valuesOf(answer, /^[%\s]{0,8}(?:RC|Return code)\s{0,4}[:=]\s{0,4}(-?\d{1,4})/gim),
    ...valuesOf(answer, /^\s{0,8}(-\d{1,4})\s{0,4}:/gm),
  ];
  const failed = codes.filter((code) => Number(code) !== 0);
  if (failed.includes("-2")) return verdict("throttled", "rate_limited");
  if (failed.includes("-3")) return verdict("throttled", "refused");
  if (failed.length > 0) return verdict("unknown", "bad_answer");

  const evidence = evidenceOf(answer);
  const refusal = refusalIn(evidence.statements);
  if (refusal?.status === "throttled" || refusal?.status === "unknown") return refusal;

  const names = valuesOf(answer, /^\s{0,8}(?:Domain|A-label):[ \t]{0,40}(\S{0,253})/gim);
  if (names.length === 0 || names.some((printed) => compareNames(printed, name) !== "same")) {
    return verdict("unknown", "bad_answer");
  }
  const words = valuesOf(answer, /^\s{0,8}Status:([^\r\n]{0,200})/gim).map((word) => word.trim().toUpperCase());
  const verdicts = words.map((word) => DAS_STATUS.get(word) ?? verdict("unknown", "bad_answer"));
  const [first] = verdicts;
  if (first === undefined) return verdict("unknown", "bad_answer");
  if (verdicts.some(({ status }) => status !== first.status)) return verdict("unknown", "conflict");
  if (first.status !== "available") return first;
  if (refusal !== null || isContradicted(evidence, name) || provesRegistration(evidence, name)) {
    return verdict("unknown", "conflict");
  }
  return first;
}

function valuesOf(answer: string, line: RegExp): string[] {
  return [...answer.matchAll(line)].map((found) => found[1] ?? "");
}

/** The verdict for each status: the three current statuses, and the others in EURid's list of 2006. */
const DAS_STATUS: ReadonlyMap<string, Verdict> = new Map([
  ["AVAILABLE", verdict("available", "no_registration_found")],
  ["FREE", verdict("available", "no_registration_found")],
  ["NOT AVAILABLE", verdict("taken", "registered")],
  ["REGISTERED", verdict("taken", "registered")],
  ["IN USE", verdict("taken", "registered")],
  ["APPLICATION PENDING", verdict("taken", "registered")],
  ["ON HOLD", verdict("taken", "registered")],
  ["OUT OF SERVICE", verdict("taken", "registered")],
  ["QUARANTINE", verdict("taken", "redemption")],
  ["SUSPENDED", verdict("taken", "redemption")],
  ["SUSPENDED (QUARANTINE)", verdict("taken", "redemption")],
  ["RESERVED", verdict("reserved", "reserved")],
  ["BLOCKED", verdict("reserved", "blocked")],
  ["NOT ALLOWED", verdict("invalid", "invalid_name")],
]);

const WITHHELD = /\b(?:reserved|blocked|prohibited|not (?:allowed|permitted))\b/i;
const CODE = /^\s{0,8}(-?\d{1,3})\s{0,4}:/gm;

/**
 * Classifies replies of .ch and .li, which have the form `<code>: text`. "Texts may change, codes do not" (nic.li,
 * "Domain Check"). Code 1 means that the domain can be registered, 0 that it cannot, -1 that it is invalid, -95 that
 * the query limit is exceeded, and -99 that the service failed. The text can only weaken a code. It can contradict a 1,
 * refine a 0, or show that either code is a refusal.
 */
function fromCodes(answer: string): Verdict {
  const codes = new Set(valuesOf(answer, CODE));
  if (codes.has("-95")) return verdict("throttled", "rate_limited");
  if (codes.size > 1) return verdict("unknown", "conflict");
  const [code] = codes;
  if (code === "-1") return verdict("invalid", "invalid_name");
  if ((code !== "0" && code !== "1") || answer.trimStart().search(CODE) !== 0) return verdict("unknown", "bad_answer");

  const text = answer.replace(CODE, "");
  const evidence = evidenceOf(text);
  const refusal = refusalIn(evidence.statements);
  if (refusal?.status === "throttled" || refusal?.status === "unknown") return refusal;
  if (code === "1") {
    const doubted = refusal !== null || isContradicted(evidence, "") || provesRegistration(evidence, "");
    return doubted ? verdict("unknown", "conflict") : verdict("available", "no_registration_found");
  }
  const withheld = !/already registered/i.test(text) && WITHHELD.test(text);
  return withheld ? verdict("reserved", "reserved") : verdict("taken", "registered");
}
