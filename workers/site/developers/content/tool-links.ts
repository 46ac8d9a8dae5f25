import type { Inline, ToolPages } from "./blocks.ts";

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
