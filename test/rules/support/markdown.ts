/** Returns a Markdown text without code blocks, comments and generated sections. */
function withoutCode(markdown: string): string {
  return markdown
    .replace(/^<!-- (.*): begin -->.*?^<!-- \1: end -->$/gms, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/^ *```.*?^ *```$/gms, "")
    .replace(/^\n(?: {4}[^-*\d].*\n)+/gm, "\n");
}

/** Returns the anchors of a document: its headings, as GitHub spells them, and its ids. */
export function anchorsOf(markdown: string): string[] {
  const headings = [...withoutCode(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);
  const slugs = headings.map((heading) =>
    plain(heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...slugs, ...[...markdown.matchAll(/\bid="([^"]+)"/g)].map(([, id = ""]) => id)];
}

/** Returns a document's links without a scheme: to other files of the project, or to its own headings. */
export function ownLinks(markdown: string): string[] {
  const targets = [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)[^)]*\)|(?:src|srcset)="([^"]+)"/g)];
  return targets.map(([, link, source]) => link ?? source ?? "").filter((target) => !/^[a-z]+:/.test(target));
}

/** Returns the sentences of a document's paragraphs, list items and table cells. Inline code counts as one word. */
export function sentencesOf(markdown: string): string[] {
  const text = withoutCode(markdown)
    .replace(/^#.*$/gm, "\n")
    .replace(/^ *(?:[-*]|\d+\.) /gm, "\n\n")
    .replace(/^ *\|.*$/gm, (row) => `\n\n${row.replaceAll("|", "\n\n")}\n\n`);
  return text.split(/\n\s*\n/).flatMap((paragraph) =>
    plain(paragraph.replace(/`[^`]+`/g, "Code"))
      .replace(/\s+/g, " ")
      .split(/(?<=[.!?][)”"]?) (?=[\p{Lu}\d"“(*])/u),
  );
}

/** Returns a document's lines of prose, without link targets. */
export function proseLines(markdown: string): string[] {
  const lines = withoutCode(markdown).split("\n");
  return lines.filter((line) => !/^ *\||^#|^ *<|^!\[/.test(line)).map((line) => line.replace(/\]\([^)]*\)/g, "]"));
}

const plain = (markdown: string) => markdown.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/`/g, "");
