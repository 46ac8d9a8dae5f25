import { type Verdict, verdict } from "../../../../shared/domain-names/verdict.ts";
import { isJsonObject } from "../../../../shared/platform/json.ts";
import { compareNames } from "./domain-name.ts";
import { type Statement, statementsIn } from "./evidence.ts";
import { isContradicted, negativeAnswer, refusalIn } from "./evidence-rules.ts";
import { isBare, MAX_STATEMENT, SAYS_BLOCKED, saysFree } from "./statement-wording.ts";

/** One HTTP response from a registry's RDAP server, after redirects, with the requested domain. */
export interface RdapAnswer {
  readonly status: number;
  /** The `Content-Type` header; `""` if the response has none. */
  readonly contentType: string;
  readonly body: string;
  /** The requested domain in A-label form. */
  readonly name: string;
  /** Whether this server's 404 is known to mean "not registered" (see `bundled-sources.ts`). */
  readonly trusted404: boolean;
}

/**
 * Classifies an RDAP response about `name` (RFC 7480 §5, RFC 9083 §5.3 and §6). This function never throws.
 *
 * A 404, 400 or 422 is trusted only with an RDAP body or media type, because any web server can return these statuses.
 * The words in the body must not contradict the status. For an untrusted 404, the verdict is `unknown` with reason
 * `no_registration_found`, and another source must confirm it.
 */
export function classifyRdap(answer: RdapAnswer): Verdict {
  const { status, body, name, trusted404 } = answer;
  if (status === 200) return fromRecord(parse(body), name);
  if (status === 404) {
    const found = trusted404 ? "available" : "unknown";
    return fromError(answer) ?? verdict(found, "no_registration_found");
  }
  if (status === 400 || status === 422) return fromError(answer) ?? verdict("invalid", "invalid_name");
  if (status === 429) return verdict("throttled", "rate_limited");
  if (status === 401 || status === 403 || status === 451) return verdict("unknown", "refused");
  if ([408, 504, 522, 524].includes(status)) return verdict("unknown", "timeout");
  if ([500, 502, 503].includes(status) || (status >= 520 && status <= 530)) return verdict("unknown", "unreachable");
  return verdict("unknown", "bad_answer");
}

function fromRecord(record: Json | null, name: string): Verdict {
  if (record?.objectClassName !== "domain" || record.errorCode !== undefined) return verdict("unknown", "bad_answer");
  const printed = [record.ldhName, record.unicodeName].filter((value) => typeof value === "string");
  if (!printed.some((value) => compareNames(value, name) === "same")) return verdict("unknown", "bad_answer");
  const statuses = Array.isArray(record.status) ? record.status.map((value) => `${value}`.toLowerCase()) : [];
  if (statuses.some((value) => /^(?:reserved|prohibited|blocked|withheld)$/.test(value)))
    return verdict("reserved", "reserved");
  if (statuses.some((value) => /redemption|restore/.test(value))) return verdict("taken", "redemption");
  if (statuses.includes("pending delete")) return verdict("taken", "pending_delete");
  return verdict("taken", "registered");
}

/** Returns a verdict if the body's format, record or words contradict the status; `null` if they do not. */
function fromError({ status, contentType, body, name }: RdapAnswer): Verdict | null {
  const isTyped = /^application\/rdap\+json\b/i.test(contentType.trim());
  // RFC 7480 §5.3 makes the body of an error optional, and some large registries send none.
  const error = body.trim() === "" && isTyped ? {} : parse(body);
  if (error === null) return verdict("unknown", "bad_answer");
  const isRdap = isTyped || error.errorCode !== undefined || Array.isArray(error.rdapConformance);
  if (!isRdap || (error.errorCode !== undefined && Number(error.errorCode) !== status)) {
    return verdict("unknown", "bad_answer");
  }
  if (holdsRecord(error)) return verdict("unknown", "conflict");
  const words = wordsOf(error);
  return fromWords(words, name) ?? (status === 404 && isOffTopic(words) ? verdict("unknown", "bad_answer") : null);
}

const RECORD_MEMBERS = ["ldhName", "unicodeName", "handle", "status", "events", "entities", "nameservers"];

function holdsRecord(error: Json): boolean {
  const holds = (value: unknown) => value !== undefined && value !== null && !(Array.isArray(value) && !value.length);
  return (error.objectClassName ?? "error") !== "error" || RECORD_MEMBERS.some((member) => holds(error[member]));
}

