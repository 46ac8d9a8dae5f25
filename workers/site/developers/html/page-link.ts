import { linkTo, type Visit } from "../../../../shared/pages/visit.ts";

/** An address as a link of the page: one of this site keeps the requested language. */
export function hrefOn(visit: Visit, href: string): string {
  return href.startsWith("/") ? linkTo(visit, href) : href;
}

/** The Markdown of a page, by the page's path. */
export function markdownPath(path: string): string {
  return `${path}.md`;
}

/** A link of a page's Markdown: absolute, and to the Markdown of another page where it has one. */
export function absoluteLink(site: string, visit: Visit, href: string): string {
  if (!href.startsWith("/")) return href;
  const [path = "", hash] = hrefOn(visit, href).split("#");
  const [page = "", query] = path.split("?");
  const isDevelopers = page === "/developers" || page.startsWith("/developers/");
  const address = site + (isDevelopers ? markdownPath(page) : page) + (query === undefined ? "" : `?${query}`);
  return isDevelopers || hash === undefined ? address : `${address}#${hash}`;
}
