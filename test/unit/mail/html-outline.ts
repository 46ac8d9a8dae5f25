import { decodeHTML } from "entities";
import { expect } from "vitest";
import type { Mail } from "../../../shared/mail/mailer.ts";

const MAX_BYTES = 8_000;
const BRAND = "Maple Hosting";

/**
 * Returns the elements of an e-mail's HTML in order, without their words. Fails if the words differ from the text
 * version, if the HTML loads external content, if a line is too long, if the e-mail advises a new password without a
 * link, or if the HTML exceeds 8 KB.
 */
export function outlineOf({ subject, text, html }: Mail): string {
  expect(new TextEncoder().encode(html).length).toBeLessThanOrEqual(MAX_BYTES);
  expect(html.split("\n").filter((line) => line.length > 998)).toEqual([]);
  expect(html).not.toMatch(/<(?:img|script|link|iframe|form|input)\b|\ssrc=|url\(|@import/i);
  const body = html.slice(html.indexOf("<body"));
  expect(wordsOf(body)).toBe(flowing(`${BRAND} ${subject} ${text.slice(0, text.lastIndexOf(BRAND))}`));
  const links = [...body.matchAll(/<a [^>]*href=/g)].length;
  const addresses = [...text.matchAll(/^https?:/gm)].length;
  expect([links, body.match(/<a class="button"/g)?.length ?? 0]).toEqual([addresses, Math.min(links, 1)]);
  if (/change[rz]? (?:your|the|votre|le) (?:password|mot de passe)/i.test(flowing(text))) {
    expect(text).toMatch(/^https:.*\/new-password\?lang=\w\w$/m);
  }
  const elements = body.matchAll(/<(h1|p class="code"|p|li|a class="button"|a)(?=[ >])/g);
  return [...elements].map(([, element = ""]) => element.replace(/^\w+ class="(\w+)"$/, "$1")).join(" ");
}

function wordsOf(html: string): string {
  const marked = html.replace(/<li\b/g, "- <li").replace(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, "$2 $1 ");
  return flowing(decodeHTML(marked.replace(/<\/(?:p|h1|li|td)>/g, " ").replace(/<[^>]*>/g, "")));
}

const flowing = (text: string) => text.replace(/[ \n]+/g, " ").trim();
