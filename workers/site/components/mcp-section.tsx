import type { Child } from "hono/jsx";
import { PROTOCOL_VERSIONS } from "../../../shared/api/mcp/json-rpc.ts";
import { CodeBlock } from "../../../shared/pages/code-block.tsx";
import type { ServerEntry } from "../../../shared/pages/connecting/server-entry.ts";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { formatList } from "../../../shared/pages/formats.ts";
import type { Visit } from "../../../shared/pages/visit.ts";
import type { ApiReference } from "../api-reference.ts";
import { exampleTool, mcpCall2025, mcpCall2026, mcpConfiguration } from "../code-examples.ts";
import type { DevelopersTexts } from "../pages/developers-texts.ts";
import type { SummaryOf } from "./endpoints-section.tsx";
import { RichParagraph } from "./rich-text.tsx";

interface McpSectionProps {
  id: string;
  title: string;
  text: string;
  /** Null while the API does not answer. */
  reference: ApiReference | null;
  server: ServerEntry;
  summaryOf: SummaryOf;
  texts: DevelopersTexts["mcp"];
  visit: Visit;
  /** Behind the first card. */
  children?: Child;
}

/** How to add an MCP server to a client, its tools, and a call by hand. */
export function McpSection({ id, title, text, reference, server, summaryOf, texts, visit, children }: McpSectionProps) {
  const tools = reference?.endpoints.filter(({ tool }) => tool !== null) ?? [];
  const example = reference && exampleTool(reference);
  return (
    <section class="section stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="card stack">
        <p>{text}</p>
        <p>{texts.add}</p>
        <code class="address">{server.url}</code>
        <p>{texts.configuration}</p>
        <CodeBlock>{mcpConfiguration(server)}</CodeBlock>
        <p class="muted">{texts.revisions(formatList([...PROTOCOL_VERSIONS].reverse(), visit.language))}</p>
      </div>
      {children}
      {tools.length > 0 && (
        <div class="card stack">
          <h3>{texts.tools}</h3>
          <RichParagraph class="muted">{texts.arguments}</RichParagraph>
          <DataTable
            caption={texts.tools}
            columns={[{ label: texts.tool }, { label: texts.gives, whole: true }]}
            rows={tools.map((endpoint) => {
              const summary = summaryOf(endpoint);
              return {
                key: endpoint.id,
                cells: [<code>{endpoint.tool}</code>, <span lang={summary.lang}>{summary.text}</span>],
              };
            })}
          />
        </div>
      )}
      {example && (
        <div class="card stack">
          <h3>{texts.older}</h3>
          <CodeBlock>{mcpCall2025(server.url, example)}</CodeBlock>
          <h3>{texts.newer}</h3>
          <CodeBlock>{mcpCall2026(server.url, example)}</CodeBlock>
        </div>
      )}
    </section>
  );
}
