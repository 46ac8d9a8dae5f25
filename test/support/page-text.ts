import { decode } from "./page-visitor.ts";

/**
 * Returns the main part of a page as text, with one line for each block. A link has the form `[words](url)`, and a
 * field or button has the form `{name=value}`.
 */
export function pageText(html: string): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "";
  const text = main
    .replace(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, "[$2]($1)")
    .replace(/<(?:input|button)([^>]*)>/g, (_, attributes: string) => `\n${fieldOf(attributes)} `)
    .replace(/<option([^>]*)>([^<]*)<\/option>/g, (_, attributes: string, words) => `${fieldOf(attributes)} ${words} `)
    .replaceAll("</bdi><bdi>", "\n")
    .replace(/<\/?(?:bdi|span|time|code|strong|b)(?: [^>]*)?>/g, "")
    .replace(/<[^>]+>/g, "\n")
    // Ids and tokens differ in each run.
    .replace(
      /\{(token|once|key|confirm|revision)=[^}]+\}|\b(?:[0-9A-Za-z]{22,}|[0-9a-f]{8}-[0-9a-f-]{27})\b/g,
      (_, name?: string) => (name ? `{${name}=…}` : "…"),
    );
  const lines = decode(text)
    .split("\n")
    .map((line) => line.trim());
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}

function fieldOf(attributes: string): string {
  const own = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
  const set = ["checked", "selected", "disabled"].filter((name) => attributes.includes(` ${name}`));
  const [name, value = ""] = [own("name"), own("value")];
  return `{${[name === undefined ? value : `${name}=${value}`, ...set].join(" ")}}`;
}
