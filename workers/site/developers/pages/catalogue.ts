import { type PageContent, part, shell, text } from "../content/blocks.ts";
import { curl, revalidation, severalChecks } from "../examples/curl-examples.ts";
import type { PageData } from "../page-data.ts";
import { commonParameters } from "../reference/api-reference.ts";
import { catalogueTexts } from "../texts/catalogue-texts.ts";
import { siteTexts } from "../texts/site-texts.ts";
import { operationLinks } from "./operation-links.ts";

/** `/developers/catalogue`: the rules of all calls to the catalogue, and what a domain check means. */
export function cataloguePage(data: PageData): PageContent {
  const { catalogue, language } = data;
  const texts = siteTexts[language];
  const { calls, checks } = catalogueTexts[language];
  const { endpoints } = catalogue;
  const example = endpoints.find(({ exampleArguments }) => Object.keys(exampleArguments).length > 0)?.example;
  const address = example ?? catalogue.server;
  return {
    title: texts.pages.catalogue,
    lead: texts.catalogueLead,
    sections: [
      {
        id: "calls",
        title: calls.title,
        blocks: [
          text(calls.first),
          shell(curl(address)),
          part(calls.parametersTitle, [
            text(calls.parameters),
            { kind: "fields", fields: commonParameters(catalogue), prefix: "parameter" },
          ]),
          part(calls.amountsTitle, [text(calls.amounts)]),
          part(calls.cachingTitle, [text(calls.caching), shell(revalidation(address))]),
          part(calls.browsersTitle, [text(calls.browsers)]),
        ],
      },
      {
        id: "checks",
        title: checks.title,
        blocks: [
          ...[checks.meaning, checks.limit, checks.several].map(text),
          shell(severalChecks(`${catalogue.server}/domains/availability`)),
        ],
      },
      { id: "endpoints", title: texts.endpoints.catalogue, blocks: [operationLinks(data, "catalogue")] },
    ],
  };
}
