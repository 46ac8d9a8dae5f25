import { typesetFrench } from "../../../shared/pages/french-typography.ts";
import { filledMarkdown } from "../markdown-template.ts";
import type { Block, PageContent } from "./content/blocks.ts";
import { readGuide } from "./content/read-guide.ts";
import { guideBlocks, guideWords } from "./guide-blocks.ts";
import accountEn from "./guides/en/account.md" with { type: "text" };
import actOnAnAccountEn from "./guides/en/act-on-an-account.md" with { type: "text" };
import actingEn from "./guides/en/acting.md" with { type: "text" };
import catalogueEn from "./guides/en/catalogue.md" with { type: "text" };
import changesEn from "./guides/en/changes.md" with { type: "text" };
import connectAnAssistantEn from "./guides/en/connect-an-assistant.md" with { type: "text" };
import errorsEn from "./guides/en/errors.md" with { type: "text" };
import limitsEn from "./guides/en/limits.md" with { type: "text" };
import mcpEn from "./guides/en/mcp.md" with { type: "text" };
import mcpProtocolEn from "./guides/en/mcp-protocol.md" with { type: "text" };
import sandboxEn from "./guides/en/sandbox.md" with { type: "text" };
import showPricesEn from "./guides/en/show-prices.md" with { type: "text" };
import startEn from "./guides/en/start.md" with { type: "text" };
import versionsEn from "./guides/en/versions.md" with { type: "text" };
import accountFr from "./guides/fr/account.md" with { type: "text" };
import actOnAnAccountFr from "./guides/fr/act-on-an-account.md" with { type: "text" };
import actingFr from "./guides/fr/acting.md" with { type: "text" };
import catalogueFr from "./guides/fr/catalogue.md" with { type: "text" };
import changesFr from "./guides/fr/changes.md" with { type: "text" };
import connectAnAssistantFr from "./guides/fr/connect-an-assistant.md" with { type: "text" };
import errorsFr from "./guides/fr/errors.md" with { type: "text" };
import limitsFr from "./guides/fr/limits.md" with { type: "text" };
import mcpFr from "./guides/fr/mcp.md" with { type: "text" };
import mcpProtocolFr from "./guides/fr/mcp-protocol.md" with { type: "text" };
import sandboxFr from "./guides/fr/sandbox.md" with { type: "text" };
import showPricesFr from "./guides/fr/show-prices.md" with { type: "text" };
import startFr from "./guides/fr/start.md" with { type: "text" };
import versionsFr from "./guides/fr/versions.md" with { type: "text" };
import type { PageData } from "./page-data.ts";
import { siteTexts } from "./texts/site-texts.ts";

/** The Markdown of each guide, in the order of the navigation. */
const GUIDES = {
  start: { en: startEn, fr: startFr },
  "show-prices": { en: showPricesEn, fr: showPricesFr },
  "connect-an-assistant": { en: connectAnAssistantEn, fr: connectAnAssistantFr },
  "act-on-an-account": { en: actOnAnAccountEn, fr: actOnAnAccountFr },
  sandbox: { en: sandboxEn, fr: sandboxFr },
  catalogue: { en: catalogueEn, fr: catalogueFr },
  account: { en: accountEn, fr: accountFr },
  mcp: { en: mcpEn, fr: mcpFr },
  "mcp-protocol": { en: mcpProtocolEn, fr: mcpProtocolFr },
  acting: { en: actingEn, fr: actingFr },
  errors: { en: errorsEn, fr: errorsFr },
  limits: { en: limitsEn, fr: limitsFr },
  versions: { en: versionsEn, fr: versionsFr },
  changes: { en: changesEn, fr: changesFr },
};

export type GuideName = keyof typeof GUIDES;

/** The names of all guides, in the order of the navigation. */
export const GUIDE_NAMES = Object.keys(GUIDES) as GuideName[];

/** The guides that lead to a first result. The start page shows them first. */
export const TUTORIALS: readonly GuideName[] = ["show-prices", "connect-an-assistant", "act-on-an-account"];

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
  const { pages, noWebhooks } = siteTexts[data.language];
  const tutorials = TUTORIALS.map((one) => ({
    ...{ text: pages[one], href: guidePath(one) },
    about: contentOf(one, blocks).lead,
  }));
  const goodToKnow = [
    ...(["sandbox", "errors", "limits", "versions", "changes"] as const).map((one) => ({
      text: pages[one],
      href: guidePath(one),
    })),
    { text: noWebhooks, href: `${guidePath("account")}#events` },
  ];
  return contentOf(name, {
    ...blocks,
    tutorials: [{ kind: "links", items: tutorials, look: "tiles" }],
    goodToKnow: [{ kind: "links", items: goodToKnow }],
  });
}
