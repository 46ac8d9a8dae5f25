import { domainsIn, isHostName, maskDomains } from "./domain-name.ts";
import { isHeading, isServiceKey, type KeyKind, keyKind } from "./field-wording.ts";
import { MAX_STATEMENT, POLICY, saysFree } from "./statement-wording.ts";

/** One `name: value` line with a known name, or a heading with one of the lines below it. */
export interface Field {
  readonly kind: KeyKind;
  /** The name in lower case, without accents and punctuation. */
  readonly key: string;
  /** The value as written, without surrounding spaces. */
  readonly value: string;
  readonly comment: boolean;
}

/** A separate sentence. In a WHOIS or DAS reply, it is short, because longer prose is not searched for a verdict. */
export interface Statement {
  /** The sentence, normalised as `statement-wording.ts` describes. */
  readonly text: string;
  /** The domains in the sentence and in the rest of its paragraph, as written. */
  readonly domains: readonly string[];
}

/** The parts of a reply. Prose, such as terms and notices, is neither in `fields` nor in `statements`. */
interface Evidence {
  readonly fields: readonly Field[];
  readonly statements: readonly Statement[];
  /**
   * The lines that consist of a host name, possibly with a label or IP addresses. In any language, they are
   * nameservers.
   */
  readonly hostLines: readonly string[];
  /** Number of `name: value` lines with an unknown name. Many of them form a record in an unknown format. */
  readonly otherFields: number;
  /** Whether the reply stops in the middle of its last line. */
  readonly cut: boolean;
  /** The text without the comment lines that contain terms of use. */
  readonly withoutTerms: string;
}

interface WhoisLine {
  readonly body: string;
  /** The sign before the text (`%`, `#`, `>`…); empty if there is none. */
  readonly mark: string;
  readonly comment: boolean;
  readonly indented: boolean;
}

/** Splits a reply into fields and statements, in time linear in the text. */
export function evidenceOf(text: string): Evidence {
  const written = text.split(/\r\n|\r|\n/);
  const lines = written.map(readLine);
  const terms = termsIn(lines);
  const withoutTerms = written.filter((_, at) => !terms.has(lines[at] as WhoisLine)).join("\n");
  const fields: Field[] = [];
  const statements: Statement[] = [];
  const hostLines: string[] = [];
  let otherFields = 0;
  let paragraph = "";
  let mark = "";
  let width = 0;

  const endParagraph = () => {
    if (paragraph !== "" && paragraph.length <= MAX_STATEMENT) addStatements(paragraph, statements);
    paragraph = "";
  };

  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as WhoisLine;
    if (line.body === "") {
      endParagraph();
      continue;
    }
    const pair = readPair(line.body);
    const kind = pair === null ? null : keyKind(pair.key);
    const running = line.mark === mark && runsOn(paragraph, width, line.body);
    const isHost = !line.comment && isHostLine(line.body);
    if (!running || isHost || (pair !== null && isTyped(kind, pair.value))) endParagraph();
    mark = line.mark;
    width = line.body.length;

    if (paragraph === "" && pair !== null && kind !== null && kind !== "error") {
      if (pair.value !== "") {
        fields.push({ kind, key: pair.key, value: pair.value, comment: line.comment });
        if (kind === "domain" && line.body.length <= MAX_STATEMENT) addStatements(line.body, statements);
        continue;
      }
      const below = valueBelow(lines, at);
      if (below !== null) {
        for (const value of below.values) fields.push({ kind, key: pair.key, value, comment: line.comment });
        hostLines.push(...below.values.filter(isHostLine));
        at = below.last;
        continue;
      }
      if (pair.explicit) continue;
    }
    if (isHost) {
      hostLines.push(line.body);
      continue;
    }
    if (paragraph === "" && pair?.explicit && kind === null && isRecordLike(pair)) {
      otherFields += 1;
      if (FREE_TEXT_KEY.test(pair.key)) continue;
    }
    if (terms.has(line)) continue;
    // Only the end of the paragraph is kept. It shows whether the paragraph continues.
    paragraph = paragraph === "" ? line.body : [paragraph, line.body].join(" ").slice(-2 * MAX_STATEMENT);
  }
  const cut = endsCut(text, paragraph);
  endParagraph();
  return { fields, statements, hostLines, otherFields, cut, withoutTerms };
}

/**
 * Returns the comment lines that contain terms of use. They form a block without empty lines that is too long for a
 * statement and mentions policies. A single line of this block must not be read as a verdict.
 */
