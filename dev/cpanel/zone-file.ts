/** The fields of a record in a zone file. */
export interface RecordFields {
  /** The owner as written in the file: relative unless it ends with a dot. */
  owner: string;
  ttl: number;
  type: string;
  /** The data as written in the file, with quotes and escapes removed from strings. */
  data: string[];
}

/** A record, and the lines that it occupies. */
export interface FileRecord extends RecordFields {
  kind: "record";
  /** The index of the record's first line, counted from 0. */
  line: number;
  lines: number;
}

/** A line that is not part of a record: a comment, an empty line, or a directive such as `$TTL`. */
interface FileLine {
  kind: "comment" | "control";
  line: number;
  text: string;
}

export type FileEntry = FileRecord | FileLine;

/** One field of a line. In a quoted field, `@` and numbers have no special meaning. */
interface Token {
  text: string;
  isQuoted: boolean;
}

const CLASS = "IN";

/**
 * Parses a zone file (RFC 1035 §5.1) in the forms that cPanel writes.
 * @throws {Error} for an invalid line
 */
export function parseZoneFile(text: string): FileEntry[] {
  const all = text.split("\n");
  const entries: FileEntry[] = [];
  let ttl = 0;
  let owner = "@";
  for (let line = 0; line < all.length; ) {
    const first = all[line] ?? "";
    if (/^\s*(?:;|$)/.test(first)) entries.push({ kind: "comment", line: line++, text: first });
    else if (first.startsWith("$")) {
      const [, seconds] = /^\$TTL\s+(\d+)/.exec(first) ?? [];
      if (seconds) ttl = Number(seconds);
      entries.push({ kind: "control", line: line++, text: first });
    } else {
      let lines = 1;
      while (isOpen(all.slice(line, line + lines).join("\n"))) lines++;
      const record = recordIn(all.slice(line, line + lines).join("\n"), { owner, ttl });
      entries.push({ kind: "record", line, lines, ...record });
      owner = record.owner;
      line += lines;
    }
  }
  return entries;
}

function recordIn(text: string, before: { owner: string; ttl: number }): RecordFields {
  const tokens = tokensOf(text);
  const owner = /^\s/.test(text) ? before.owner : (tokens.shift()?.text ?? "");
  let ttl = before.ttl;
  for (;;) {
    const { text: word = "", isQuoted } = tokens.shift() ?? {};
    if (isQuoted || word === "") throw new Error("a line of the zone is no record");
    if (/^\d+$/.test(word)) ttl = Number(word);
    else if (word !== CLASS) return { owner, ttl, type: word, data: tokens.map((token) => token.text) };
  }
}

/** Returns whether parentheses are still open at the end, so that the record continues on the next line. */
function isOpen(text: string): boolean {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|;[^\n]*/g, "");
  return (bare.match(/\(/g)?.length ?? 0) > (bare.match(/\)/g)?.length ?? 0);
}

function tokensOf(text: string): Token[] {
  const found = text.matchAll(/"((?:[^"\\]|\\.)*)"|;[^\n]*|[()]|((?:[^\s"();\\]|\\.)+)/g);
  return [...found].flatMap(([whole, quoted, plain]): Token[] => {
    if (quoted !== undefined) return [{ text: unescaped(quoted), isQuoted: true }];
    return plain !== undefined && whole !== "" ? [{ text: plain, isQuoted: false }] : [];
  });
}

function unescaped(text: string): string {
  return text.replace(/\\(\d{3}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number(code)) : code,
  );
}

/** Returns a record as a line of the file. */
export function writeRecord({ owner, ttl, type, data }: RecordFields): string {
  const isText = (index: number) => type === "TXT" || (type === "CAA" && index === 2);
  const fields = data.map((field, index) => (isText(index) ? quoted(field) : field));
  return [owner, ttl, CLASS, type, ...fields].join("\t");
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}
