import { PROBLEMS, type ProblemCode } from "../../../shared/api/definition/problems.ts";
import { typeset } from "../../../shared/pages/french-typography.ts";
import { Layout } from "../../../shared/pages/layout.tsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import { ProblemTable } from "../components/problem-table.tsx";
import { RichParagraph } from "../components/rich-text.tsx";
import { PAGE_MAX_AGE, type SitePageRequest } from "../page-request.ts";
import { EXPLANATIONS, isProblemCode, PROBLEM_CODES } from "../problem-words.ts";
import { failurePage } from "./failure.tsx";
import { problemTexts } from "./problem-texts.ts";

/** `/problems/<code>`: the page that a problem's `type` links to. */
export async function problem({ context: { theme }, visit }: SitePageRequest, code: string): Promise<Response> {
  if (!isProblemCode(code)) return failurePage("notFound", theme, visit);
  return pageResponse(<ProblemPage theme={theme} visit={visit} code={code} />, { theme, visit, maxAge: PAGE_MAX_AGE });
}

function ProblemPage({ theme, visit, code }: { theme: Theme; visit: Visit; code: ProblemCode }) {
  const texts = problemTexts[visit.language];
  const { status } = PROBLEMS[code];
  const next = nextMove(code);
  const title = typeset(PROBLEMS[code].title, visit.language);
  return (
    <Layout theme={theme} visit={visit} title={title} width="reading">
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
    </Layout>
  );
}

/** The caller's next step: wait, change the request, or get permission. */
function nextMove(code: ProblemCode): "wait" | "change" | "permit" {
  const { status, retryable } = PROBLEMS[code];
  if (retryable) return "wait";
  return status === 401 || status === 403 ? "permit" : "change";
}

/** `/problems`: every problem code. */
export async function problemList({ context: { theme }, visit }: SitePageRequest): Promise<Response> {
  const texts = problemTexts[visit.language].list;
  const page = (
    <Layout theme={theme} visit={visit} title={texts.title} width="wide">
      <div class="stack loose">
        <header class="stack tight hero">
          <h1>{texts.title}</h1>
          <RichParagraph class="lead">{texts.lead}</RichParagraph>
        </header>
        <div class="card">
          <ProblemTable codes={PROBLEM_CODES} visit={visit} />
        </div>
      </div>
    </Layout>
  );
  return pageResponse(page, { theme, visit, maxAge: PAGE_MAX_AGE });
}
