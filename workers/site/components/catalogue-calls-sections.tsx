import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import type { Visit } from "../../../shared/pages/visit.ts";
import type { Parameter } from "../api-reference.ts";
import { curl, revalidation, severalChecks } from "../code-examples.ts";
import type { DevelopersTexts } from "../pages/developers-texts.ts";
import { ParameterList } from "./endpoints-section.tsx";
import { RichParagraph } from "./rich-text.tsx";

interface CallsSectionProps {
  /** Address of a call worth trying first. */
  example: string;
  /** The parameters that every endpoint takes. */
  parameters: Parameter[];
  texts: DevelopersTexts;
  visit: Visit;
}

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
          <RichParagraph>{calls.parameters}</RichParagraph>
          <ParameterList parameters={parameters} texts={texts.parameter} visit={visit} />
        </div>
        <div class="stack tight">
          <h3>{calls.amountsTitle}</h3>
          <RichParagraph>{calls.amounts}</RichParagraph>
        </div>
        <div class="stack">
          <div class="stack tight">
            <h3>{calls.cachingTitle}</h3>
            <RichParagraph>{calls.caching}</RichParagraph>
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

/** What a domain check means, its limit, and how to ask about several names. */
export function ChecksSection({ catalogue, texts }: { catalogue: string; texts: DevelopersTexts["checks"] }) {
  return (
    <section class="section stack" aria-labelledby="checks">
      <h2 id="checks">{texts.title}</h2>
      <div class="card stack loose">
        {[texts.meaning, texts.limit, texts.several].map((text) => (
          <RichParagraph>{text}</RichParagraph>
        ))}
        <CodeBlock>{severalChecks(`${catalogue}/domains/availability`)}</CodeBlock>
      </div>
    </section>
  );
}
