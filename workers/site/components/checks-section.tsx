import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import { severalChecks } from "../code-examples.ts";
import type { DevelopersTexts } from "../pages/developers-texts.ts";
import { RichText } from "./rich-text.tsx";

interface ChecksSectionProps {
  /** {catalogue_url} */
  catalogue: string;
  texts: DevelopersTexts["checks"];
}

/** What a domain check means, its limit, and how to ask about several names. */
export function ChecksSection({ catalogue, texts }: ChecksSectionProps) {
  return (
    <section class="section stack" aria-labelledby="checks">
      <h2 id="checks">{texts.title}</h2>
      <div class="card stack loose">
        {[texts.meaning, texts.limit, texts.several].map((text) => (
          <p>
            <RichText>{text}</RichText>
          </p>
        ))}
        <CodeBlock>{severalChecks(`${catalogue}/domains/availability`)}</CodeBlock>
      </div>
    </section>
  );
}
