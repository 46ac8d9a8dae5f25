import type { Text } from "../../platform/language.ts";
import type { ServerEntry } from "./server-entry.ts";

/** A way by which a client takes a server. */
export type ConnectWay =
  /** A link that opens the client with everything filled in; by a scheme of its own it does nothing where the client is not installed. */
  | { kind: "link"; address: (server: ServerEntry) => string }
  | { kind: "command"; line: (server: ServerEntry) => string }
  /** To be added to a file of settings. */
  | { kind: "file"; path: string; text: (server: ServerEntry) => string }
  /** A form of the client's own, which no link fills in. */
  | { kind: "form"; address: string; steps: Record<ServerEntry["part"], Text> };

/** An application that takes MCP servers, and how; each form was read in the client's own documentation. */
export interface ConnectClient {
  name: string;
  /** Its maker's servers make the calls, so the address has to be a public https one. */
  callsFromItsCloud?: true;
  note?: Text;
  ways: ConnectWay[];
  /** The client's documentation, and the day on which it was read. */
  source: string;
  readOn: string;
}

/** The clients with a documented way, the most used first. None of the links carries a credential: clients meet the 401 and sign in. */
export const CONNECT_CLIENTS: ConnectClient[] = [
  {
    name: "Claude",
    callsFromItsCloud: true,
    note: {
      en: "On the web, the desktop and the phone. Free plans take one custom connector; in a team an owner adds it.",
      fr: "Sur le web, l’ordinateur et le téléphone. Les offres gratuites acceptent un seul connecteur personnalisé ; dans une équipe, un propriétaire l’ajoute.",
    },
    ways: [
      {
        kind: "link",
        address: ({ title, url }) =>
          `https://claude.ai/customize/connectors?modal=add-custom-connector&connectorName=${encoded(title)}&connectorUrl=${encoded(url)}`,
      },
    ],
    source: "https://claude.com/docs/connectors/building/directory-vs-custom",
    readOn: "2026-11-22",
  },
  {
    name: "ChatGPT",
    callsFromItsCloud: true,
    ways: [
      {
        kind: "form",
        address: "https://chatgpt.com/plugins",
        steps: {
          catalogue: {
            en: "Switch on developer mode in the settings, then add this address under Plugins, without authentication. Not on free plans; in a workspace an administrator allows it.",
            fr: "Activez le mode développeur dans les paramètres, puis ajoutez cette adresse sous Plugins, sans authentification. Pas avec les offres gratuites ; dans un espace de travail, un administrateur l’autorise.",
          },
          account: {
            en: "Switch on developer mode in the settings, then add this address under Plugins, with OAuth. Not on free plans; in a workspace an administrator allows it.",
            fr: "Activez le mode développeur dans les paramètres, puis ajoutez cette adresse sous Plugins, avec OAuth. Pas avec les offres gratuites ; dans un espace de travail, un administrateur l’autorise.",
          },
        },
      },
    ],
    source: "https://developers.openai.com/plugins/deploy/connect-chatgpt",
    readOn: "2026-11-22",
  },
  {
    name: "Claude Code",
    ways: [command(({ slug, url }) => `claude mcp add --transport http --scope user ${slug} ${url}`)],
    source: "https://code.claude.com/docs/en/mcp",
    readOn: "2026-11-22",
  },
  {
    name: "Codex",
    ways: [command(({ slug, url }) => `codex mcp add ${slug} --url ${url}`)],
    source: "https://learn.chatgpt.com/docs/extend/mcp",
    readOn: "2026-11-22",
  },
  {
    name: "Cursor",
    ways: [
      {
        kind: "link",
        address: ({ slug, url }) =>
          `cursor://anysphere.cursor-deeplink/mcp/install?name=${encoded(slug)}&config=${encoded(base64({ url }))}`,
      },
      file("~/.cursor/mcp.json", "mcpServers", ({ url }) => ({ url })),
    ],
    source: "https://cursor.com/docs/mcp/install-links",
    readOn: "2026-11-22",
  },
  {
    name: "VS Code",
    ways: [
      {
        kind: "link",
        address: (server) => `vscode:mcp/install?${encoded(JSON.stringify(vsCodeEntry(server)))}`,
      },
      command((server) => `code --add-mcp '${JSON.stringify(vsCodeEntry(server))}'`),
    ],
    source: "https://code.visualstudio.com/docs/copilot/guides/mcp-developer-guide",
    readOn: "2026-11-22",
  },
  {
    name: "Gemini CLI",
    ways: [command(({ slug, url }) => `gemini mcp add --scope user --transport http ${slug} ${url}`)],
    source: "https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md",
    readOn: "2026-11-22",
  },
  {
    name: "Goose",
    ways: [
      {
        kind: "link",
        address: ({ slug, title, url }) =>
          `goose://extension?url=${encoded(url)}&type=streamable_http&id=${encoded(slug)}&name=${encoded(title)}&description=${encoded(title)}&timeout=300`,
      },
      command(({ url }) => `goose session --with-streamable-http-extension "${url}"`),
    ],
    source: "https://block.github.io/goose/docs/getting-started/using-extensions",
    readOn: "2026-11-22",
  },
  {
    name: "LM Studio",
    ways: [
      {
        kind: "link",
        address: ({ slug, url }) => `lmstudio://add_mcp?name=${encoded(slug)}&config=${encoded(base64({ url }))}`,
      },
      file("mcp.json", "mcpServers", ({ url }) => ({ url })),
    ],
    source: "https://lmstudio.ai/docs/app/mcp/deeplink",
    readOn: "2026-11-22",
  },
  {
    name: "Kiro",
    ways: [
      {
        kind: "link",
        address: ({ slug, url }) =>
          `https://kiro.dev/launch/mcp/add?name=${encoded(slug)}&config=${encoded(JSON.stringify({ url }))}`,
      },
      file("~/.kiro/settings/mcp.json", "mcpServers", ({ url }) => ({ url })),
    ],
    source: "https://kiro.dev/docs/mcp/share/",
    readOn: "2026-11-22",
  },
  {
    name: "OpenCode",
    ways: [command(({ slug, url }) => `opencode mcp add ${slug} --global --url ${url}`)],
    source: "https://opencode.ai/docs/mcp-servers",
    readOn: "2026-11-22",
  },
  {
    name: "Zed",
    ways: [file("settings.json", "context_servers", ({ url }) => ({ url }))],
    source: "https://zed.dev/docs/ai/mcp",
    readOn: "2026-11-22",
  },
  {
    name: "Windsurf",
    ways: [file("mcp_config.json", "mcpServers", ({ url }) => ({ serverUrl: url }))],
    source: "https://docs.windsurf.com/windsurf/cascade/mcp",
    readOn: "2026-11-22",
  },
];

/** Percent-encoded for a query: a blank as `%20`, since handlers of schemes do not read `+` as one. */
const encoded = encodeURIComponent;

/** Base64 of the UTF-8 of a value's JSON; its `+`, `/` and `=` are to be percent-encoded in a query. */
function base64(value: object): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
}

function command(line: (server: ServerEntry) => string): ConnectWay {
  return { kind: "command", line };
}

function file(path: string, member: string, entry: (server: ServerEntry) => object): ConnectWay {
  return {
    ...{ kind: "file", path },
    text: (server) => JSON.stringify({ [member]: { [server.slug]: entry(server) } }, null, 1).replace(/\n */g, " "),
  };
}

function vsCodeEntry({ slug, url }: ServerEntry): object {
  return { name: slug, type: "http", url };
}