function termsIn(lines: readonly WhoisLine[]): ReadonlySet<WhoisLine> {
  const terms = new Set<WhoisLine>();
  let block: WhoisLine[] = [];
  for (const line of [...lines, EMPTY_LINE]) {
    if (line.comment && line.body !== "") {
      block.push(line);
      continue;
    }
    const said = block.map(({ body }) => body).join(" ");
    if (said.length > MAX_STATEMENT && POLICY.test(said.toLowerCase())) for (const one of block) terms.add(one);
    block = [];
  }
  return terms;
}

const EMPTY_LINE: WhoisLine = { body: "", mark: "", comment: false, indented: false };

/**
 * Maximum length of a line, in characters. A longer line is prose or a field's value, and is cut. The limit keeps every
 * pattern on a line cheap.
 */
const MAX_LINE = 1000;

function readLine(raw: string): WhoisLine {
  const trimmed = raw
    .slice(0, MAX_LINE)
    .replace(/[^\P{Cc}\t]|[\ufeff\u200b]/gu, "")
    .trimEnd();
  const boxed = /^\s{0,12}\[ (.{0,200})\]$/.exec(trimmed);
  if (boxed !== null) return { body: (boxed[1] ?? "").trim(), mark: "[", comment: true, indented: false };
  const mark = /^\s{0,12}(?:[%#;>*|=~&]+|-{2,})[\s%#;>*|=~-]*/.exec(trimmed);
  const body = (mark === null ? trimmed : trimmed.slice(mark[0].length)).trim();
  return {
    body: body.replace(/\s*[<*#=|-]{2,}$/, ""),
    mark: mark?.[0].trim().charAt(0) ?? "",
    comment: mark !== null && !/^\s*\*/.test(trimmed),
    indented: /^(?:\t| {2,})/.test(trimmed),
  };
}

interface Pair {
  readonly key: string;
  readonly value: string;
  /** Whether punctuation, and not only spaces, separates the name from the value: `name: value` or `[name] value`. */
  readonly explicit: boolean;
}

function readPair(body: string): Pair | null {
  const bracket = /^(?:[a-z0-9]{1,2}[.)]? ?)?\[([^\]]{1,40})\]\s*(.*)$/.exec(body);
  if (bracket !== null) return { key: plainKey(bracket[1] ?? ""), value: bracket[2] ?? "", explicit: true };
  const colon = /[:：]/.exec(body.slice(0, 80));
  if (colon !== null && !body.startsWith("//", colon.index + 1)) {
    const key = plainKey(body.slice(0, colon.index));
    if (key !== "") return { key, value: body.slice(colon.index + 1).replace(/^[\s.]+/, ""), explicit: true };
  }
  const leader = /^([\p{L}\p{N} -]{2,40})[#.\s]{0,2}\.{3,60}\s*(.*)$/u.exec(body);
  if (leader !== null) return { key: plainKey(leader[1] ?? ""), value: leader[2] ?? "", explicit: true };
  const column = /^([\p{L}\p{N}._-]+(?: [\p{L}\p{N}._-]+){0,3})(?:\t|\s{2,})(\S.*)$/u.exec(body);
  if (column !== null) return { key: plainKey(column[1] ?? ""), value: column[2] ?? "", explicit: false };
  if (body.length > 40 || /[.!?;,]$/.test(body)) return null;
  const heading = plainKey(body);
  return isHeading(heading) ? { key: heading, value: "", explicit: false } : null;
}

function plainKey(key: string): string {
  return plain(key)
    .replace(/\([^)]*\)/g, " ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Converts text to lower case and removes the accents of Latin letters. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/([a-z])[\u0300-\u036f]+/g, "$1")
    .normalize("NFC")
    .replace(/[łđøı]/g, (letter) => ({ ł: "l", đ: "d", ø: "o", ı: "i" })[letter] ?? letter);
}

/**
 * Returns at most 40 lines below a heading, up to a blank line, another heading or another field; `null` if there are
 * none.
 */
function valueBelow(lines: readonly WhoisLine[], at: number): { values: string[]; last: number } | null {
  const values: string[] = [];
  let last = at;
  for (let next = at + 1; next < lines.length && values.length < 40; next += 1) {
    const line = lines[next] as WhoisLine;
    if (line.body === "") {
      if (next === at + 1) continue;
      break;
    }
    const pair = readPair(line.body);
    if (pair !== null && keyKind(pair.key) !== null && !isHostName(line.body)) break;
    if (values.length === 0 && next > at + 1 && !line.indented && !isHostName(line.body)) break;
    values.push(line.body);
    last = next;
  }
  return values.length === 0 ? null : { values, last };
}

/** Names of fields with free text. A sentence from the server can also begin with one of these words. */
const FREE_TEXT_KEY = /^(?:name|info|information|data|id|zone|title|remarks?|notes?|comments?|description)$/;

/**
 * Returns whether a line is a host of a nameserver list, with or without an IP address or a label. The WHOIS or RDAP
 * service's own host is excluded.
 */
function isHostLine(body: string): boolean {
  const words = body.split(/\s+/, 3);
  const host = words.length === 2 && /^[a-z0-9-]{1,63}$/i.test(words[0] ?? "") ? (words[1] ?? "") : body;
  return /^(?!www|whois|rdap)[a-z0-9_-]+(?:\.[a-z0-9_-]+){2,}/i.test(host) && isHostName(host);
}

/**
 * Returns whether a sentence continues on the next line. It does if it has several words and no final punctuation.
 * @param width length of the sentence's last line
 */
function runsOn(paragraph: string, width: number, next: string): boolean {
  if (width < 55 && /^\p{Lu}/u.test(next)) return false;
  if (paragraph.length < 30 || !/[\p{L}\p{N},;(-]$/u.test(paragraph) || paragraph.split(" ", 6).length < 5)
    return false;
  if (/[^\s.]{2}[./@]\S*$/.test(paragraph)) return /^\p{Ll}/u.test(next);
  return paragraph.length >= 60 || !/^[^:]{1,30}:\s/.test(paragraph);
}

/** Returns whether the start of a value contains a year from 1960 to 2099, or a date in digits. */
export function isDate(value: string): boolean {
  const start = value.slice(0, 60);
  return /(?:19[6-9]|20[0-9])\d(?!\d)/.test(start) || /\d[-./]\d{1,2}[-./]\d{2}|\d{8}/.test(start);
}

/** Returns whether an unknown field looks like a line of a record instead of the start of a sentence. */
function isRecordLike({ key, value }: Pair): boolean {
  return value !== "" && value.length <= 60 && /^\p{L}/u.test(key) && key.split(" ").length <= 4 && !isServiceKey(key);
}

/** Returns whether a field's value has the format that its kind implies. A line of prose hardly ever has it. */
function isTyped(kind: KeyKind | null, value: string): boolean {
  if (kind === "domain" || kind === "nameserver") return isHostName(value);
  if (kind === "date" || kind === "updated") return isDate(value);
  return kind === "status" && value.length <= 60;
}

/** Returns the sentences of a text that is not a WHOIS reply, such as the description of an error. */
export function statementsIn(text: string): Statement[] {
  const statements: Statement[] = [];
  addStatements(text, statements);
  return statements;
}

const COPYRIGHT = /\brestricted rights?\b|\brights? (?:are |is )?(?:reserved|restricted)\b|\bcopyright\b/;

function addStatements(paragraph: string, into: Statement[]): void {
  const unlinked = paragraph.replace(/\b(?:https?:\/\/|www\.)\S+/gi, "~").replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "~");
  const domains = domainsIn(unlinked);
  const masked = plain(maskDomains(unlinked, "@"))
    .replace(/&(?:quot|apos|#39|lt|gt|amp);/g, " ")
    .replace(/\(s\)/g, "s")
    .replace(/["“”„«»[\](){}<>`*_]/g, " ")
    .replace(/[’‘]/g, "'")
    .replace(/(^|\s)'|'(?=\s|$|[.,:;!?])/g, "$1 ");
  for (const sentence of masked.split(/[.!?。！]+(?:\s|$)|\s-{2,}\s/)) {
    const text = sentence
      .replace(/\s+/g, " ")
      .replace(/^[\s%#:;,.!/-]+/, "")
      .replace(
        /^(?:(?:error|warning|info|message|error message|reason|result|response|answer)(?: ?:? ?\d{1,6})?\s?[:,-]\s?){1,3}/,
        "",
      )
      .replace(/[\s.,:;!?/-]+$/, "");
    if (text !== "" && !COPYRIGHT.test(text)) into.push({ text, domains });
  }
}

/**
 * Returns whether a text stops in the middle of a sentence, without a line end. A sentence that is already a complete
 * negative is not treated as cut.
 */
function endsCut(text: string, paragraph: string): boolean {
  if (/[\r\n]/.test(text.slice(text.trimEnd().length))) return false;
  const last = text.slice(Math.max(text.lastIndexOf("\n") + 1, text.length - MAX_LINE)).trim();
  if (/^>{2,}/.test(last)) return !/<{2,}$/.test(last) && !/&lt;$/.test(last);
  if (paragraph === "" || !/[\p{L},(]$/u.test(last) || /[.@/]\S+$/.test(last)) return false;
  const said: Statement[] = [];
  addStatements(paragraph, said);
  return !said.some((statement) => saysFree(statement.text));
}
