import type { ServerEntry } from "../../../../shared/pages/connecting/server-entry.ts";
import type { DescribedField } from "../reference/fields.ts";

/** A text with code between backticks, or a link; `href` is relative to the page or absolute. */
export type Inline = string | { text: string; href: string };
export type Line = Inline | Inline[];

/** The paths of the pages of operations, by the names of their tools. */
export type ToolPages = ReadonlyMap<string, string>;

export const CODE_LANGUAGES = ["sh", "ts", "python", "json", "html"] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** A part of a page's content, which is shown as HTML and as Markdown. */
export type Block =
  /** `lang`: where it differs from the page's: what comes from an OpenAPI document is English. */
  | { kind: "text"; line: Line; lang?: "en"; isMuted?: boolean; isNote?: boolean }
  | { kind: "steps"; items: Line[] }
  | { kind: "code"; code: string; language: CodeLanguage; caption?: string; isAnswer?: boolean }
  | { kind: "address"; address: string }
  | { kind: "table"; caption: string; columns: string[]; rows: Line[][] }
  | { kind: "definitions"; rows: { term: Line; line: Line }[] }
  /** Other pages, each with its subject. */
  | {
      kind: "links";
      items: { text: string; href: string; id?: string; about?: string; isHere?: boolean }[];
      /** `routes`: operations, of which `about` is method and path. */
      look?: "tiles" | "switch" | "routes";
    }
  /** Parameters, or the members of an answer; `prefix` of their anchors; `tools` that their meanings can name. */
  | { kind: "fields"; fields: DescribedField[]; prefix: string; tools?: ToolPages }
  | { kind: "part"; title: string; blocks: Block[] }
  | { kind: "folded"; summary: string; blocks: Block[] }
  /** The same in several ways, of which one is looked at; the first at first. */
  | { kind: "tabs"; items: { title: string; blocks: Block[] }[] }
  /** How a server is added to each client. */
  | { kind: "clients"; server: ServerEntry }
  /** Drawn with signs of one width. */
  | { kind: "diagram"; label: string; drawing: string }
  /** A field that is sent to an address by GET. */
  | { kind: "form"; action: string; name: string; value: string; label: string; button: string };

export interface Section {
  id: string;
  title: string;
  blocks: Block[];
}

/** The content of a page. */
export interface PageContent {
  title: string;
  /** Under the title: what the page is about, in a sentence. */
  lead: string;
  /** Of an operation. */
  call?: { method: string; path: string };
  /** Next to the sections if there is room. */
  examples?: { title: string; blocks: Block[] };
  sections: Section[];
}

export function text(line: Line): Block {
  return { kind: "text", line };
}

export function muted(line: Line): Block {
  return { kind: "text", line, isMuted: true };
}

export function shell(code: string): Block {
  return { kind: "code", code, language: "sh" };
}

/** A JSON document to be copied. */
export function json(code: string): Block {
  return { kind: "code", code, language: "json" };
}

/** What was answered, as it is shown: indented, but lists of plain values in one line where they are short. */
export function answered(value: unknown, caption?: string): Block {
  const code = JSON.stringify(value, null, 2).replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (list, items: string) => {
    const line = `[${items.split(/,\n\s+/).join(", ")}]`;
    return line.length <= MAX_LINE ? line : list;
  });
  return { kind: "code", code, language: "json", isAnswer: true, ...(caption !== undefined && { caption }) };
}

const MAX_LINE = 60;

export function part(title: string, blocks: Block[]): Block {
  return { kind: "part", title, blocks };
}

export function folded(summary: string, blocks: Block[]): Block {
  return { kind: "folded", summary, blocks };
}

/** A text, in which the name of a tool leads to its operation's page. What stands between backticks is a member, never a tool. */
export function linkTools(text: string, pages: ToolPages): Inline[] {
  return text
    .split(/(`[^`]*`)/)
    .flatMap((part) => (part.startsWith("`") ? [part] : part.split(/\b([a-z]+(?:_[a-z]+)+)\b/)))
    .filter((piece) => piece !== "")
    .map((piece) => {
      const href = pages.get(piece);
      return href === undefined ? piece : { text: piece, href };
    });
}
