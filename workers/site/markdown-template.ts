export type TemplateWords = Record<string, string | boolean>;

/**
 * A Markdown file with its words and conditions filled in: `{word}`, and lines between `<!-- if word -->`, `<!-- else -->` and
 * `<!-- end -->`, where a word that is false or empty does not hold. A word that is not given stays as it is.
 */
export function filledMarkdown(markdown: string, words: TemplateWords): string {
  return markdown
    .replace(CONDITION, (_, word: string, then: string, otherwise = "") => (words[word] ? then : otherwise))
    .replace(/\{(\w+)\}/g, (braces, word: string) => String(words[word] ?? braces));
}

const CONDITION = /<!-- if (\w+) -->\n(.*?)(?:<!-- else -->\n(.*?))?<!-- end -->\n/gs;
