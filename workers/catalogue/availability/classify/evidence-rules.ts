import { type Verdict, verdict } from "../../../../shared/domain-names/verdict.ts";
import { compareNames } from "./domain-name.ts";
import { type evidenceOf, type Field, isDate, type Statement } from "./evidence.ts";
import * as fieldWording from "./field-wording.ts";
import * as statementWording from "./statement-wording.ts";

// The rules about the text of a reply that the WHOIS, RDAP and DAS classifiers share. A "negative" is a statement that
// a domain is not registered.

/** The parts of a reply that the rules use. */
type Found = Pick<ReturnType<typeof evidenceOf>, "fields" | "statements" | "hostLines">;

/** Returns whether the reply has data that only a registered domain has. */
export function provesRegistration({ fields, statements, hostLines }: Found, asked: string): boolean {
  if (fields.some(provesAlone) || otherHosts(hostLines, asked) >= 2) return true;
  if (statements.some(({ text }) => matchesAny(text, statementWording.SAYS_TAKEN))) return true;
  return detailsIn(fields) >= 3;
}

/**
 * Returns whether nameservers, a status or a sentence prove that a domain is in use. A registrant does not prove it,
 * because a reserved domain may have a registrant.
 */
export function isInUse({ fields, statements, hostLines }: Found, asked: string): boolean {
  if (fields.some((field) => (field.kind === "nameserver" || field.kind === "status") && provesAlone(field)))
    return true;
  return (
    otherHosts(hostLines, asked) > 0 || statements.some(({ text }) => matchesAny(text, statementWording.SAYS_TAKEN))
  );
}

/** Counts the hosts that differ from the requested domain. Some replies repeat that domain on a separate line. */
function otherHosts(hostLines: readonly string[], asked: string): number {
  return hostLines.filter((host) => compareNames(host, asked) !== "same").length;
}

/** Maximum length, in characters, of a statement that is about the requested domain even if it has policy words. */
const MAX_REMARK = 80;

/**
 * Returns whether anything in the reply contradicts a negative: weak proof of a registration, a domain in transition,
 * or a sign that the reply is incomplete.
 */
export function isContradicted({ fields, statements, hostLines }: Found, asked: string): boolean {
  if (otherHosts(hostLines, asked) > 0) return true;
  const statuses = fields.filter(({ kind, key }) => kind === "status" && key !== "state");
  if (statuses.some(({ value }) => !isEmpty(value) && !fieldWording.STATUS.free.test(statusWords(value)))) return true;
  return statements.some(({ text }) => {
    if (!matchesAny(text, statementWording.CONTRADICTIONS) || statementWording.DISCLAIMER.test(text)) return false;
    return text.length <= MAX_REMARK || !statementWording.POLICY.test(text);
  });
}

function provesAlone({ kind, value, comment }: Field): boolean {
  if (kind === "status") return isHeld(value);
  if (kind === "nameserver") return isServerName(value);
  if (kind === "date") return isDate(value);
  return (kind === "party" || kind === "identifier") && !comment && !isEmpty(value);
}

/**
 * Counts the distinct fields with details, such as contact data, or with the date of a change. One such field may
 * describe the registry, but three describe a domain.
 */
export function detailsIn(fields: readonly Field[]): number {
  const details = fields.filter(({ kind, value, comment }) => {
    if (comment || isEmpty(value)) return false;
    return kind === "detail" || (kind === "updated" && isDate(value));
  });
  return new Set(details.map(({ key }) => key)).size;
}

function isEmpty(value: string): boolean {
  return fieldWording.EMPTY_VALUE.test(value.toLowerCase());
}

function isHeld(value: string): boolean {
  const status = statusWords(value);
  const { free, refused, invalid, reserved, held, redemption, deleting } = fieldWording.STATUS;
  if (free.test(status) || refused.test(status) || invalid.test(status) || reserved.test(status)) return false;
  return held.test(status) || redemption.test(status) || deleting.test(status);
}

