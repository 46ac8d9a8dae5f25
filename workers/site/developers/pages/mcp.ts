import { PROTOCOL_VERSIONS } from "../../../../shared/api/mcp/json-rpc.ts";
import { connectingTexts } from "../../../../shared/pages/connecting/texts.ts";
import { formatList } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { type Block, muted, type PageContent, part, type Section, shell, text } from "../content/blocks.ts";
import { exampleTool, mcpCall2025, mcpCall2026, mcpConfiguration } from "../examples/curl-examples.ts";
import { type ApiPart, operationEntries, type PageData } from "../page-data.ts";
import { accountTexts } from "../texts/account-texts.ts";
import { mcpTexts } from "../texts/mcp-texts.ts";
import { siteTexts } from "../texts/site-texts.ts";

/** `/developers/mcp`: both servers, how clients add them, their tools, and calls by hand. */
export function mcpPage(data: PageData): PageContent {
  const { language } = data;
  const texts = siteTexts[language];
  const own = mcpTexts[language];
  const ofAccount = accountTexts[language].mcp;
  const { title } = connectingTexts[language];
  const clients = (api: ApiPart): Section => ({
    ...{ id: `add-${api}`, title: title[api] },
    blocks: [{ kind: "clients", server: data.servers[api] }],
  });
  return {
    title: texts.pages.mcp,
    lead: texts.mcpLead,
    sections: [
      { id: "mcp", title: own.title, blocks: [text(own.text), ...serverBlocks(data, "catalogue")] },
      clients("catalogue"),
      { id: "account-mcp", title: ofAccount.title, blocks: [text(ofAccount.text), ...serverBlocks(data, "account")] },
      clients("account"),
    ],
  };
}

function serverBlocks(data: PageData, api: ApiPart): Block[] {
  const { language, servers } = data;
  const texts = mcpTexts[language];
  const server = servers[api];
  const reference = data[api];
  const example = reference && exampleTool(reference);
  return [
    text(texts.add),
    { kind: "address", address: server.url },
    text(texts.configuration),
    { kind: "code", code: mcpConfiguration(server), language: "json" },
    muted(texts.revisions(formatList([...PROTOCOL_VERSIONS].reverse(), language))),
    part(texts.tools, reference ? toolBlocks(data, api) : [text(siteTexts[language].unavailable)]),
    ...(example
      ? [
          part(texts.older, [shell(mcpCall2025(server.url, example))]),
          part(texts.newer, [shell(mcpCall2026(server.url, example))]),
        ]
      : []),
  ];
}

function toolBlocks(data: PageData, api: ApiPart): Block[] {
  const texts = mcpTexts[data.language];
  const tools = operationEntries(data).filter(({ part, endpoint }) => part === api && endpoint.tool !== null);
  return [
    muted(texts.arguments),
    {
      ...{ kind: "table", caption: texts.tools, columns: [texts.tool, texts.gives] },
      rows: tools.map(({ endpoint, path }) => [
        { text: `\`${endpoint.tool}\``, href: path },
        typeset(endpoint.summary, data.language),
      ]),
    },
  ];
}
