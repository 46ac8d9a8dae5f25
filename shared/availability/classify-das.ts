import { compareNames } from "./domain-name.ts";
import { type Verdict, verdict } from "./verdict.ts";

/** The answer forms of the registries' availability services. */
export type DasDialect = "eu" | "be" | "ch";

/** What an availability service's answer proves about `name`. Pure, never throws. */
export function classifyDas({ text, name, dialect }: { text: string; name: string; dialect: DasDialect }): Verdict {
  const answer = text.slice(0, 8192);
  if (/<html|<!doctype/i.test(answer)) return verdict("unknown", "bad_answer");
  return dialect === "ch" ? fromCode(answer) : fromStatus(answer, name);
}

/**
 * .eu and .be: `RC`, `Domain` and `Status` lines. The return code comes first: 0 answered, -1 failed, -2 too many
 * queries, -3 address blocked (docs.dnsbelgium.be, "Whois and das"; EURid's server has the same form).
 */
function fromStatus(answer: string, name: string): Verdict {
  const code =
    /^[%\s]{0,8}(?:RC|Return code)\s{0,4}[:=]\s{0,4}(-?\d{1,4})/im.exec(answer)?.[1] ??
    /^(-\d{1,4}):/m.exec(answer)?.[1];
  if (code === "-2") return verdict("throttled", "rate_limited");
  if (code === "-3") return verdict("throttled", "refused");
  if (code !== undefined && code !== "0") return verdict("unknown", "bad_answer");
  const printed = [...answer.matchAll(/^(?:Domain|A-label):[ \t]{0,40}(\S{1,253})/gim)].map((line) => line[1] ?? "");
  if (!printed.some((value) => compareNames(value, name) === "same")) return verdict("unknown", "bad_answer");
  const status = /^Status:[ \t]{0,40}([A-Za-z][A-Za-z ()_-]{0,60}?)[ \t\r]*$/m.exec(answer)?.[1]?.toUpperCase() ?? "";
  return DAS_STATUS[status] ?? verdict("unknown", "bad_answer");
}

/** EURid's list of 2006 names more states than the three of today; both are kept (see the sources table). */
const DAS_STATUS: Readonly<Record<string, Verdict>> = {
  AVAILABLE: verdict("available", "no_registration_found"),
  FREE: verdict("available", "no_registration_found"),
  "NOT AVAILABLE": verdict("taken", "registered"),
  REGISTERED: verdict("taken", "registered"),
  "IN USE": verdict("taken", "registered"),
  "APPLICATION PENDING": verdict("taken", "registered"),
  "ON HOLD": verdict("taken", "registered"),
  "OUT OF SERVICE": verdict("taken", "registered"),
  QUARANTINE: verdict("taken", "redemption"),
  SUSPENDED: verdict("taken", "redemption"),
  "SUSPENDED (QUARANTINE)": verdict("taken", "redemption"),
  RESERVED: verdict("reserved", "reserved"),
  BLOCKED: verdict("reserved", "blocked"),
  "NOT ALLOWED": verdict("invalid", "invalid_name"),
};

/**
 * .ch and .li: `<code>: text`, where "texts may change, codes do not" (nic.li, "Domain Check"): 1 can be registered,
 * 0 cannot, -1 invalid, -95 limited, -99 failed. The text only refines a 0, which can never become available.
 */
function fromCode(answer: string): Verdict {
  const code = /^\s{0,8}(-?\d{1,3})\s{0,4}:/.exec(answer)?.[1];
  // Without its line end the answer was cut, and what it went on to say is not known.
  if (code === "1")
    return /[\r\n]/.test(answer) ? verdict("available", "no_registration_found") : verdict("unknown", "bad_answer");
  if (code === "0") {
    const withheld = !/already registered/i.test(answer) && /\b(?:reserved|blocked|prohibited)\b/i.test(answer);
    return withheld ? verdict("reserved", "reserved") : verdict("taken", "registered");
  }
  if (code === "-1") return verdict("invalid", "invalid_name");
  if (code === "-95") return verdict("throttled", "rate_limited");
  return verdict("unknown", "bad_answer");
}