/**
 * The texts of an error response that may be about this query: its title, its description, and notices that are too
 * short to be terms of use.
 */
interface RdapWords {
  readonly title: readonly string[];
  readonly description: readonly string[];
  readonly notices: readonly string[];
}

function wordsOf(error: Json): RdapWords {
  const notices = [error.notices, error.remarks]
    .flat(1)
    .filter(isJsonObject)
    .map(({ title, description }) => textsOf(title, description));
  const { title, description } = error;
  return {
    title: textsOf(title),
    description: textsOf(description),
    notices: notices.filter((texts) => lengthOf(texts) <= MAX_STATEMENT).flat(),
  };
}

function textsOf(...members: unknown[]): string[] {
  return members.flat(1).filter((text) => typeof text === "string");
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** Maximum length of an error text that is classified, in characters. A longer one proves nothing. */
const MAX_WORDS = 4000;

/** Words that show that a domain is withheld. In an error's short text, they can be at any position. */
const WITHHELD =
  /\b(?:reserved|blocked|withheld|withdrawn|prohibited|restricted|forbidden|banned|unavailable|(?:can ?not|can't|may not) be registered|not (?:available for registration|registrable|eligible))\b/;

function fromWords({ title, description, notices }: RdapWords, name: string): Verdict | null {
  const own = [...title, ...description];
  if (lengthOf(own) > MAX_WORDS) return verdict("unknown", "bad_answer");
  const ownStatements = own.flatMap(statementsIn);
  const pointed = own.filter((text) => text.length <= MAX_STATEMENT).flatMap(statementsIn);
  const statements = [...ownStatements, ...notices.flatMap(statementsIn)];
  const refusal = refusalIn(pointed, [], () => false) ?? refusalIn(statements) ?? withheldIn(pointed);
  if (refusal !== null) return refusal;
  const evidence = { fields: [], statements, hostLines: [] };
  if (isContradicted(evidence, name)) return verdict("unknown", "conflict");
  return negativeAnswer(evidence, name) === "other_name" ? verdict("unknown", "bad_answer") : null;
}

/**
 * Returns whether an error is about something other than a missing object. The title is used only if the description
 * has no information.
 */
function isOffTopic({ title, description }: RdapWords): boolean {
  const told = [description, title].map((texts) => {
    const short = texts.filter((text) => text.length <= MAX_STATEMENT).flatMap(statementsIn);
    return short.filter(({ text }) => !saysNothing(text));
  });
  const statements = told.find((each) => each.length > 0) ?? [];
  return statements.length > 0 && !statements.some(({ text }) => saysAbsent(text));
}

/**
 * Matches the usual wordings of "not found". The pattern is broader than the negatives for WHOIS, because the 404
 * status is evidence too.
 */
const ABSENT =
  /not ?found|\b(?:no|not|cannot|can't|couldn't|unable to|failed to)\b.{0,40}\b(?:find|found|exists?|match(?:es|ing)?|records?|results?|objects?|data|entry|entries|information|known|registered|registration|locate|located|present)\b|\bnon-?existent\b|\bunknown (?:domain|object|name)\b/;

/** Returns whether a sentence in an error means "not registered". */
function saysAbsent(statement: string): boolean {
  return saysFree(statement) || ABSENT.test(statement);
}

/**
 * Returns whether a sentence in an error says nothing about the cause: it refers to another page, or has only domains,
 * numbers and general words.
 */
function saysNothing(statement: string): boolean {
  if (/\b(?:see|visit|refer to|more information|terms of (?:use|service))\b/.test(statement)) return true;
  return isBare(statement.replace(/\b(?:\d+|rdap|http|https|code|response|message|occurred)\b/g, ""));
}

function withheldIn(statements: readonly Statement[]): Verdict | null {
  const withheld = statements.filter(({ text }) => WITHHELD.test(text));
  if (withheld.length === 0) return null;
  return verdict("reserved", withheld.some(({ text }) => SAYS_BLOCKED.test(text)) ? "blocked" : "reserved");
}

type Json = Record<string, unknown>;

function parse(body: string): Json | null {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : null;
  } catch {
    // expected: a registry may send text that is not JSON
    return null;
  }
}
