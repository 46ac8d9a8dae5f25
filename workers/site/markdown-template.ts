export type TemplateWords = Record<string, string | boolean>;

/**
 * Fills in a Markdown file: `{word}`, and the conditions `<!-- if word -->`, `<!-- else -->` and `<!-- end -->` on
 * separate lines. A false or empty word does not meet its condition. An unknown word stays unchanged.
 */
export function filledMarkdown(markdown: string, words: TemplateWords): string {
  return markdown
    .replace(CONDITION, (_, word: string, then: string, otherwise = "") => (words[word] ? then : otherwise))
    .replace(/\{(\w+)\}/g, (braces, word: string) => String(words[word] ?? braces));
}

const CONDITION = /<!-- if (\w+) -->\n(.*?)(?:<!-- else -->\n(.*?))?<!-- end -->\n/gs;
