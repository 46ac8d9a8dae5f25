import {
  CONNECT_CLIENTS,
  type ConnectClient,
  type ConnectWay,
  canConnect,
  waysTo,
} from "../../../../shared/pages/connecting/clients.ts";
import { connectingTexts } from "../../../../shared/pages/connecting/connect-clients.tsx";
import type { ServerEntry } from "../../../../shared/pages/connecting/server-entry.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import type { SitePageRequest } from "../../page-request.ts";
import { absoluteLink } from "../html/page-link.ts";
import { type DescribedField, factsOf } from "../reference/fields.ts";
import {
  type Block,
  type Inline,
  type Line,
  linkTools,
  type PageContent,
  type Section,
  type ToolPages,
} from "./blocks.ts";

/** The page's language, and the URLs for its links. */
type MarkdownRequest = Pick<SitePageRequest, "visit" | "addresses">;

/** Returns a page as Markdown, with the same content as the HTML page. */
export function markdownPage(content: PageContent, request: MarkdownRequest): string {
  const { call, examples } = content;
  return [
    `Documentation index: ${request.addresses.site}/llms.txt`,
    `# ${content.title}`,
    content.lead,
    ...(call ? [`\`${call.method} ${call.path}\``] : []),
    ...(examples ? [`## ${examples.title}`, ...blocks(examples.blocks, request, 3)] : []),
    ...content.sections.flatMap((section) => [`## ${section.title}`, ...blocks(section.blocks, request, 3)]),
  ]
    .filter((piece) => piece !== "")
    .join("\n\n")
    .concat("\n");
}

/**
 * Returns a page as a chapter of a larger Markdown document: without the first line, and with headings one level lower.
 */
export function markdownChapter(content: PageContent, request: MarkdownRequest): string {
  const [, ...pieces] = markdownPage(content, request).split("\n\n");
  return pieces
    .join("\n\n")
    .split(/(```[\s\S]*?```)/)
    .map((piece) => (piece.startsWith("```") ? piece : piece.replace(/^#/gm, "##")))
    .join("");
}

/** Returns the text of a section, without its title. */
export function sectionText(section: Section, request: MarkdownRequest): string {
  return blocks(section.blocks, request, 3).join("\n");
}

function blocks(all: Block[], request: MarkdownRequest, level: number): string[] {
  return all.flatMap((block) => blockText(block, request, level));
}

function blockText(block: Block, request: MarkdownRequest, level: number): string[] {
  const line = (content: Line) => lineText(content, request);
  const colon = colonOf(request);
  switch (block.kind) {
    case "text":
      return [line(block.line)];
    case "steps":
      return [block.items.map((item, at) => `${at + 1}. ${line(item)}`).join("\n")];
    case "bullets":
      return [block.items.map((item) => `- ${line(item)}`).join("\n")];
    case "code":
      return [...(block.caption ? [`${block.caption}${colon}`] : []), fenced(block.code, block.language)];
    case "address":
      return [fenced(block.address, "")];
    case "table":
      return [
        table(
          block.columns,
          block.rows.map((row) => row.map(line)),
        ),
      ];
    case "definitions":
      return [block.rows.map((row) => `- ${line(row.term)}${colon} ${line(row.line)}`).join("\n")];
    case "links":
      return [block.items.map((one) => `- ${line(one)}${one.about ? `${colon} ${one.about}` : ""}`).join("\n")];
    case "fields":
      return [block.fields.flatMap((field) => fieldLines(field, request, block.tools ?? new Map(), "")).join("\n")];
    case "part":
      return [`${"#".repeat(level)} ${block.title}`, ...blocks(block.blocks, request, level + 1)];
    case "folded":
      return [`${"#".repeat(level)} ${block.summary}`, ...blocks(block.blocks, request, level + 1)];
    case "tabs":
      return block.items.flatMap(({ title, blocks: inner }) => [
        `${"#".repeat(level)} ${title}`,
        ...blocks(inner, request, level + 1),
      ]);
    case "clients":
      return connectionsInMarkdown(block.server, request.visit.language);
    case "diagram":
      return [fenced(block.drawing, "")];
    case "form":
      return [`<${block.action}?${block.name}=${block.value}>`];
  }
}

function fieldLines(field: DescribedField, request: MarkdownRequest, tools: ToolPages, indent: string): string[] {
  const facts = factsOf(field, request.visit.language).join(" · ");
  const [meaning = "", ...values] = field.meaning.split("\n").map((text) => lineText(linkTools(text, tools), request));
  return [
    `${indent}- \`${field.name}\` (${facts})${meaning ? `${colonOf(request)} ${meaning}` : ""}`,
    ...values.map((value) => `${indent}  - ${value}`),
    ...field.fields.flatMap((inner) => fieldLines(inner, request, tools, `${indent}  `)),
  ];
}

/** Returns a colon, with a no-break space before it in French. */
function colonOf({ visit }: MarkdownRequest): string {
  return visit.language === "fr" ? "\u00a0:" : ":";
}

function lineText(line: Line, request: MarkdownRequest): string {
  const inline = (piece: Inline) =>
    typeof piece === "string"
      ? piece
      : `[${piece.text}](${absoluteLink(request.addresses.site, request.visit, piece.href)})`;
  return (Array.isArray(line) ? line : [line]).map(inline).join("");
}

function table(columns: string[], rows: string[][]): string {
  const row = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replace(/\n/g, " ")).join(" | ")} |`;
  return [row(columns), row(columns.map(() => "---")), ...rows.map(row)].join("\n");
}

function fenced(code: string, language: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

/**
 * Returns the instructions for adding a server to each client, as Markdown. `ConnectClients` renders the same ones as
 * HTML.
 */
export function connectionsInMarkdown(server: ServerEntry, language: Language): string[] {
  const texts = connectingTexts[language];
  const way = (one: ConnectWay, name: string): string => {
    switch (one.kind) {
      case "link":
        return `[${texts.add[server.part](one.opens?.[language] ?? name)}](${one.address(server)})`;
      case "form":
        return texts.labelled(`[${texts.open(name)}](${one.address})`, typeset(one.steps[server.part], language));
      case "command":
        return `${one.caption ? typeset(one.caption, language) : texts.terminal} \`${one.line(server)}\``;
      case "file":
        return `${one.caption ? typeset(one.caption, language) : texts.file(one.path)} \`${one.text(server)}\``;
    }
  };
  const ways = (client: ConnectClient): string => {
    const { name, note } = client;
    if (!canConnect(client, server)) return texts.publicOnly(name);
    const all = waysTo(client, server)
      .map((one) => way(one, name))
      .join("; ");
    return note ? `${all}. ${typeset(note, language)}` : all;
  };
  const items = CONNECT_CLIENTS.map((client) => `- ${texts.labelled(client.name, ways(client))}`);
  const other = `- ${texts.labelled(texts.other, `${texts.otherText} ${server.url}`)}`;
  return [texts.lead[server.part], texts.installed, [...items, other].join("\n")];
}
