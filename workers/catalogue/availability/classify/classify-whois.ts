import type { Phrases } from "../../../../durable-objects/registry/sources.ts";
import { type Reason, type Verdict, verdict } from "../../../../shared/domain-names/verdict.ts";
import { compareNames, isHostName } from "./domain-name.ts";
import { type Evidence, evidenceOf, type Field, isDate, type Statement } from "./evidence.ts";
import * as wording from "./wording.ts";

/** An answer this long was cut by the reader: it can still prove that a name is taken, never that it is free. */
const MAX_ANSWER = 65_536;

/** One recorded answer and where it comes from. */
export interface RecordedText {
  /** The whole answer, decoded. */
  readonly text: string;
  /** The name asked; `""` when it is not known, and then the answer's own name is not checked. */
  readonly name: string;
  readonly tld: string;
  readonly server: string;
  readonly phrases?: Phrases;
}

/**
 * What a WHOIS answer proves about `name`.
 *
 * Pure, never throws, linear in the text. The order is the guarantee: a foreign record proves nothing, any proof of
 * registration is `taken`, any refusal, failure or reservation comes before "available", which needs an explicit
 * negative with nothing against it. `phrases` add to what is recognised; they never outrank a proof or a refusal.
 */
export function classify({ text, name, phrases = {} }: RecordedText): Verdict {
  const answer = (text ?? "").slice(0, MAX_ANSWER);
  if (answer.trim() === "") return verdict("unknown", "bad_answer");
  const http = httpRefusal(answer);
  if (http !== null) return http;
  if (isNotWhois(answer)) return verdict("unknown", "bad_answer");

  const asked = name ?? "";
  const evidence = evidenceOf(answer);
  if (mentionsOtherDomain(evidence, asked)) return verdict("unknown", "bad_answer");

  if (provesRegistration(evidence, asked)) return verdict("taken", phase(evidence.fields));
  const refusal = refusalIn(evidence.statements, statusesOf(evidence.fields));
  if (refusal !== null) return refusal;
  const lower = answer.toLowerCase();
  const says = (list: readonly string[] = []) => list.some((phrase) => lower.includes(phrase.toLowerCase()));
  if (says(phrases.limited)) return verdict("throttled", "rate_limited");
  if (says(phrases.taken)) return verdict("taken", "registered");
  if (says(phrases.reserved)) return verdict("reserved", "reserved");

  const free = freeIn(evidence, asked) ?? (says(phrases.available) || null);
  const details = detailsIn(evidence.fields);
  const isRecord = details > 0 && evidence.fields.some(namesTheRecord);
  if (free === null) return isRecord ? verdict("taken", "registered") : verdict("unknown", "bad_answer");
  if (free === "other") return verdict("unknown", "bad_answer");
  if (isRecord || details >= 2 || evidence.otherFields >= 4 || isContradicted(evidence, asked)) {
    return verdict("unknown", "conflict");
  }
  if (evidence.cut || (text ?? "").length > MAX_ANSWER) return verdict("unknown", "bad_answer");
  return verdict("available", "no_registration_found");
}

/** A record's own name, not the question repeated. */
function namesTheRecord({ kind, key, value }: Field): boolean {
  return kind === "domain" && key !== "query" && key !== "object" && isHostName(value);
}

function httpRefusal(answer: string): Verdict | null {
  const status = /^\s{0,8}HTTP\/\d(?:\.\d)?\s+(\d{3})/.exec(answer.slice(0, 40))?.[1];
  if (status === undefined) return null;
  return status === "429" ? verdict("throttled", "rate_limited") : verdict("unknown", "bad_answer");
}

