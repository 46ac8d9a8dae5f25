import { PROBLEMS, type ProblemCode } from "../../../shared/api/definition/problems.ts";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { typeset } from "../../../shared/pages/french-typography.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import { RichParagraph } from "../components/rich-text.tsx";
import { SitePage } from "../components/site-page.tsx";
import { PAGE_MAX_AGE, type SitePageRequest } from "../page-request.ts";
import { EXPLANATIONS, isProblemCode, nextMove, PROBLEM_CODES } from "../problem-words.ts";
import { failurePage } from "./failure.tsx";
import { problemTexts } from "./problem-texts.ts";

/** Handles `/problems/<code>`, the page to which a problem's `type` links. */
export async function problem(request: SitePageRequest, code: string): Promise<Response> {
  const { visit, context } = request;
  const { theme } = context;
  if (!isProblemCode(code)) return failurePage("notFound", theme, visit);
  return pageResponse(<ProblemPage request={request} code={code} />, { theme, visit, maxAge: PAGE_MAX_AGE });
}

function ProblemPage({ request, code }: { request: SitePageRequest; code: ProblemCode }) {
  const { visit } = request;
  const texts = problemTexts[visit.language];
  const { status } = PROBLEMS[code];
  const next = nextMove(code);
  const title = typeset(PROBLEMS[code].title, visit.language);
  return (
    <SitePage request={request} path={`/problems/${code}`} title={title} width="reading">
      <article class="card stack loose">
        <div class="stack">
          <h1>{title}</h1>
          <p class="chips">
            <code class="chip">{code}</code>
            <span class="chip">{texts.status(status)}</span>
            <span class="chip">{texts.short[next]}</span>
          </p>
          <p>{typeset(EXPLANATIONS[code], visit.language)}</p>
        </div>
        <div class="stack tight">
          <h2>{texts.next}</h2>
          <RichParagraph>{texts.long[next]}</RichParagraph>
        </div>
        <RichParagraph class="note">{texts.support}</RichParagraph>
        <p class="links">
          <a href={linkTo(visit, "/problems")}>{texts.all}</a>
        </p>
      </article>
    </SitePage>
  );
}

/** Handles `/problems`. It lists every problem code. */
export async function problemList(request: SitePageRequest): Promise<Response> {
  const { context, visit } = request;
  const texts = problemTexts[visit.language].list;
  const page = (
    <SitePage request={request} path="/problems" title={texts.title} width="wide">
      <div class="stack loose">
        <header class="stack tight hero">
          <h1>{texts.title}</h1>
          <RichParagraph class="lead">{texts.lead}</RichParagraph>
        </header>
        <div class="card">
          <ProblemTable codes={PROBLEM_CODES} visit={visit} />
        </div>
      </div>
    </SitePage>
  );
  return pageResponse(page, { theme: context.theme, visit, maxAge: PAGE_MAX_AGE });
}

/** Renders problem codes by status, each with its meaning and a link to its page. */
function ProblemTable({ codes, visit }: { codes: ProblemCode[]; visit: Visit }) {
  const texts = problemTexts[visit.language];
  const { list } = texts;
  return (
    <DataTable
      caption={list.title}
      columns={[{ label: list.code }, { label: list.status }, { label: list.meaning }, { label: list.retry }]}
      rows={codes
        .toSorted((one, other) => PROBLEMS[one].status - PROBLEMS[other].status)
        .map((code) => ({
          key: code,
          cells: [
            <a href={linkTo(visit, `/problems/${code}`)}>
              <code>{code}</code>
            </a>,
            PROBLEMS[code].status,
            typeset(PROBLEMS[code].title, visit.language),
            texts.again[nextMove(code)],
          ],
        }))}
    />
  );
}
