import { SCOPES } from "../../../shared/account-access/scopes.ts";
import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { curlWithToken, mcpConfiguration } from "../code-examples.ts";
import type { AccountTexts } from "../pages/account-texts.ts";
import { RichText } from "./rich-text.tsx";

interface AccountCallsSectionProps {
  /** {base_url} */
  base: string;
  /** {account_mcp_url} */
  server: string;
  /** A short name for a client's configuration. */
  name: string;
  texts: AccountTexts;
}

/** The rules of all account calls: credentials, scopes, the limit, lists. */
export function AccountCallsSection({ base, server, name, texts }: AccountCallsSectionProps) {
  const { calls, scopes, tokens } = texts;
  return (
    <section class="section stack" aria-labelledby="account-calls">
      <h2 id="account-calls">{calls.title}</h2>
      <div class="card stack">
        {[calls.needed, calls.limit, calls.lists, calls.texts].map((text) => (
          <p>
            <RichText>{text}</RichText>
          </p>
        ))}
      </div>
      <div class="card stack">
        <h3>{scopes.title}</h3>
        <DataTable
          caption={scopes.title}
          columns={[{ label: scopes.scope }, { label: scopes.allows, whole: true }]}
          rows={SCOPES.map((scope) => ({
            key: scope,
            cells: [<code>{scope}</code>, scopes.words[scope]],
          }))}
        />
        <p>
          <RichText>{scopes.refused}</RichText>
        </p>
      </div>
      <div class="card stack">
        <h3 id="api-tokens">{tokens.title}</h3>
        <p>
          <RichText>{tokens.text}</RichText>
        </p>
        <CodeBlock>{curlWithToken(`${base}/account`)}</CodeBlock>
        <p>{tokens.configuration}</p>
        <CodeBlock>{mcpConfiguration(name, server, { Authorization: "Bearer fdk_…" })}</CodeBlock>
      </div>
    </section>
  );
}
