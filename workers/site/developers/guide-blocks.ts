import { ORDER_POLICY, REQUEST_POLICY } from "../../../shared/account-access/rate-policies.ts";
import { PROTOCOL_VERSIONS } from "../../../shared/api/mcp/json-rpc.ts";
import type { ApiName } from "../../../shared/api/versions/api-versions.ts";
import type { ServerEntry } from "../../../shared/pages/connecting/server-entry.ts";
import { formatList } from "../../../shared/pages/formats.ts";
import { typeset } from "../../../shared/pages/french-typography.ts";
import type { TemplateWords } from "../markdown-template.ts";
import { problemTexts } from "../pages/problem-texts.ts";
import { NEXT_MOVES } from "../problem-words.ts";
import { answered, type Block, folded, json, muted, part, shell, text } from "./content/blocks.ts";
import { readCommands } from "./content/read-guide.ts";
import { exampleTool, mcpCall2025, mcpCall2026, mcpConfiguration } from "./examples/curl-examples.ts";
import commands from "./guides/commands.md" with { type: "text" };
import { currentOperations, operationGroups, operationLink, routeLinks } from "./operation-links.ts";
import type { PageData } from "./page-data.ts";
import { releaseBlocks } from "./pages/changes.ts";
import { exampleBlocks } from "./pages/operation.ts";
import { limitTable, signInTable } from "./pages/tried-clients.ts";
import { versionBlocks } from "./pages/versions.ts";
import { commonParameters } from "./reference/api-reference.ts";
import { siteTexts } from "./texts/site-texts.ts";

/** Returns the words that guides and commands insert as Markdown, and the conditions that they test. */
export function guideWords(data: PageData): TemplateWords {
  const { addresses, assistants, catalogue, context, language } = data;
  const withParameters = catalogue.endpoints.find(({ exampleArguments }) => Object.keys(exampleArguments).length > 0);
  return {
    ...addresses,
    provider: context.theme.brand.name,
    orders: !data.isReadOnly,
    encodedBase: encodeURIComponent(addresses.base),
    catalogueServer: catalogue.server,
    exampleAddress: withParameters?.example ?? catalogue.server,
    connectedAssistants: assistants,
    requestQuota: String(REQUEST_POLICY.quota),
    requestWindow: String(REQUEST_POLICY.windowSeconds),
    orderQuota: String(ORDER_POLICY.quota),
    getOrder: operationLink("getOrder", data),
    listOrders: operationLink("listOrders", data),
    listEvents: operationLink("listEvents", data),
    support: problemTexts[language].support,
    demonstration: context.isDemonstration,
  };
}

/**
 * Returns the blocks that replace a paragraph `{name}` in a guide.
 * @param words the words for the commands
 */
export function guideBlocks(data: PageData, words: TemplateWords): Record<string, Block[]> {
  const { catalogue, account, servers } = data;
  return {
    ...readCommands(commands, words),
    addresses: [folded(siteTexts[data.language].addresses.all, [addressBlock(data)])],
    checkAndAnswer: checkBlocks(data),
    operations: operationGroups(data).map(({ title, operations }) => part(title, [routeLinks(operations, data)])),
    accountState: account ? [] : [text(siteTexts[data.language].unavailable)],
    versions: versionBlocks(data),
    releases: releaseBlocks(data.language),

    commonParameters: [{ kind: "fields", fields: commonParameters(catalogue), prefix: "parameter" }],
    scopes: [scopeTable(data)],
    configurationWithToken: [json(mcpConfiguration(servers.account, { Authorization: "Bearer fdk_…" }))],

    catalogueAddress: [{ kind: "address", address: servers.catalogue.url }],
    accountServer: [{ kind: "address", address: servers.account.url }],
    catalogueServerBlocks: serverBlocks(data, "catalogue"),
    accountServerBlocks: serverBlocks(data, "account"),
    serverChoice: [serverChoice(data)],
    clients: [{ kind: "clients", server: servers[chosenServer(data)] }],
    catalogueSignIns: signInTable(data.language),
    clientsAtLimit: limitTable(data.language),
    readerServer: [{ kind: "address", address: servers["account-reader"].url }],

    refusal: refusalBlocks(data),
    problemMembers: [
      folded(siteTexts[data.language].errorFields, [
        { kind: "fields", fields: (account ?? catalogue).problem, prefix: "problem" },
      ]),
    ],
    nextMoves: [nextMoveBlock(data)],
  };
}

