import type { Scope } from "../../../shared/account-access/scopes.ts";
import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import type { ServerEntry } from "../../../shared/pages/connecting/server-entry.ts";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { cancellingAService, registeringAName, renewingAName } from "../acting-examples.ts";
import { curlWithToken, mcpConfiguration } from "../code-examples.ts";
import type { AccountTexts } from "../pages/account-texts.ts";
import { RichParagraph, RichText } from "./rich-text.tsx";

interface AccountCallsSectionProps {
  base: string;
  server: ServerEntry;
  /** Those that a customer can give. */
  scopes: readonly Scope[];
  texts: AccountTexts;
}

/** The rules of all account calls: credentials, scopes, the limit, lists. */
export function AccountCallsSection({ base, server, scopes: given, texts }: AccountCallsSectionProps) {
  const { calls, scopes, tokens } = texts;
  return (
    <section class="section stack" aria-labelledby="account-calls">
      <h2 id="account-calls">{calls.title}</h2>
      <div class="card stack">
        {[calls.needed, calls.limit, calls.lists, calls.texts].map((text) => (
          <RichParagraph>{text}</RichParagraph>
        ))}
      </div>
      <div class="card stack">
        <h3>{scopes.title}</h3>
        <DataTable
          caption={scopes.title}
          columns={[{ label: scopes.scope }, { label: scopes.allows, whole: true }]}
          rows={given.map((scope) => ({
            key: scope,
            cells: [<code>{scope}</code>, scopes.words[scope]],
          }))}
        />
        <RichParagraph>{scopes.refused}</RichParagraph>
      </div>
      <div class="card stack">
        <h3 id="api-tokens">{tokens.title}</h3>
        <RichParagraph>{tokens.text}</RichParagraph>
        <CodeBlock>{curlWithToken(`${base}/account`)}</CodeBlock>
        <p>{tokens.configuration}</p>
        <CodeBlock>{mcpConfiguration(server, { Authorization: "Bearer fdk_…" })}</CodeBlock>
      </div>
    </section>
  );
}

/** How an application acts on an account, from the quote to what the customer pays. */
export function ActingSection({ base, texts }: { base: string; texts: AccountTexts["acting"] }) {
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
          <RichParagraph>{roundTrip.cancelling}</RichParagraph>
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

/** Said where the provider takes no orders or changes. */
export function NoActingSection({ title, text }: { title: string; text: string }) {
  return (
    <section class="section stack" aria-labelledby="acting">
      <h2 id="acting">{title}</h2>
      <RichParagraph>{text}</RichParagraph>
    </section>
  );
}

function Rule({ title, paragraphs }: { title: string; paragraphs: string[] }) {
  return (
    <div class="stack tight">
      <h3>{title}</h3>
      {paragraphs.map((text) => (
        <RichParagraph>{text}</RichParagraph>
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
