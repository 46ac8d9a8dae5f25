import type { Phrases } from "../../../../durable-objects/registry/source-types.ts";
import { type Reason, type Verdict, verdict } from "../../../../shared/domain-names/verdict.ts";
import { compareNames, isHostName } from "./domain-name.ts";
import { evidenceOf, type Field } from "./evidence.ts";
import {
  aboutAnother,
  detailsIn,
  isContradicted,
  isInUse,
  isStatus,
  negativeAnswer,
  provesRegistration,
  refusalIn,
  statusesOf,
} from "./evidence-rules.ts";
import * as fieldWording from "./field-wording.ts";
import * as statementWording from "./statement-wording.ts";

/**
 * Maximum number of characters to read from a reply. If a reply is longer, its beginning can prove that a domain is
 * taken, but never that it is free.
 */
const MAX_ANSWER = 65_536;

interface WhoisAnswer {
  readonly text: string;
  /** The requested domain. If it is empty, the domain in the reply is not compared with anything. */
  readonly name: string;
  readonly phrases?: Phrases;
}

/**
 * Classifies a WHOIS reply about `name`. This function never throws and takes time linear in the text.
 *
 * The order of the rules matters:
 * - A record of another domain proves nothing.
 * - A reserved domain without proof of use is `reserved`, even if its record names a registrant.
 * - Any proof of registration is `taken`.
 * - Any refusal, failure or reservation comes before "available", which needs an explicit negative and no
 *   contradiction.
 * - `phrases` extend the recognised texts but never outrank a proof or a refusal.
 */
export function classifyWhois({ text, name, phrases = {} }: WhoisAnswer): Verdict {
  const answer = text.slice(0, MAX_ANSWER);
  const http = httpRefusal(answer);
  if (http !== null) return http;
  if (isNotWhois(answer)) return verdict("unknown", "bad_answer");

  const evidence = evidenceOf(answer);
  if (mentionsOtherDomain(evidence, name)) return verdict("unknown", "bad_answer");

  const refusal = refusalIn(evidence.statements, statusesOf(evidence.fields));
  if (refusal?.status === "reserved" && !isInUse(evidence, name)) return refusal;
  if (provesRegistration(evidence, name)) return verdict("taken", phase(evidence.fields));
  if (refusal !== null) return refusal;
  const told = phraseVerdict(evidence.withoutTerms, phrases);
  if (told !== null && told.status !== "available") return told;

  const negative = negativeAnswer(evidence, name) ?? (told === null ? null : "asked_name");
  const details = detailsIn(evidence.fields);
  const isRecord = details > 0 && evidence.fields.some(namesTheRecord);
  if (negative === null) return isRecord ? verdict("taken", "registered") : verdict("unknown", "bad_answer");
  if (negative === "other_name") return verdict("unknown", "bad_answer");
  if (isRecord || details >= 2 || evidence.otherFields >= 4 || isContradicted(evidence, name)) {
    return verdict("unknown", "conflict");
  }
  if (evidence.cut || text.length > MAX_ANSWER) return verdict("unknown", "bad_answer");
  return verdict("available", "no_registration_found");
}

/** Returns the verdict that the operator's phrases give for a reply; `null` if no phrase matches. */
export function phraseVerdict(answer: string, { limited, taken, reserved, available }: Phrases): Verdict | null {
  const lower = answer.toLowerCase();
  const says = (list: readonly string[] = []) => list.some((phrase) => lower.includes(phrase.toLowerCase()));
  if (says(limited)) return verdict("throttled", "rate_limited");
  if (says(taken)) return verdict("taken", "registered");
  if (says(reserved)) return verdict("reserved", "reserved");
  return says(available) ? verdict("available", "no_registration_found") : null;
}

/** Returns whether a field names the record's own domain instead of repeating the query. */
function namesTheRecord({ kind, key, value }: Field): boolean {
  return kind === "domain" && key !== "query" && key !== "object" && isHostName(value);
}

function httpRefusal(answer: string): Verdict | null {
  const status = /^\s{0,8}HTTP\/\d(?:\.\d)?\s+(\d{3})/.exec(answer)?.[1];
  if (status === undefined) return null;
  return status === "429" ? verdict("throttled", "rate_limited") : verdict("unknown", "bad_answer");
}

/**
 * Returns whether a reply is a web page, JSON, XML or binary data. None of these is a WHOIS reply, whatever words it
 * contains.
 */
function isNotWhois(answer: string): boolean {
  if (/^\s*(?:<!doctype|<\?xml|<html|<head|<body|<title|<script|[{]\s*")/i.test(answer)) return true;
  return /<(?:html|body|head)[\s>]|<\/(?:html|body|head)>/i.test(answer) || answer.includes("\u0000");
}

/** Returns whether the reply is a record of another domain. */
function mentionsOtherDomain({ fields, statements }: ReturnType<typeof evidenceOf>, asked: string): boolean {
  let other = statements.some(
    (statement) => statementWording.ECHO.test(statement.text) && aboutAnother(statement, asked),
  );
  for (const field of fields) {
    if (field.kind !== "domain") continue;
    const word = field.value.split(/[\s(,]/, 1)[0] ?? "";
    if (!word.includes(".") && (word !== field.value || isStatus(word))) continue;
    const relation = compareNames(word, asked);
    if (relation === "same") return false;
    if (relation === "other") other = true;
  }
  return other;
}

function phase(fields: readonly Field[]): Reason {
  const statuses = statusesOf(fields);
  if (statuses.some((status) => fieldWording.STATUS.redemption.test(status))) return "redemption";
  if (statuses.some((status) => fieldWording.STATUS.deleting.test(status))) return "pending_delete";
  return "registered";
}
