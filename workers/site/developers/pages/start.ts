import { filled } from "../../../../shared/pages/filled-text.tsx";
import { type Block, type PageContent, part, shell, text } from "../content/blocks.ts";
import { curl } from "../examples/curl-examples.ts";
import type { PageData } from "../page-data.ts";
import { type SiteTexts, siteTexts } from "../texts/site-texts.ts";
import { operationLinks } from "./operation-links.ts";
import { versionsSection } from "./versions.ts";

/** A guide as the start lists it. */
export interface ListedGuide {
  path: string;
  content: PageContent;
}

/**
 * `/developers`: what there is, and where it is. The anchors of its links are those of the sections that they lead to: programs
 * and documents have linked to them on this page.
 */
export function startPage(data: PageData, guides: ListedGuide[]): PageContent {
  const texts = siteTexts[data.language];
  const { start } = texts;
  return {
    title: texts.title,
    lead: texts.lead,
    sections: [
      { id: "first", title: start.first, blocks: [text(start.firstText), shell(curl(data.catalogue.server))] },
      { id: "guides", title: start.pages, blocks: guides.map(guideBlock) },
      { id: "operations", title: start.operations, blocks: [text(start.operationsText), ...operationBlocks(data)] },
      { id: "addresses", title: texts.addresses.title, blocks: [addressBlock(data, texts.addresses)] },
      {
        id: "markdown",
        title: start.asMarkdown,
        blocks: [text(filled(start.asMarkdownText, { index: `${data.addresses.site}/llms.txt` }))],
      },
      versionsSection(data),
    ],
  };
}

function guideBlock({ path, content: { title, lead, sections } }: ListedGuide): Block {
  return part(title, [
    text(lead),
    { kind: "links", items: sections.map(({ id, title }) => ({ id, text: title, href: `${path}#${id}` })) },
  ]);
}

function operationBlocks(data: PageData): Block[] {
  const { pages } = siteTexts[data.language];
  return (["catalogue", "account"] as const).map((api) => part(pages[api], [operationLinks(data, api, true)]));
}

function addressBlock({ addresses, assistants }: PageData, texts: SiteTexts["addresses"]): Block {
  const { site, catalogue, catalogueMcp, base, accountMcp, auth } = addresses;
  const link = (href: string) => ({ text: href, href });
  return {
    kind: "definitions",
    rows: [
      { term: texts.api, line: link(catalogue) },
      { term: texts.mcp, line: catalogueMcp },
      { term: texts.openApi, line: link(`${catalogue}/openapi.json`) },
      { term: texts.accountApi, line: base },
      { term: texts.accountMcp, line: accountMcp },
      { term: texts.accountOpenApi, line: link(`${base}/account/openapi.json`) },
      { term: texts.authorization, line: auth },
      { term: texts.assistants, line: link(assistants) },
      { term: texts.llms, line: link(`${site}/llms.txt`) },
      { term: texts.status, line: link(`${catalogue}/status`) },
    ],
  };
}
