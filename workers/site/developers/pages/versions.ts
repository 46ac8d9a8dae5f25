import { type ApiName, type ApiVersion, versionPath } from "../../../../shared/api/versions/api-versions.ts";
import { type Block, type Line, text } from "../content/blocks.ts";
import type { PageData } from "../page-data.ts";
import { type SiteTexts, siteTexts } from "../texts/site-texts.ts";

/** The page with the notice for a deprecated version that has no separate page. */
export const VERSIONS_PATH = "/developers/versions";

/** Returns the versions of each API that has several, and the rules for new and ending versions. */
export function versionBlocks(data: PageData): Block[] {
  const { context, language } = data;
  const { versions: texts } = siteTexts[language];
  const tables = Object.entries(context.versions) as [ApiName, readonly ApiVersion[]][];
  const latest = Math.max(...tables.flatMap(([, table]) => table.map(({ major }) => major)));
  const releases = { catalogue: data.catalogue.version, account: data.account?.version ?? null };
  const rows = tables.flatMap(([api, table]) =>
    table.length > 1 ? table.map((version) => row(api, version, data, siteTexts[language])) : [],
  );
  const table: Block = { kind: "table", caption: texts.caption, columns: Object.values(texts.columns), rows };
  return [...(rows.length > 0 ? [table] : []), text(texts.text(releases, `/api/v${latest + 1}`))];
}

function row(
  api: ApiName,
  version: ApiVersion,
  { addresses }: PageData,
  { versions: texts, pages }: SiteTexts,
): Line[] {
  const path = versionPath(api, version);
  const { origin } = new URL(api === "account" ? addresses.base : addresses.catalogue);
  const { deprecated = NEVER, sunset = NEVER, notice } = version;
  return [
    `${pages[api]}, \`${path}\``,
    deprecated,
    sunset,
    notice === undefined || notice === VERSIONS_PATH
      ? { text: texts.document, href: `${origin}${path}/openapi.json` }
      : { text: texts.changes, href: notice },
  ];
}

const NEVER = "–";
