import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import type { Visit } from "../../../shared/pages/visit.ts";
import type { Parameter } from "../api-reference.ts";
import { curl, revalidation } from "../code-examples.ts";
import type { DevelopersTexts } from "../pages/developers-texts.ts";
import { ParameterList } from "./parameter-list.tsx";
import { RichText } from "./rich-text.tsx";

interface CallsSectionProps {
  /** Address of a call worth trying first. */
  example: string;
  /** The parameters that every endpoint takes. */
  parameters: Parameter[];
  texts: DevelopersTexts;
  visit: Visit;
}

/** The rules of all calls. */
export function CallsSection({ example, parameters, texts, visit }: CallsSectionProps) {
  const { calls } = texts;
  return (
    <section class="section stack" aria-labelledby="calls">
      <h2 id="calls">{calls.title}</h2>
      <div class="card stack loose">
        <div class="stack">
          <p>{calls.first}</p>
          <CodeBlock>{curl(example)}</CodeBlock>
        </div>
        <div class="stack">
          <h3>{calls.parametersTitle}</h3>
          <p>
            <RichText>{calls.parameters}</RichText>
          </p>
          <ParameterList parameters={parameters} texts={texts.parameter} visit={visit} />
        </div>
        <div class="stack tight">
          <h3>{calls.amountsTitle}</h3>
          <p>
            <RichText>{calls.amounts}</RichText>
          </p>
        </div>
        <div class="stack">
          <div class="stack tight">
            <h3>{calls.cachingTitle}</h3>
            <p>
              <RichText>{calls.caching}</RichText>
            </p>
          </div>
          <CodeBlock>{revalidation(example)}</CodeBlock>
        </div>
        <div class="stack tight">
          <h3>{calls.browsersTitle}</h3>
          <p>{calls.browsers}</p>
        </div>
      </div>
    </section>
  );
}