/** Returns the code of a domain check in each programming language, and its answer. */
function checkBlocks(data: PageData): Block[] {
  const check = currentOperations(data, "catalogue").find(({ id }) => id === "checkDomain");
  return check ? exampleBlocks(check, siteTexts[data.language].operation).filter(isCode) : [];
}

function addressBlock({ addresses, assistants, language }: PageData): Block {
  const { site, catalogue, catalogueMcp, base, accountMcp, accountRead, auth } = addresses;
  const texts = siteTexts[language].addresses;
  const link = (href: string) => ({ text: href, href });
  return {
    kind: "definitions",
    rows: [
      { term: texts.api, line: link(catalogue) },
      { term: texts.mcp, line: catalogueMcp },
      { term: texts.openApi, line: link(`${catalogue}/openapi.json`) },
      { term: texts.accountApi, line: base },
      { term: texts.accountMcp, line: accountMcp },
      { term: texts.accountRead, line: accountRead },
      { term: texts.accountOpenApi, line: link(`${base}/account/openapi.json`) },
      { term: texts.authorization, line: auth },
      { term: texts.assistants, line: link(assistants) },
      { term: texts.llms, line: link(`${site}/llms.txt`) },
      { term: texts.status, line: link(`${catalogue}/status`) },
    ],
  };
}

function isCode({ kind }: Block): boolean {
  return kind === "tabs" || kind === "code";
}

const SERVERS = ["catalogue", "account", "account-reader"] as const;

/** Returns the server that the page's URL names, or the catalogue's. */
function chosenServer({ visit }: PageData): ServerEntry["part"] {
  return SERVERS.find((part) => part === visit.url.searchParams.get("server")) ?? "catalogue";
}

function serverChoice(data: PageData): Block {
  const { names } = siteTexts[data.language].mcp;
  const items = SERVERS.map((part) => ({
    ...{ text: names[part], href: `/developers/mcp?server=${part}` },
    isHere: part === chosenServer(data),
  }));
  return { kind: "links", items, look: "switch" };
}

/** Returns a table of the scopes that a customer can grant. */
function scopeTable({ language, scopes }: PageData): Block {
  const { title, columns, words } = siteTexts[language].scopes;
  return {
    ...{ kind: "table", caption: title, columns: Object.values(columns) },
    rows: scopes.map((scope) => [`\`${scope}\``, words[scope]]),
  };
}

/** Returns the instructions for adding and calling a server, and the list of its tools. */
function serverBlocks(data: PageData, api: ApiName): Block[] {
  const { language, servers } = data;
  const { mcp: texts, unavailable } = siteTexts[language];
  const server = servers[api];
  const reference = data[api];
  const example = reference && exampleTool(reference);
  const tools = currentOperations(data, api).filter(({ tool }) => tool !== null);
  const toolTable: Block = {
    ...{ kind: "table", caption: texts.tools(tools.length), columns: [texts.tool, texts.gives] },
    rows: tools.map(({ tool, page, summary }) => [{ text: `\`${tool}\``, href: page }, typeset(summary, language)]),
  };
  return [
    text(texts.add),
    { kind: "address", address: server.url },
    muted(texts.revisions(formatList([...PROTOCOL_VERSIONS].reverse(), language))),
    ...(example ? [text(texts.newer), shell(mcpCall2026(server.url, example))] : []),
    ...(example ? [folded(texts.older, [shell(mcpCall2025(server.url, example))])] : []),
    folded(texts.configuration, [json(mcpConfiguration(server))]),
    reference ? folded(texts.tools(tools.length), [muted(texts.arguments), toolTable]) : text(unavailable),
  ];
}

/** Returns the recorded problem for a refused call, if there is one. */
function refusalBlocks({ catalogue, language }: PageData): Block[] {
  const plans = catalogue.endpoints.find(({ id }) => id === "listPlans");
  const seen = plans?.problems.find(({ code }) => code === "invalid_parameter");
  return seen?.body ? [answered(seen.body, siteTexts[language].operation.exampleOf(seen.code))] : [];
}

function nextMoveBlock({ language }: PageData): Block {
  const { short, long } = problemTexts[language];
  return { kind: "definitions", rows: NEXT_MOVES.map((next) => ({ term: short[next], line: long[next] })) };
}
