import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import { cancellingAService, registeringAName, renewingAName } from "../acting-examples.ts";
import type { ActingTexts } from "../pages/acting-texts.ts";
import { RichText } from "./rich-text.tsx";

interface ActingSectionProps {
  /** {base_url} */
  base: string;
  texts: ActingTexts;
}

/** How an application acts on an account, from the quote to what the customer pays. */
export function ActingSection({ base, texts }: ActingSectionProps) {
  const { roundTrip, keys, limit, stepUp, examples } = texts;
  return (
    <section class="section stack" aria-labelledby="acting">
      <h2 id="acting">{texts.title}</h2>
      <p>{texts.lead}</p>
      <div class="card stack loose">
        <div class="stack">
          <h3>{roundTrip.title}</h3>
          <ol class="stack tight">
            {roundTrip.steps.map((step) => (
              <li>
                <RichText>{step}</RichText>
              </li>
            ))}
          </ol>
          <p>
            <RichText>{roundTrip.cancelling}</RichText>
          </p>
        </div>
        <Rule title={keys.title} paragraphs={[keys.text, keys.settings]} />
        <Rule title={limit.title} paragraphs={[limit.text]} />
        <Rule title={stepUp.title} paragraphs={[stepUp.text]} />
      </div>
      <div class="card stack loose">
        <Rule title={examples.title} paragraphs={[examples.text]} />
        <Example title={examples.register}>{registeringAName(base)}</Example>
        <Example title={examples.renew}>{renewingAName(base)}</Example>
        <Example title={examples.cancel}>{cancellingAService(base)}</Example>
      </div>
    </section>
  );
}

function Rule({ title, paragraphs }: { title: string; paragraphs: string[] }) {
  return (
    <div class="stack tight">
      <h3>{title}</h3>
      {paragraphs.map((text) => (
        <p>
          <RichText>{text}</RichText>
        </p>
      ))}
    </div>
  );
}

function Example({ title, children }: { title: string; children: string }) {
  return (
    <div class="stack">
      <h4>{title}</h4>
      <CodeBlock>{children}</CodeBlock>
    </div>
  );
}
