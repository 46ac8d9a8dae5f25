import type { ServerEntry } from "../../../../shared/pages/connecting/server-entry.ts";
import type { DescribedField } from "../reference/fields.ts";

/** Text in which backticks mark code, or a link. `href` is a path on this site, or an absolute URL. */
export type Inline = string | { text: string; href: string };
export type Line = Inline | Inline[];

/** The paths of the operation pages, by tool name. */
export type ToolPages = ReadonlyMap<string, string>;

export const CODE_LANGUAGES = ["sh", "ts", "python", "json", "html"] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** A part of a page's content, which can be rendered as HTML or as Markdown. */
export type Block =
  /** `lang` is the text's language if it differs from the page's. Text from an OpenAPI document is English. */
  | { kind: "text"; line: Line; lang?: "en"; isMuted?: boolean; isNote?: boolean }
  | { kind: "steps" | "bullets"; items: Line[] }
  | { kind: "code"; code: string; language: CodeLanguage; caption?: string; isAnswer?: boolean }
  | { kind: "address"; address: string }
  | { kind: "table"; caption: string; columns: string[]; rows: Line[][] }
  | { kind: "definitions"; rows: { term: Line; line: Line }[] }
  /** Links to other pages, each with an optional description. */
  | {
      kind: "links";
      items: { text: string; href: string; id?: string; about?: string; isHere?: boolean }[];
      /** With `routes`, each link is an operation, and `about` is its method and path. */
      look?: "tiles" | "switch" | "routes";
    }
  /**
   * Parameters, or the fields of an answer. `prefix` is the start of their anchors. `tools` are the tools that their
   * descriptions can name.
   */
  | { kind: "fields"; fields: DescribedField[]; prefix: string; tools?: ToolPages }
  | { kind: "part"; title: string; blocks: Block[] }
  | { kind: "folded"; summary: string; blocks: Block[] }
  /** Alternatives in tabs. The first one is open. */
  | { kind: "tabs"; items: { title: string; blocks: Block[] }[] }
  /** Instructions for adding a server to each client. */
  | { kind: "clients"; server: ServerEntry }
  /** A drawing in monospaced characters. */
  | { kind: "diagram"; label: string; drawing: string }
  /** A form with one field, which is sent with GET. */
  | { kind: "form"; action: string; name: string; value: string; label: string; button: string };

export interface Section {
  id: string;
  title: string;
  blocks: Block[];
}

/** The content of a page. */
export interface PageContent {
  title: string;
  /** A sentence below the title that states the page's subject. */
  lead: string;
  /** The request line of an operation. */
  call?: { method: string; path: string };
  /** Examples that are shown next to the sections if there is room. */
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

/** Returns a JSON document as a code block. */
export function json(code: string): Block {
  return { kind: "code", code, language: "json" };
}

/** Returns an answer as indented JSON, in which short lists of plain values take one line. */
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

/** Links the tool names in a text to their operation pages. Text between backticks is a field, never a tool. */
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
