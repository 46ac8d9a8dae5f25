import { linkTo, type Visit } from "../../../../shared/pages/visit.ts";

/** Returns the link for a URL or a path. Links within this site keep the requested language. */
export function hrefOn(visit: Visit, href: string): string {
  return href.startsWith("/") ? linkTo(visit, href) : href;
}

/** Returns the path of a page's Markdown version. */
export function markdownPath(path: string): string {
  return `${path}.md`;
}

/** Returns an absolute link for use in Markdown. A link to a developers' page points to its Markdown version. */
export function absoluteLink(site: string, visit: Visit, href: string): string {
  if (!href.startsWith("/")) return href;
  const [path = "", hash] = hrefOn(visit, href).split("#");
  const [page = "", query] = path.split("?");
  const isDevelopers = page === "/developers" || page.startsWith("/developers/");
  const address = site + (isDevelopers ? markdownPath(page) : page) + (query === undefined ? "" : `?${query}`);
  return isDevelopers || hash === undefined ? address : `${address}#${hash}`;
}
