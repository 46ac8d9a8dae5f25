import { filledMarkdown, type TemplateWords } from "../../markdown-template.ts";
import { type Block, CODE_LANGUAGES, type Inline, type Line, type PageContent, part, text } from "./blocks.ts";

/**
 * Reads a guide's Markdown as the content of a page. A guide has a title, a lead and sections (`## Title {#id}`), which
 * can have parts (`### Title`). Sections contain paragraphs, lists and tables, which may contain code and links, and
 * diagrams between code fences. The caption of a table is the heading above it.
 * @param named blocks that replace a paragraph `{name}`, by name
 */
export function readGuide(markdown: string, named: Record<string, Block[]>): PageContent {
  const [head = "", ...sections] = markdown.split(/^## /m);
  const [title = "", lead = ""] = head.replace("# ", "").trim().split("\n\n");

  function blocksOf(paragraphs: string, heading: string): Block[] {
    return paragraphs.split("\n\n").flatMap((paragraph) => {
      const [, name = ""] = /^\{(\w+)\}$/.exec(paragraph) ?? [];
      return named[name] ?? [blockOf(paragraph, heading)];
    });
  }

  return {
    title,
    lead,
    sections: sections.map((section) => {
      const [own = "", ...parts] = section.split(/^### /m).map((piece) => piece.trim());
      const [, heading = "", id = "", paragraphs = ""] = /^(.+) \{#([\w-]+)\}\s*([\s\S]*)$/.exec(own) ?? [];
      const inParts = parts.map((piece) => {
        const [name = "", ...rest] = piece.split("\n\n");
        return part(name, blocksOf(rest.join("\n\n"), name));
      });
      return { id, title: heading, blocks: [...blocksOf(paragraphs, heading), ...inParts] };
    }),
  };
}

function blockOf(paragraph: string, heading: string): Block {
  const lines = paragraph.split("\n");
  if (paragraph.startsWith("1. "))
    return { kind: "steps", items: lines.map((line) => linked(line.replace(/^\d+\. /, ""))) };
  if (paragraph.startsWith("- ")) return { kind: "bullets", items: lines.map((line) => linked(line.slice(2))) };
  if (paragraph.startsWith("```")) return { kind: "diagram", label: heading, drawing: lines.slice(1, -1).join("\n") };
  if (!paragraph.startsWith("| ")) return text(linked(paragraph));
  const [columns = [], , ...rows] = lines.map((line) => line.slice(2, -2).split(" | "));
  return { kind: "table", caption: heading, columns, rows: rows.map((cells) => cells.map(linked)) };
}

/** Splits a text into plain text and links, `[text](href)`. */
export function linked(line: string): Line {
  const pieces = line.split(/\[([^\]]+)\]\(([^)]+)\)/);
  return pieces.flatMap((piece, at): Inline[] => {
    if (at % 3 === 2) return [];
    return [at % 3 === 0 ? piece : { text: piece, href: pieces[at + 1] ?? "" }];
  });
}

/**
 * Reads the commands and files in a Markdown text. Returns each as a block, by the name in its heading.
 * @param words values for `{word}` in the commands; the name of another command inserts that command
 */
export function readCommands(markdown: string, words: TemplateWords): Record<string, Block[]> {
  const found = [...markdown.matchAll(/^## (\w+)\n\n```(\w+)\n(.*?)\n```$/gms)];
  const commands = Object.fromEntries(found.map(([, name = "", , code = ""]) => [name, code]));
  return Object.fromEntries(
    found.map(([, name, named, code = ""]) => {
      const language = CODE_LANGUAGES.find((known) => known === named) ?? "sh";
      return [name, [{ kind: "code", code: filledMarkdown(code, { ...commands, ...words }), language }]];
    }),
  );
}
