import { PROBLEMS } from "../../../../shared/api/definition/problems.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { problemTexts } from "../../pages/problem-texts.ts";
import { NEXT_MOVES, nextMove, PROBLEM_CODES } from "../../problem-words.ts";
import { type Block, type PageContent, part, shell, text } from "../content/blocks.ts";
import { jsonText } from "../content/json-text.ts";
import { curl } from "../examples/curl-examples.ts";
import type { PageData } from "../page-data.ts";
import { siteTexts } from "../texts/site-texts.ts";

/** `/developers/errors`: what a problem is made of, every code, and what to do. */
export function errorsPage(data: PageData): PageContent {
  const { catalogue, language } = data;
  const texts = siteTexts[language];
  const { list, short, long, again, support } = problemTexts[language];
  const { errors } = texts;
  const reference = data.account ?? catalogue;
  const plans = catalogue.endpoints.find(({ id }) => id === "listPlans");
  const seen = plans?.problems.find(({ code }) => code === "invalid_parameter");
  return {
    title: texts.pages.errors,
    lead: texts.errorsLead,
    sections: [
      {
        id: "problems",
        title: errors.form,
        blocks: [
          text(errors.text),
          shell(curl(`${catalogue.server}/plans?lang=xx`)),
          ...(seen?.body
            ? [
                {
                  kind: "code",
                  code: jsonText(seen.body),
                  language: "json",
                  isAnswer: true,
                  caption: texts.operation.exampleOf(seen.code),
                } satisfies Block,
              ]
            : []),
          part(errors.members, [{ kind: "fields", fields: reference.problem, prefix: "problem" }]),
        ],
      },
      {
        id: "what-to-do",
        title: errors.next,
        blocks: [
          {
            kind: "definitions",
            rows: NEXT_MOVES.map((next) => ({ term: short[next], line: long[next] })),
          },
          text(support),
        ],
      },
      {
        id: "codes",
        title: errors.codes,
        blocks: [
          {
            ...{ kind: "table", caption: list.title, columns: [list.code, list.status, list.meaning, list.retry] },
            rows: PROBLEM_CODES.toSorted((one, other) => PROBLEMS[one].status - PROBLEMS[other].status).map((code) => [
              { text: `\`${code}\``, href: `/problems/${code}` },
              String(PROBLEMS[code].status),
              typeset(PROBLEMS[code].title, language),
              again[nextMove(code)],
            ]),
          },
          text({ text: errors.all, href: "/problems" }),
        ],
      },
    ],
  };
}
