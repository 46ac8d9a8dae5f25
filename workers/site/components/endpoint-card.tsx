import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import { RichText } from "../../../shared/pages/rich-text.tsx";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import type { Endpoint } from "../api-reference.ts";
import { curl } from "../code-examples.ts";
import type { OpenApiParameter } from "../openapi-document.ts";
import type { DevelopersTexts } from "../pages/developers-texts.ts";
import { ParameterList } from "./parameter-list.tsx";

interface EndpointCardProps {
  endpoint: Endpoint;
  /** What it answers, in the page's language where the catalogue says it in that language. */
  summary: { text: string; lang: string };
  /** Its own, without those of every call. */
  parameters: OpenApiParameter[];
  texts: DevelopersTexts;
  visit: Visit;
}

/** One endpoint: what it gives, what it takes, how it is called. */
export function EndpointCard({ endpoint, summary, parameters, texts, visit }: EndpointCardProps) {
  return (
    <section class="card stack" id={endpoint.id} aria-labelledby={`${endpoint.id}-path`}>
      <div class="stack tight">
        <h3 id={`${endpoint.id}-path`} class="route" translate="no">
          <span class="muted">{endpoint.method}</span> {endpoint.path}
        </h3>
        <p class="strong" lang={summary.lang}>
          {summary.text}
        </p>
        <p class="muted" lang="en">
          <RichText>{endpoint.description}</RichText>
        </p>
        {endpoint.tool && (
          <p class="chips">
            <span class="chip">{texts.endpoints.tool(endpoint.tool)}</span>
          </p>
        )}
      </div>
      {parameters.length > 0 ? (
        <ParameterList parameters={parameters} texts={texts.parameter} visit={visit} />
      ) : (
        <p class="muted small">{texts.endpoints.none}</p>
      )}
      <CodeBlock>{curl(endpoint.example)}</CodeBlock>
      <p class="small muted">
        {texts.endpoints.answer} <span translate="no">{endpoint.answerKeys.join(", ")}</span>
        <br />
        {texts.endpoints.problems}{" "}
        {endpoint.problemCodes.map((code, index) => (
          <>
            {index > 0 && ", "}
            <a href={linkTo(visit, `/problems/${code}`)}>{code}</a>
          </>
        ))}
      </p>
    </section>
  );
}
