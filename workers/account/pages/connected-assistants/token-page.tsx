import type { Agreement } from "../../../../durable-objects/connection/connection-port.ts";
import { CodeBlock } from "../../../../shared/pages/code-block.tsx";
import { formatDay } from "../../../../shared/pages/formats.ts";
import { Layout } from "../../../../shared/pages/layout.tsx";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { ASSISTANTS_PATH } from "../page-addresses.ts";
import type { AssistantsPageContext } from "./page-context.ts";
import { SignedInPerson } from "./signed-in-person.tsx";
import { tokenTexts } from "./token-texts.ts";

interface TokenPageProps {
  context: AssistantsPageContext;
  agreement: Agreement;
  token: string;
}

/** A new API token, shown this once. */
export function TokenPage({ context, agreement, token }: TokenPageProps) {
  const { theme, visit, addresses } = context;
  const texts = tokenTexts[visit.language].created;
  return (
    <Layout
      theme={theme}
      visit={visit}
      title={texts.title}
      width="reading"
      person={<SignedInPerson context={context} />}
      isShownOnce
    >
      <div class="card stack">
        <h1>{texts.title}</h1>
        <p role="status">{texts.text(agreement.name)}</p>
        <section class="stack tight" aria-label={texts.token}>
          <code class="address new-secret" translate="no">
            {token}
          </code>
        </section>
        <p class="warning">{texts.warning}</p>
        <p>{texts.use}</p>
        <CodeBlock>{`curl -H "Authorization: Bearer <token>" ${addresses.base}/account`}</CodeBlock>
        <p class="muted">{texts.ends(formatDay(agreement.endsAt ?? agreement.madeAt, visit.language))}</p>
        <p class="links">
          <a href={linkTo(visit, "/developers")}>{texts.developers}</a>
        </p>
        <p class="buttons">
          <a class="button primary" href={linkTo(visit, `${ASSISTANTS_PATH}#connection-${agreement.id}`)}>
            {texts.back}
          </a>
        </p>
      </div>
    </Layout>
  );
}
