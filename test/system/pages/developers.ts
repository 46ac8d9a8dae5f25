import { decode } from "../../support/page-visitor.ts";

/** Returns the paths of the developer pages in the sitemap. */
export async function developersPaths(origin: string): Promise<string[]> {
  const map = await (await fetch(`${origin}/sitemap.xml`)).text();
  const pages = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(decode(address as string)).pathname,
  );
  return [...new Set(pages)].filter((path) => path === "/developers" || path.startsWith("/developers/"));
}

/** Returns the text of each code block of a page. */
export function codeBlocks(html: string): string[] {
  return [...html.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code]) =>
    decode((code as string).replace(/<\/?span[^>]*>/g, "")),
  );
}

/** Returns the fenced code blocks of a Markdown text that are in the given language. */
export function fencedBlocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)\n```$/gm)].flatMap(([, named, code]) =>
    named === language ? [code as string] : [],
  );
}

/** Returns a Markdown text without its fenced code blocks. Every line that starts with `#` is then a heading. */
export function withoutCode(markdown: string): string {
  return markdown.replace(/^```\w*\n[\s\S]*?\n```$/gm, "");
}
