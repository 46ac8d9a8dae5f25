import { API_VERSIONS, type ApiName, successorOf, versionPath } from "../../../../shared/api/versions/api-versions.ts";
import { type Block, type Line, type Section, text } from "../content/blocks.ts";
import type { PageData } from "../page-data.ts";
import { type SiteTexts, siteTexts } from "../texts/site-texts.ts";

/** Path of the section: where the notice of a deprecated version is. */
export const VERSIONS_PATH = "/developers#versions";

/** How versions begin and end, and each of them where there is more than one to choose from or one that ends. */
export function versionsSection(data: PageData): Section {
  const { versions: texts } = siteTexts[data.language];
  const latest = Math.max(...Object.values(data.versions).flatMap((some) => some.map(({ major }) => major)));
  const releases = { catalogue: data.catalogue.version, account: data.account?.version ?? null };
  const blocks: Block[] = [text(texts.text(releases, `/api/v${latest + 1}`)), text(texts.codes)];
  const rows = rowsOf(data, siteTexts[data.language]);
  return {
    ...{ id: "versions", title: texts.title },
    blocks:
      rows.length === 0 ? blocks : [{ kind: "table", caption: texts.ending, columns: texts.columns, rows }, ...blocks],
  };
}

/** A row for each deprecated version. */
function rowsOf({ versions }: PageData, { versions: texts, pages }: SiteTexts): Line[][] {
  return (Object.keys(API_VERSIONS) as ApiName[]).flatMap((api) =>
    versions[api].flatMap((version) => {
      if (version.deprecated === undefined) return [];
      const { deprecated, sunset, notice } = version;
      const successor = successorOf(versions[api], version);
      const instead = successor ? `\`${versionPath(api, successor)}\`` : texts.none;
      return [
        [
          `${pages[api]}, \`${versionPath(api, version)}\``,
          deprecated,
          sunset,
          notice === VERSIONS_PATH ? instead : { text: instead.replaceAll("`", ""), href: notice },
        ],
      ];
    }),
  );
}
