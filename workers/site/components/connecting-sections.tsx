import type { Child } from "hono/jsx";
import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import { ConnectClients } from "../../../shared/pages/connecting/connect-clients.tsx";
import type { ServerEntry } from "../../../shared/pages/connecting/server-entry.ts";
import { connectingTexts } from "../../../shared/pages/connecting/texts.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { curl } from "../code-examples.ts";
import { oauthExamples } from "../oauth-examples.ts";
import type { AccountTexts } from "../pages/account-texts.ts";
import { RichParagraph } from "./rich-text.tsx";

interface AssistantSectionProps {
  server: ServerEntry;
  /** Address of the connected assistants. */
  manage: string;
  texts: AccountTexts["assistant"];
  language: Language;
}

/** How a person connects an assistant to their own account. */
export function AssistantSection({ server, manage, texts, language }: AssistantSectionProps) {
  return (
    <section class="section stack" aria-labelledby="assistants">
      <h2 id="assistants">{texts.title}</h2>
      <div class="card stack loose">
        <p>{texts.text}</p>
        <dl class="parameters">
          {texts.steps.map(([title, text], index) => (
            <div>
              <dt class="strong">
                {index + 1}. {title}
              </dt>
              <dd class="stack tight">
                <p>{text}</p>
                {index === 0 && <code class="address">{server.url}</code>}
              </dd>
            </div>
          ))}
        </dl>
        <p>{texts.end}</p>
        <p class="links">
          <a href={manage}>{texts.manage}</a>
        </p>
      </div>
      <AddToClients id="add-account" server={server} language={language} />
    </section>
  );
}

/** A card with the ways to add a server to each client. */
export function AddToClients({ id, server, language }: { id: string; server: ServerEntry; language: Language }) {
  return (
    <div class="card stack">
      <h3 id={id}>{connectingTexts[language].title[server.part]}</h3>
      <ConnectClients server={server} language={language} />
    </div>
  );
}

/** How an application connects, step by step. */
export function ApplicationSection({ addresses, texts }: { addresses: Addresses; texts: AccountTexts["application"] }) {
  const { find, introduce, authorize, exchange, refresh, revoke } = texts;
  const examples = oauthExamples(addresses);
  return (
    <section class="section stack" aria-labelledby="applications">
      <h2 id="applications">{texts.title}</h2>
      <div class="card stack loose">
        <p>{texts.text}</p>
        <Step title={find.title} text={find.text}>
          <CodeBlock>{curl(examples.serverMetadata)}</CodeBlock>
        </Step>
        <Step title={introduce.title} text={introduce.document}>
          <CodeBlock>{examples.metadataDocument}</CodeBlock>
          <RichParagraph>{introduce.register}</RichParagraph>
          <CodeBlock>{examples.registration}</CodeBlock>
          <RichParagraph>{introduce.redirects}</RichParagraph>
        </Step>
        <Step title={authorize.title} text={authorize.text}>
          <CodeBlock>{examples.authorization}</CodeBlock>
        </Step>
        <Step title={exchange.title} text={exchange.text}>
          <CodeBlock>{examples.codeExchange}</CodeBlock>
        </Step>
        <Step title={refresh.title} text={refresh.text}>
          <CodeBlock>{examples.refreshing}</CodeBlock>
        </Step>
        <Step title={revoke.title} text={revoke.text}>
          <CodeBlock>{examples.revoking}</CodeBlock>
        </Step>
      </div>
    </section>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: Child }) {
  return (
    <div class="stack">
      <div class="stack tight">
        <h3>{title}</h3>
        <RichParagraph>{text}</RichParagraph>
      </div>
      {children}
    </div>
  );
}
