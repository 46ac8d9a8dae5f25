import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import type { DescribedEndpoint, Parameter } from "../api-reference.ts";
import { exampleCall } from "../code-examples.ts";
import type { DevelopersTexts } from "../pages/developers-texts.ts";
import { ParameterList } from "./parameter-list.tsx";
import { RichText } from "./rich-text.tsx";

interface EndpointCardProps {
  endpoint: DescribedEndpoint;
  anchor: string;
  /** The summary, in the page's language where the API has it. */
  summary: { text: string; lang: string };
  /** Without the parameters that every endpoint takes. */
  parameters: Parameter[];
  /** Shown without parameters. */
  none: string;
  texts: DevelopersTexts;
  visit: Visit;
}

/** One endpoint: answer, parameters, example call. */
export function EndpointCard({ endpoint, anchor, summary, parameters, none, texts, visit }: EndpointCardProps) {
  return (
    <section class="card stack" id={anchor} aria-labelledby={`${anchor}-path`}>
      <div class="stack tight">
        <h3 id={`${anchor}-path`} class="route" translate="no">
          <span class="muted">{endpoint.method}</span> {endpoint.path}
        </h3>
        <p class="strong" lang={summary.lang}>
          {summary.text}
        </p>
        <p class="muted" lang="en">
          <RichText>{endpoint.description}</RichText>
        </p>
        {(endpoint.tool || endpoint.scopes) && (
          <p class="chips">
            {endpoint.tool && <span class="chip">{texts.endpoints.tool(endpoint.tool)}</span>}
            {endpoint.scopes && <span class="chip">{texts.endpoints.needs(endpoint.scopes.join(" "))}</span>}
          </p>
        )}
      </div>
      {parameters.length > 0 ? (
        <ParameterList parameters={parameters} texts={texts.parameter} visit={visit} />
      ) : (
        <p class="muted small">{none}</p>
      )}
      <CodeBlock>{exampleCall(endpoint)}</CodeBlock>
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
      {endpoint.answerMeanings.map(({ name, lines }) => (
        <div class="small muted">
          <p>
            <code>{name}</code>
          </p>
          <ul lang="en">
            {lines.map((line) => (
              <li>
                <RichText>{line}</RichText>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