/** Pages, JSON, XML and binary: not an answer of a WHOIS server, whatever words they hold. */
function isNotWhois(answer: string): boolean {
  const start = answer.trimStart().slice(0, 200).toLowerCase();
  if (/^(?:<!doctype|<\?xml|<html|<head|<body|<title|<script|[{]\s*")/.test(start)) return true;
  return /<(?:html|body|head)[\s>]|<\/(?:html|body|head)>/i.test(answer) || answer.includes("\u0000");
}

/** Whether the answer is a record of a name that was not asked for. */
function mentionsOtherDomain({ fields, statements }: Evidence, asked: string): boolean {
  let other = statements.some((statement) => wording.ECHO.test(statement.text) && aboutAnother(statement, asked));
  for (const field of fields) {
    if (field.kind !== "domain") continue;
    const word = field.value.split(/[\s(,]+/, 1)[0] ?? "";
    if (!word.includes(".") && (word !== field.value || isStatus(word))) continue;
    const relation = compareNames(word, asked);
    if (relation === "same") return false;
    if (relation === "other") other = true;
  }
  return other;
}

/** Whether the answer has what only a registered name has. */
export function provesRegistration({ fields, statements, hostLines }: Evidence, asked: string): boolean {
  if (fields.some(provesAlone) || otherHosts(hostLines, asked) >= 2) return true;
  if (statements.some(({ text }) => wording.SAYS_TAKEN.some((pattern) => pattern.test(text)))) return true;
  return detailsIn(fields) >= 3;
}

/** Some answers repeat the name on a line of its own. */
function otherHosts(hostLines: readonly string[], asked: string): number {
  return hostLines.filter((host) => compareNames(host, asked) !== "same").length;
}

/** A statement no longer than this is about the name asked, whatever policy words it holds. */
const MAX_REMARK = 80;

/** Whether something beside a negative speaks against it: half a proof, a name in transition, an answer that is not whole. */
export function isContradicted({ fields, statements, hostLines }: Evidence, asked: string): boolean {
  if (otherHosts(hostLines, asked) > 0) return true;
  const statuses = fields.filter(({ kind, key }) => kind === "status" && key !== "state");
  if (statuses.some(({ value }) => !isEmpty(value) && !wording.STATUS.free.test(statusWords(value)))) return true;
  return statements.some(({ text }) => {
    if (!wording.GAINSAYS.some((pattern) => pattern.test(text)) || wording.DISCLAIMER.test(text)) return false;
    return text.length <= MAX_REMARK || !wording.POLICY.test(text);
  });
}

function provesAlone({ kind, value, comment }: Field): boolean {
  if (kind === "status") return isHeld(value);
  if (kind === "nameserver") return isServerName(value);
  if (kind === "date") return isDate(value);
  return (kind === "party" || kind === "identifier") && !comment && !isEmpty(value);
}

/** How many different fields hold contact data or the date of a change: one may be the registry's own, three are a record. */
function detailsIn(fields: readonly Field[]): number {
  const details = fields.filter(({ kind, value, comment }) => {
    if (comment || isEmpty(value)) return false;
    return kind === "detail" || (kind === "updated" && isDate(value));
  });
  return new Set(details.map(({ key }) => key)).size;
}

function isEmpty(value: string): boolean {
  return wording.EMPTY_VALUE.test(value.toLowerCase());
}

function isHeld(value: string): boolean {
  const status = statusWords(value);
  const { free, refused, invalid, reserved, held, redemption, deleting } = wording.STATUS;
  if (free.test(status) || refused.test(status) || invalid.test(status) || reserved.test(status)) return false;
  return held.test(status) || redemption.test(status) || deleting.test(status);
}

function isStatus(value: string): boolean {
  return isHeld(value) || Object.values(wording.STATUS).some((pattern) => pattern.test(statusWords(value)));
}

/** `clientTransferProhibited https://icann.org/epp#…` → `clienttransferprohibited`. */
function statusWords(value: string): string {
  return value
    .slice(0, 200)
    .toLowerCase()
    .replace(/https?:\S+/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function isServerName(value: string): boolean {
  const word = value.trim().split(/[\s,;(]+/, 1)[0] ?? "";
  if (/^(?:www|whois|rdap)\d?\./i.test(word)) return false;
  return /^[a-z0-9_][a-z0-9_-]{0,62}(?:\.[a-z0-9_-]{1,63}){1,10}\.?$/i.test(word) && /[a-z]/i.test(word);
}

function statusesOf(fields: readonly Field[]): string[] {
  return fields.filter(({ kind }) => kind === "status").map(({ value }) => statusWords(value));
}

function phase(fields: readonly Field[]): Reason {
  const statuses = statusesOf(fields);
  if (statuses.some((status) => wording.STATUS.redemption.test(status))) return "redemption";
  if (statuses.some((status) => wording.STATUS.deleting.test(status))) return "pending_delete";
  return "registered";
}

/**
 * Everything that stands between an answer and "available": refusals, failures, invalid and reserved names. What
 * `isPolicy` speaks of refusals without being one. `statuses` are the words of status fields.
 */
export function refusalIn(
  statements: readonly Statement[],
  statuses: readonly string[] = [],
  isPolicy = (text: string) => wording.POLICY.test(text),
): Verdict | null {
  const said = statements.map(({ text }) => text);
  const sentence = (patterns: readonly RegExp[]) => said.some((text) => patterns.some((pattern) => pattern.test(text)));
  const refused = said.filter((text) => !isPolicy(text));
  const refusal = (patterns: readonly RegExp[]) =>
    refused.some((text) => patterns.some((pattern) => pattern.test(text)));

  if (refusal(wording.SAYS_THROTTLED)) return verdict("throttled", "rate_limited");
  if (refusal(wording.SAYS_REFUSED)) return verdict("unknown", "refused");
  if (statuses.some((status) => wording.STATUS.refused.test(status))) return verdict("throttled", "refused");
  if (refusal(wording.SAYS_FAILED)) {
    return verdict("unknown", said.some((text) => /time ?d? ?out/.test(text)) ? "timeout" : "unreachable");
  }
  if (refusal(wording.SAYS_ELSEWHERE)) return verdict("unknown", "bad_answer");
  if (statuses.some((status) => wording.STATUS.invalid.test(status))) return verdict("invalid", "invalid_name");
  if (sentence(wording.SAYS_INVALID)) return verdict("invalid", "invalid_name");
  if (refusal([wording.SAYS_PREMIUM])) return verdict("reserved", "premium_hint");
  const withheld = [
    ...statuses.filter((status) => wording.STATUS.reserved.test(status)),
    ...said.filter((text) => wording.SAYS_RESERVED.some((pattern) => pattern.test(text))),
  ];
  if (withheld.length === 0) return null;
  return verdict("reserved", withheld.some((text) => wording.SAYS_BLOCKED.test(text)) ? "blocked" : "reserved");
}

/** The explicit negative: about the name asked (`true`), about another one (`"other"`), or none. */
export function freeIn({ fields, statements }: Evidence, asked: string): true | "other" | null {
  const status = fields.some(({ kind, key, value }) => {
    return kind === "status" && key !== "state" && wording.STATUS.free.test(statusWords(value));
  });
  if (status) return true;
  const negatives = statements.filter(({ text }) => wording.saysFree(text));
  if (negatives.length === 0) return null;
  return negatives.some((statement) => aboutAnother(statement, asked)) ? "other" : true;
}

function aboutAnother({ domains }: Statement, asked: string): boolean {
  const named = domains.filter((domain) => !/^(?:whois|www|rdap)\d?\./i.test(domain));
  const relations = named.map((domain) => compareNames(domain, asked));
  return relations.includes("other") && !relations.includes("same");
}
