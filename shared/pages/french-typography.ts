const NO_BREAK = "\u00a0";
const NARROW_NO_BREAK = "\u202f";

/**
 * French spacing: the spaces that are written before `: ; ! ? » %` and after `«`, and inside numbers, are turned into
 * ones that never end a line. Text is written with plain spaces, which can be seen and typed.
 */
export function typesetFrench(text: string): string {
  return text
    .replace(/ (?=[;!?](?:\s|$|»))/g, NARROW_NO_BREAK)
    .replace(/ (?=[:»%](?:\s|$|[.,;)»]))/g, NO_BREAK)
    .replace(/« /g, `«${NO_BREAK}`)
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, NARROW_NO_BREAK);
}

/** The same for the texts of a page: strings, and what its functions make of their values. */
export function french<Texts>(texts: Texts): Texts {
  if (typeof texts === "string") return typesetFrench(texts) as Texts;
  if (typeof texts === "function") return ((...values: unknown[]) => french(texts(...values))) as Texts;
  if (typeof texts !== "object" || texts === null) return texts;
  if (Array.isArray(texts)) return texts.map(french) as Texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, french(text)])) as Texts;
}
