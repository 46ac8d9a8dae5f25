import { typesetFrench } from "../../../shared/pages/french-typography.ts";
import { filledMarkdown } from "../markdown-template.ts";
import { type Block, type PageContent, part, text } from "./content/blocks.ts";
import { readGuide } from "./content/read-guide.ts";
import { guideBlocks, guideWords } from "./guide-blocks.ts";
import accountEn from "./guides/en/account.md" with { type: "text" };
import actingEn from "./guides/en/acting.md" with { type: "text" };
import catalogueEn from "./guides/en/catalogue.md" with { type: "text" };
import errorsEn from "./guides/en/errors.md" with { type: "text" };
import limitsEn from "./guides/en/limits.md" with { type: "text" };
import mcpEn from "./guides/en/mcp.md" with { type: "text" };
import startEn from "./guides/en/start.md" with { type: "text" };
import accountFr from "./guides/fr/account.md" with { type: "text" };
import actingFr from "./guides/fr/acting.md" with { type: "text" };
import catalogueFr from "./guides/fr/catalogue.md" with { type: "text" };
import errorsFr from "./guides/fr/errors.md" with { type: "text" };
import limitsFr from "./guides/fr/limits.md" with { type: "text" };
import mcpFr from "./guides/fr/mcp.md" with { type: "text" };
import startFr from "./guides/fr/start.md" with { type: "text" };
import type { PageData } from "./page-data.ts";

/** The Markdown of each guide, in the order of the navigation. */
const GUIDES = {
  start: { en: startEn, fr: startFr },
  catalogue: { en: catalogueEn, fr: catalogueFr },
  account: { en: accountEn, fr: accountFr },
  mcp: { en: mcpEn, fr: mcpFr },
  acting: { en: actingEn, fr: actingFr },
  errors: { en: errorsEn, fr: errorsFr },
  limits: { en: limitsEn, fr: limitsFr },
};

export type GuideName = keyof typeof GUIDES;

/** Every guide's name. */
export const GUIDE_NAMES = Object.keys(GUIDES) as GuideName[];

export function guidePath(name: GuideName): string {
  return name === "start" ? "/developers" : `/developers/${name}`;
}

export function guideContent(name: GuideName, data: PageData): PageContent {
  const words = guideWords(data);
  const blocks = guideBlocks(data, words);
  const contentOf = (guide: GuideName, named: Record<string, Block[]>) => {
    const markdown = filledMarkdown(GUIDES[guide][data.language], words);
    return readGuide(data.language === "fr" ? typesetFrench(markdown) : markdown, named);
  };
  if (name !== "start") return contentOf(name, blocks);
  const others = GUIDE_NAMES.filter((one) => one !== "start");
  return contentOf(name, { ...blocks, guides: others.map((one) => listedGuide(one, contentOf(one, blocks))) });
}

/**
 * A guide as the start lists it. The anchors of its links are those of the sections that they lead to: programs and documents have
 * linked to them on the start.
 */
function listedGuide(name: GuideName, { title, lead, sections }: PageContent): Block {
  const links = sections.map((section) => ({
    ...{ id: section.id, text: section.title },
    href: `${guidePath(name)}#${section.id}`,
  }));
  return part(title, [text(lead), { kind: "links", items: links }]);
}
