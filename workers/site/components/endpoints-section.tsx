import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import { formatList } from "../../../shared/pages/formats.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import { type ApiReference, commonParameters, type DescribedEndpoint, type Parameter } from "../api-reference.ts";
import { exampleCall } from "../code-examples.ts";
import type { DevelopersTexts } from "../pages/developers-texts.ts";
import { RichParagraph, RichText } from "./rich-text.tsx";

/** An endpoint's summary, with its language. */
export type SummaryOf = (endpoint: DescribedEndpoint) => { text: string; lang: string };

interface EndpointsSectionProps {
  /** The section's anchor; the endpoints' anchors begin with `prefix`. */
  id: string;
  prefix: string;
  title: string;
  /** Shown for an endpoint without parameters of its own. */
  none: string;
  /** Null while the API does not answer. */
  reference: ApiReference | null;
  /** Shown without a reference. */
  unavailable: string;
  summaryOf: SummaryOf;
  texts: DevelopersTexts;
  visit: Visit;
}

export function EndpointsSection(props: EndpointsSectionProps) {
  const { id, prefix, title, none, reference, unavailable, summaryOf, texts, visit } = props;
  const common = reference ? commonParameters(reference).map(({ name }) => name) : [];
  return (
    <section class="section stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {reference ? (
        <>
          {texts.reference && <p class="muted">{texts.reference}</p>}
          {reference.endpoints.map((endpoint) => (
            <EndpointCard
              endpoint={endpoint}
              anchor={prefix + endpoint.id}
              summary={summaryOf(endpoint)}
              parameters={endpoint.parameters.filter(({ name }) => !common.includes(name))}
              none={none}
              texts={texts}
              visit={visit}
            />
          ))}
        </>
      ) : (
        <p class="card muted">{unavailable}</p>
      )}
    </section>
  );
}

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

function EndpointCard({ endpoint, anchor, summary, parameters, none, texts, visit }: EndpointCardProps) {
  return (
    <section class="card stack" id={anchor} aria-labelledby={`${anchor}-path`}>
      <div class="stack tight">
        <h3 id={`${anchor}-path`} class="route" translate="no">
          <span class="muted">{endpoint.method}</span> {endpoint.path}
        </h3>
        <p class="strong" lang={summary.lang}>
          {summary.text}
        </p>
        <RichParagraph class="muted" lang="en">
          {endpoint.description}
        </RichParagraph>
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

interface ParameterListProps {
  parameters: Parameter[];
  texts: DevelopersTexts["parameter"];
  visit: Visit;
}

/** Parameters with their constraints. The descriptions are the OpenAPI document's. */
export function ParameterList({ parameters, texts, visit }: ParameterListProps) {
  return (
    <dl class="parameters">
      {parameters.map((parameter) => (
        <div>
          <dt>
            <code>{parameter.name}</code>
          </dt>
          <dd>
            <RichParagraph lang="en">{parameter.description}</RichParagraph>
            <p class="muted small">{factsOf(parameter, texts, visit).join(" · ")}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(
  { in: place, required, schema }: Parameter,
  texts: DevelopersTexts["parameter"],
  visit: Visit,
): string[] {
  const isBodyList = place === "body" && schema.type === "array";
  const type = isBodyList ? texts.array : texts.types[schema.type];
  const facts = [schema.enum ? texts.oneOf(formatList(schema.enum, visit.language)) : type];
  if (schema.maxItems !== undefined) facts.push(texts.items(schema.minItems ?? 0, schema.maxItems));
  if (schema.maxLength !== undefined) facts.push(texts.characters(schema.minLength ?? 0, schema.maxLength));
  if (schema.maximum !== undefined) facts.push(texts.range(schema.minimum ?? 0, schema.maximum));
  if (place === "path") facts.push(texts.inPath);
  if (place === "header") facts.push(texts.inHeader);
  if (place === "body") facts.push(texts.inBody);
  if (required) facts.push(texts.required);
  if (schema.default !== undefined && schema.type !== "object") facts.push(texts.default(String(schema.default)));
  return facts;
}
