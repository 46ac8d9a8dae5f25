import { html } from "hono/html";
import changelog from "../../../../CHANGELOG.md" with { type: "text" };
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { PAGE_MAX_AGE, type SitePageRequest, textHeaders } from "../../page-request.ts";
import { type Block, part } from "../content/blocks.ts";
import { linked } from "../content/read-guide.ts";

/** A release of an API, or the changes that are not released yet. */
interface Release {
  name: string;
  /** The date of the release as YYYY-MM-DD; `null` if the changes are not released yet. */
  date: string | null;
  /** The changes in Markdown, one line each. */
  changes: string[];
}

const RELEASES = releasesIn(changelog);

/** Returns the releases in the changelog, in the same order. */
function releasesIn(markdown: string): Release[] {
  const [, ...days] = markdown.split(/^## /m);
  return days.flatMap((day) => {
    const [heading = "", ...apis] = day.split(/^### /m);
    const [title = "", ...own] = heading.split("\n");
    const date = /^\d{4}-\d\d-\d\d$/.test(title) ? title : null;
    const inApis = apis.map((api) => {
      const [name = "", ...lines] = api.split("\n");
      return { name, date, changes: listedIn(lines) };
    });
    return [{ name: title, date, changes: listedIn(own) }, ...inApis].filter(({ changes }) => changes.length > 0);
  });
}

function listedIn(lines: string[]): string[] {
  return lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2));
}

const texts = byLanguage({ next: { en: "Not released yet", fr: "Pas encore publié" } });

/** Returns each release with its changes. */
export function releaseBlocks(language: Language): Block[] {
  return RELEASES.map(({ name, date, changes }) =>
    part(
      date === null ? texts[language].next : `${name}, ${date}`,
      changes.map((change): Block => ({ kind: "text", line: linked(change), lang: "en" })),
    ),
  );
}

/** Handles `/developers/changes.atom`. The feed lists the releases (RFC 4287). */
export function changesFeed({ addresses, context }: SitePageRequest): Response {
  const page = `${addresses.site}/developers/changes`;
  const { name: provider } = context.theme.brand;
  const released = RELEASES.flatMap(({ date, ...release }) => (date === null ? [] : [{ date, ...release }]));
  const feed = html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${page}</id>
<title>${provider}: API changes</title>
<author><name>${provider}</name></author>
<link rel="self" href="${page}.atom"/>
<link href="${page}"/>
<updated>${released[0]?.date}T00:00:00Z</updated>
${released.map(
  ({ name, date, changes }) => html`<entry>
<id>${page}#${name.toLowerCase().replaceAll(" ", "-")}</id>
<title>${name}</title>
<link href="${page}"/>
<updated>${date}T00:00:00Z</updated>
<content>${changes.join("\n")}</content>
</entry>
`,
)}</feed>
`;
  return new Response(String(feed), { headers: textHeaders("application/atom+xml", null, PAGE_MAX_AGE) });
}
