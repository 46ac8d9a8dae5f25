import { Layout } from "../../../shared/pages/layout.tsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { RichText } from "../../../shared/pages/rich-text.tsx";
import { ProblemTable } from "../components/problem-table.tsx";
import { PAGE_MAX_AGE, type SitePageRequest } from "../page-request.ts";
import { PROBLEM_CODES } from "../problem-words.ts";
import { problemTexts } from "./problem-texts.ts";

/** `/problems`: every code there is. */
export async function problemList({ context: { theme }, visit }: SitePageRequest): Promise<Response> {
  const texts = problemTexts[visit.language].list;
  const page = (
    <Layout theme={theme} visit={visit} title={texts.title} width="wide">
      <div class="stack loose">
        <header class="stack tight hero">
          <h1>{texts.title}</h1>
          <p class="lead">
            <RichText>{texts.lead}</RichText>
          </p>
        </header>
        <div class="card">
          <ProblemTable codes={PROBLEM_CODES} visit={visit} />
        </div>
      </div>
    </Layout>
  );
  return pageResponse(page, { theme, visit, maxAge: PAGE_MAX_AGE });
}
