import { linkTo, type Visit } from "../../../../shared/pages/visit.ts";

/** An address as a link of the page. Links within this site keep the requested language. */
export function hrefOn(visit: Visit, href: string): string {
  return href.startsWith("/") ? linkTo(visit, href) : href;
}

/** The path of a page's Markdown. */
export function markdownPath(path: string): string {
  return `${path}.md`;
}

/** An absolute link in a page's Markdown. It points to the other page's Markdown if that exists. */
export function absoluteLink(site: string, visit: Visit, href: string): string {
  if (!href.startsWith("/")) return href;
  const [path = "", hash] = hrefOn(visit, href).split("#");
  const [page = "", query] = path.split("?");
  const isDevelopers = page === "/developers" || page.startsWith("/developers/");
  const address = site + (isDevelopers ? markdownPath(page) : page) + (query === undefined ? "" : `?${query}`);
  return isDevelopers || hash === undefined ? address : `${address}#${hash}`;
}
