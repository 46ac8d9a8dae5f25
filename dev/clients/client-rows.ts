/**
 * An MCP client from another vendor, with its installation and its commands. Placeholders such as `{server}`,
 * `{package}` and `{model}` are filled in.
 */
export interface ClientRow {
  name: string;
  package: string;
  /** The version or tag for npm. */
  version: string;
  /** Other packages that the client needs. */
  extraPackages: string[];
  run: LibraryRun | ProgramRun;
}

/** A script that lists the tools, calls one of them, and prints what the caller receives. */
interface LibraryRun {
  kind: "library";
  script: string;
}

/** A program that uses a model, with its commands and the files in its home folder. */
interface ProgramRun {
  kind: "program";
  files: Record<string, string>;
  environment: Record<string, string>;
  /** The command that adds the catalogue. Its output shows whether the client requests a sign-in. */
  add: string[];
  /**
   * Files that replace the entry that `add` wrote, if that entry would start a sign-in. They contain the entry that the
   * developers' pages show.
   */
  entry?: Record<string, string>;
  ask: string[];
}

const CODEX_MODEL = `model = "scripted"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "{model}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
`;

const GEMINI_SETTINGS = { security: { auth: { selectedType: "gemini-api-key" } } };

const CALL = `{ name: "{tool}", arguments: { domain: "{domain}" } }`;
const ARGUMENTS = `{ domain: "{domain}" }`;

/** The prefix of the line with a script's result. */
export const LINE = "FOUND ";

/** The clients that work without an account at their vendor. */
export const CLIENT_ROWS: ClientRow[] = [
  {
    name: "Claude Code",
    package: "@anthropic-ai/claude-code",
    version: "latest",
    extraPackages: [],
    run: {
      kind: "program",
      files: {},
      environment: {
        CLAUDE_CONFIG_DIR: "{home}",
        ANTHROPIC_BASE_URL: "{model}",
        ANTHROPIC_API_KEY: "scripted",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        ENABLE_TOOL_SEARCH: "false",
      },
      add: ["claude", "mcp", "add", "--transport", "http", "--scope", "user", "catalogue", "{server}"],
      ask: ["claude", "-p", "Check the domain.", "--allowedTools", "mcp__catalogue__{tool}"],
    },
  },
  {
    name: "Codex",
    package: "@openai/codex",
    version: "latest",
    extraPackages: [],
    run: {
      kind: "program",
      files: {},
      environment: { CODEX_HOME: "{home}", SCRIPTED_KEY: "scripted" },
      add: ["codex", "mcp", "add", "catalogue", "--url", "{server}"],
      entry: { "config.toml": `${CODEX_MODEL}[mcp_servers.catalogue]\nurl = "{server}"\n` },
      ask: [
        "codex",
        "exec",
        "--skip-git-repo-check",
        "--dangerously-bypass-approvals-and-sandbox",
        "Check the domain.",
      ],
    },
  },
  {
    name: "Gemini CLI",
    package: "@google/gemini-cli",
    version: "latest",
    extraPackages: [],
    run: {
      kind: "program",
      files: { ".gemini/settings.json": JSON.stringify(GEMINI_SETTINGS) },
      environment: {
        GEMINI_API_KEY: "scripted",
        GOOGLE_GEMINI_BASE_URL: "{model}",
        GEMINI_CLI_TRUST_WORKSPACE: "true",
      },
      add: ["gemini", "mcp", "add", "--scope", "user", "--transport", "http", "catalogue", "{server}"],
      ask: ["gemini", "--model", "gemini-2.5-flash", "--yolo", "--prompt", "Check the domain."],
    },
  },
  library(
    "@modelcontextprotocol/sdk",
    ["zod"],
    `import { Client } from "{package}/client/index.js";
import { StreamableHTTPClientTransport } from "{package}/client/streamableHttp.js";
const client = new Client({ name: "trial", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL("{server}")));
const { tools } = await client.listTools();
const call = () => client.callTool(${CALL});`,
  ),
  library(
    "@modelcontextprotocol/client",
    [],
    `import { Client, StreamableHTTPClientTransport } from "{package}";
const client = new Client({ name: "trial", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL("{server}")));
const { tools } = await client.listTools();
const call = () => client.callTool(${CALL});`,
  ),
  library(
    "@openai/agents",
    ["zod"],
    `import { getAllMcpTools, MCPServerStreamableHttp, RunContext } from "@openai/agents";
const server = new MCPServerStreamableHttp({ url: "{server}", name: "catalogue" });
await server.connect();
const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true });
const tool = tools.find(({ name }) => name === "{tool}");
const call = () => tool.invoke(new RunContext({}), JSON.stringify(${ARGUMENTS}));`,
  ),
  library(
    "@langchain/mcp-adapters",
    ["@langchain/core"],
    `import { MultiServerMCPClient } from "@langchain/mcp-adapters";
const client = new MultiServerMCPClient({ mcpServers: { catalogue: { url: "{server}" } } });
const tools = await client.getTools();
const tool = tools.find(({ name }) => name.endsWith("{tool}"));
const call = () => tool.invoke(${ARGUMENTS});`,
  ),
  library(
    "@ai-sdk/mcp",
    ["zod"],
    `import * as mcp from "@ai-sdk/mcp";
const create = mcp.createMCPClient ?? mcp.experimental_createMCPClient;
const client = await create({ transport: { type: "http", url: "{server}" } });
const tools = Object.entries(await client.tools());
const [, tool] = tools.find(([name]) => name === "{tool}");
const call = () => tool.execute(${ARGUMENTS}, { toolCallId: "1", messages: [] });`,
  ),
  library(
    "@mastra/mcp",
    ["zod"],
    `import { MCPClient } from "@mastra/mcp";
const client = new MCPClient({ servers: { catalogue: { url: new URL("{server}") } } });
const tools = Object.entries(await client.listTools());
const [, tool] = tools.find(([name]) => name.endsWith("{tool}"));
const call = () => tool.execute(${ARGUMENTS});`,
  ),
  // Version 2 has no client.
  library(
    "mcp-use",
    ["@langchain/core", "langchain"],
    `import { MCPClient } from "mcp-use";
const client = new MCPClient({ mcpServers: { catalogue: { url: "{server}" } } });
const session = await client.createSession("catalogue");
const tools = await session.listTools();
const call = () => session.callTool("{tool}", ${ARGUMENTS});`,
    "1",
  ),
];

function library(name: string, extraPackages: string[], opening: string, version = "latest"): ClientRow {
  const script = `${opening}
const found = await call().then((result) => ({ result }), ({ message }) => ({ exception: message }));
console.log(${JSON.stringify(LINE)} + JSON.stringify({ tools: tools.length, ...found }));
process.exit();
`;
  return { name, package: name, version, extraPackages, run: { kind: "library", script } };
}
