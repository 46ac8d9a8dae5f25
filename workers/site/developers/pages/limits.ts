import type { Block, PageContent } from "../content/blocks.ts";
import { text } from "../content/blocks.ts";
import type { PageData } from "../page-data.ts";
import { limitsTexts } from "../texts/limits-texts.ts";
import { siteTexts } from "../texts/site-texts.ts";

/** `/developers/limits`: how often, how large and how long. */
export function limitsPage({ language }: PageData): PageContent {
  const { pages, limitsLead } = siteTexts[language];
  const { columns, titles, over, ...limits } = limitsTexts[language];
  const table = (name: keyof typeof titles): Block => ({
    ...{ kind: "table", caption: titles[name], columns: [columns.of, columns.words] },
    rows: limits[name].map(({ of, words, page }) => [{ text: of, href: page }, words]),
  });
  return {
    title: pages.limits,
    lead: limitsLead,
    sections: [
      { id: "rates", title: titles.rates, blocks: [text(over), table("rates")] },
      { id: "sizes", title: titles.sizes, blocks: [table("sizes")] },
      { id: "times", title: titles.times, blocks: [table("times")] },
    ],
  };
}