export function isStatus(value: string): boolean {
  return Object.values(fieldWording.STATUS).some((pattern) => pattern.test(statusWords(value)));
}

/**
 * Returns the words of a status value. For example, `clientTransferProhibited https://icann.org/epp#…` becomes
 * `clienttransferprohibited`.
 */
function statusWords(value: string): string {
  return value
    .slice(0, 200)
    .toLowerCase()
    .replace(/https?:\S+/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function isServerName(value: string): boolean {
  const word = value.split(/[\s,;(]/, 1)[0] ?? "";
  if (/^(?:www|whois|rdap)\d?\./i.test(word)) return false;
  return /^[a-z0-9_][a-z0-9_-]{0,62}(?:\.[a-z0-9_-]{1,63}){1,10}\.?$/i.test(word) && /[a-z]/i.test(word);
}

export function statusesOf(fields: readonly Field[]): string[] {
  return fields.filter(({ kind }) => kind === "status").map(({ value }) => statusWords(value));
}

/**
 * Returns a verdict if the reply is a refusal or failure, or calls the domain invalid or reserved; `null` otherwise.
 * @param statuses values of the status fields
 * @param isPolicy function that returns whether a statement only mentions refusals as part of a policy
 */
export function refusalIn(
  statements: readonly Statement[],
  statuses: readonly string[] = [],
  isPolicy = (text: string) => statementWording.POLICY.test(text),
): Verdict | null {
  const said = statements.map(({ text }) => text);
  const refused = said.filter((text) => !isPolicy(text));
  const refuses = (patterns: readonly RegExp[]) => refused.some((text) => matchesAny(text, patterns));
  const hasStatus = (pattern: RegExp) => statuses.some((status) => pattern.test(status));

  if (refuses(statementWording.SAYS_THROTTLED)) return verdict("throttled", "rate_limited");
  if (refuses(statementWording.SAYS_REFUSED)) return verdict("unknown", "refused");
  if (hasStatus(fieldWording.STATUS.refused)) return verdict("throttled", "refused");
  if (refuses(statementWording.SAYS_FAILED)) {
    return verdict("unknown", said.some((text) => /time ?d? ?out/.test(text)) ? "timeout" : "unreachable");
  }
  if (refuses(statementWording.SAYS_ELSEWHERE)) return verdict("unknown", "bad_answer");
  const isInvalid = said.some((text) => matchesAny(text, statementWording.SAYS_INVALID));
  if (hasStatus(fieldWording.STATUS.invalid) || isInvalid) return verdict("invalid", "invalid_name");
  if (refuses([statementWording.SAYS_PREMIUM])) return verdict("reserved", "premium_hint");
  const withheld = [
    ...statuses.filter((status) => fieldWording.STATUS.reserved.test(status)),
    ...said.filter((text) => matchesAny(text, statementWording.SAYS_RESERVED)),
  ];
  if (withheld.length === 0) return null;
  const isBlocked = withheld.some((text) => statementWording.SAYS_BLOCKED.test(text));
  return verdict("reserved", isBlocked ? "blocked" : "reserved");
}

function matchesAny(text: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(text));
}

/** Returns which domain the reply explicitly reports as not registered; `null` if it reports none. */
export function negativeAnswer({ fields, statements }: Found, asked: string): "asked_name" | "other_name" | null {
  const status = fields.some(({ kind, key, value }) => {
    return kind === "status" && key !== "state" && fieldWording.STATUS.free.test(statusWords(value));
  });
  if (status) return "asked_name";
  const negatives = statements.filter(({ text }) => statementWording.saysFree(text));
  if (negatives.length === 0) return null;
  return negatives.some((statement) => aboutAnother(statement, asked)) ? "other_name" : "asked_name";
}

export function aboutAnother({ domains }: Statement, asked: string): boolean {
  const named = domains.filter((domain) => !/^(?:whois|www|rdap)\d?\./i.test(domain));
  const relations = named.map((domain) => compareNames(domain, asked));
  return relations.includes("other") && !relations.includes("same");
}
