import type { Child } from "hono/jsx";
import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { curl } from "../code-examples.ts";
import {
  authorization,
  codeExchange,
  metadataDocument,
  refreshing,
  registration,
  revoking,
  serverMetadata,
} from "../oauth-examples.ts";
import type { AccountTexts } from "../pages/account-texts.ts";
import { RichText } from "./rich-text.tsx";

interface ApplicationSectionProps {
  addresses: Addresses;
  texts: AccountTexts["application"];
}

/** How an application connects, step by step. */
export function ApplicationSection({ addresses, texts }: ApplicationSectionProps) {
  const { find, introduce, authorize, exchange, refresh, revoke } = texts;
  return (
    <section class="section stack" aria-labelledby="applications">
      <h2 id="applications">{texts.title}</h2>
      <div class="card stack loose">
        <p>{texts.text}</p>
        <Step title={find.title} text={find.text}>
          <CodeBlock>{curl(serverMetadata(addresses))}</CodeBlock>
        </Step>
        <Step title={introduce.title} text={introduce.document}>
          <CodeBlock>{metadataDocument()}</CodeBlock>
          <p>
            <RichText>{introduce.register}</RichText>
          </p>
          <CodeBlock>{registration(addresses)}</CodeBlock>
          <p>
            <RichText>{introduce.redirects}</RichText>
          </p>
        </Step>
        <Step title={authorize.title} text={authorize.text}>
          <CodeBlock>{authorization(addresses)}</CodeBlock>
        </Step>
        <Step title={exchange.title} text={exchange.text}>
          <CodeBlock>{codeExchange(addresses)}</CodeBlock>
        </Step>
        <Step title={refresh.title} text={refresh.text}>
          <CodeBlock>{refreshing(addresses)}</CodeBlock>
        </Step>
        <Step title={revoke.title} text={revoke.text}>
          <CodeBlock>{revoking(addresses)}</CodeBlock>
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
        <p>
          <RichText>{text}</RichText>
        </p>
      </div>
      {children}
    </div>
  );
}
