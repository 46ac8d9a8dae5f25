export type TemplateWords = Record<string, string | boolean>;

/**
 * Fills in a Markdown template. It replaces `{word}`, and evaluates the conditions `<!-- if word -->`, `<!-- else -->`
 * and `<!-- end -->`, each on its own line. A condition is not met if its word is false, empty or unknown. An unknown
 * `{word}` stays unchanged.
 */
export function filledMarkdown(markdown: string, words: TemplateWords): string {
  return markdown
    .replace(CONDITION, (_, word: string, then: string, otherwise = "") => (words[word] ? then : otherwise))
    .replace(/\{(\w+)\}/g, (braces, word: string) => String(words[word] ?? braces));
}

const CONDITION = /<!-- if (\w+) -->\n(.*?)(?:<!-- else -->\n(.*?))?<!-- end -->\n/gs;
