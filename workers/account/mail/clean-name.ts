const LONGEST = 100;

/** Controls and line ends become a space: none of them can begin a header or a line of its own. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** What is not seen and changes how the rest is read, such as bidi controls; joiners stay, emoji and scripts need them. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu;

/** A name that others chose, as it may stand in a header or in a sentence: one line, in reading order, not too long. */
export function cleanName(name: string): string {
  const line = name.toWellFormed().replace(BREAKS, " ").replace(UNSEEN, "").replace(/\s+/g, " ").trim();
  const characters = Array.from(line);
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join("")}…`;
}

/** A text in which no mail program finds an address to make a link of. The dots are those of IDNA (RFC 3490 §3.1). */
export function withoutLinks(text: string): string {
  return text.replaceAll("://", ": //").replace(/[.\u3002\uff0e\uff61](?=\p{L})/gu, "$& ");
}
