import { isLoopback } from "../../platform/addresses.ts";
import type { Text } from "../../platform/language.ts";
import type { ServerEntry } from "./server-entry.ts";

/** A way to add a server to a client. */
export type ConnectWay = {
  /**
   * The kind of servers that this way supports: the catalogue's server, or servers that require an account. Absent if
   * it supports all servers.
   */
  only?: "catalogue" | "account";
} & (
  | {
      /**
       * A link that opens the client with every field filled in. A link with the client's own URL scheme does nothing
       * if the client is not installed.
       */
      kind: "link";
      address: (server: ServerEntry) => string;
      /** The part of the client that the link opens, if it is not clear from the client's name. */
      opens?: Text;
    }
  | { kind: "command"; line: (server: ServerEntry) => string; caption?: Text }
  /** Lines that the customer adds to a settings file. */
  | { kind: "file"; path: string; text: (server: ServerEntry) => string; caption?: Text }
  /** A form in the client that no link can fill in. */
  | { kind: "form"; address: string; steps: Record<ServerEntry["part"], Text> }
);

/** An application that accepts MCP servers, and the ways to add a server to it. */
export interface ConnectClient {
  name: string;
  /**
   * Present if the client calls the MCP server from its maker's servers. The MCP server then needs a public https URL.
   */
  callsFromItsCloud?: true;
  note?: Text;
  ways: ConnectWay[];
  /** The URL of the client's own documentation, to which the pages link. */
  documentation: string;
}

const CHATGPT_SIGNED_IN = chatGptSteps({ en: "OAuth", fr: "avec OAuth" });

/**
 * The clients with a documented way to add a server, the most used first. No link contains a credential, because
 * clients get status 401 and then sign in.
 *
 * `npm run demo -- clients` tests the ways for Claude Code, Codex and Gemini CLI. Most of the others come from the
 * clients' documentation, read on 22 and 23 November 2026. The way for OpenCode comes from a merged change. Those for
 * Claude and Windsurf come from quotations of their documentation, dated August to October 2026.
 */
export const CONNECT_CLIENTS: ConnectClient[] = [
  {
    name: "Claude",
    callsFromItsCloud: true,
    note: {
      en: "On the web, the desktop and the phone. Free plans allow one custom connector; in a team an owner adds it. Manually: Customize, Connectors, “+”, Add custom connector.",
      fr: "Sur le web, l’ordinateur et le téléphone. Les offres gratuites acceptent un seul connecteur personnalisé ; dans une équipe, un propriétaire l’ajoute. À la main : Customize, Connectors, « + », Add custom connector.",
    },
    ways: [
      link(
        ({ title, url }) =>
          `https://claude.ai/customize/connectors?modal=add-custom-connector&connectorName=${encoded(title)}&connectorUrl=${encoded(url)}`,
      ),
      link(
        ({ title, url }) =>
          `https://claude.ai/admin-settings/connectors?modal=add-custom-connector&connectorName=${encoded(title)}&connectorUrl=${encoded(url)}`,
        { en: "Claude, for the whole team (owners)", fr: "Claude, pour toute l’équipe (propriétaires)" },
      ),
    ],
    documentation: "https://claude.com/docs/connectors/building/directory-vs-custom",
  },
  {
    name: "ChatGPT",
    callsFromItsCloud: true,
    ways: [
      {
        kind: "form",
        address: "https://chatgpt.com/plugins",
        steps: {
          catalogue: chatGptSteps({ en: "No authentication", fr: "sans authentification (No authentication)" }),
          account: CHATGPT_SIGNED_IN,
          "account-reader": CHATGPT_SIGNED_IN,
        },
      },
    ],
    documentation: "https://developers.openai.com/api/docs/guides/custom-mcp-server",
  },
  {
    name: "Claude Code",
    ways: [command(({ slug, url }) => `claude mcp add --transport http --scope user ${slug} ${url}`)],
    documentation: "https://code.claude.com/docs/en/mcp",
  },
  {
    name: "Codex",
    ways: [
      {
        ...{ kind: "file", only: "catalogue", path: "~/.codex/config.toml" },
        caption: {
          en: "At the end of ~/.codex/config.toml. (codex mcp add would ask to sign in. That codex mcp list then says “Not logged in” is right.)",
          fr: "À la fin de ~/.codex/config.toml. (codex mcp add demanderait d’ouvrir une session. Il est normal que codex mcp list affiche alors « Not logged in ».)",
        },
        text: ({ slug, url }) => `[mcp_servers.${slug}]\nurl = "${url}"`,
      },
      { ...command(({ slug, url }) => `codex mcp add ${slug} --url ${url}`), only: "account" },
    ],
    documentation: "https://learn.chatgpt.com/docs/extend/mcp",
  },
  {
    name: "Cursor",
    ways: [
      link(
        ({ slug, url }) =>
          `cursor://anysphere.cursor-deeplink/mcp/install?name=${encoded(slug)}&config=${encoded(base64({ url }))}`,
      ),
      file("~/.cursor/mcp.json", "mcpServers", ({ url }) => ({ url })),
    ],
    documentation: "https://cursor.com/docs/mcp/install-links",
  },
  {
    name: "VS Code",
    ways: [
      link((server) => `vscode:mcp/install?${encoded(JSON.stringify(vsCodeEntry(server)))}`),
      link((server) => `vscode-insiders:mcp/install?${encoded(JSON.stringify(vsCodeEntry(server)))}`, {
        en: "VS Code Insiders",
        fr: "VS Code Insiders",
      }),
      command((server) => `code --add-mcp '${JSON.stringify(vsCodeEntry(server))}'`),
    ],
    documentation: "https://code.visualstudio.com/docs/copilot/guides/mcp-developer-guide",
  },
  {
    name: "Gemini CLI",
    ways: [command(({ slug, url }) => `gemini mcp add --scope user --transport http ${slug} ${url}`)],
    documentation: "https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md",
  },
  {
    name: "Goose",
    ways: [
      link(
        ({ slug, title, url }) =>
          `goose://extension?url=${encoded(url)}&type=streamable_http&id=${encoded(slug)}&name=${encoded(title)}&description=${encoded(title)}&timeout=300`,
      ),
      command(({ url }) => `goose session --with-streamable-http-extension "${url}"`, {
        en: "In a terminal, for one session; goose configure adds it permanently:",
        fr: "Dans un terminal, pour une seule session ; goose configure l’ajoute durablement :",
      }),
    ],
    documentation: "https://block.github.io/goose/docs/getting-started/using-extensions",
  },
  {
    name: "LM Studio",
    ways: [
      link(({ slug, url }) => `lmstudio://add_mcp?name=${encoded(slug)}&config=${encoded(base64({ url }))}`),
      file("~/.lmstudio/mcp.json", "mcpServers", ({ url }) => ({ url })),
    ],
    documentation: "https://lmstudio.ai/docs/app/mcp/deeplink",
  },
  {
    name: "Kiro",
    ways: [
      link(
        ({ slug, url }) =>
          `https://kiro.dev/launch/mcp/add?name=${encoded(slug)}&config=${encoded(JSON.stringify({ url }))}`,
      ),
      file("~/.kiro/settings/mcp.json", "mcpServers", ({ url }) => ({ url })),
    ],
    documentation: "https://kiro.dev/docs/mcp/share/",
  },
  {
    name: "OpenCode",
    ways: [command(({ slug, url }) => `opencode mcp add ${slug} --url ${url}`)],
    documentation: "https://github.com/anomalyco/opencode/pull/31054",
  },
  {
    name: "Zed",
    ways: [file("~/.config/zed/settings.json", "context_servers", ({ url }) => ({ url }))],
    documentation: "https://zed.dev/docs/ai/mcp",
  },
  {
    name: "Windsurf",
    ways: [file("~/.codeium/windsurf/mcp_config.json", "mcpServers", ({ url }) => ({ serverUrl: url }))],
    documentation: "https://docs.windsurf.com/windsurf/cascade/mcp",
  },
];

/** Returns the ways to add a server to a client. */
export function waysTo({ ways }: ConnectClient, { part }: ServerEntry): ConnectWay[] {
  return ways.filter(({ only }) => only === undefined || (only === "catalogue") === (part === "catalogue"));
}

/**
 * Checks whether a client can reach a server. A client that calls from its maker's servers needs a public https URL.
 */
export function canConnect({ callsFromItsCloud }: ConnectClient, { url }: ServerEntry): boolean {
  const { protocol, hostname } = new URL(url);
  return !callsFromItsCloud || (protocol === "https:" && !isLoopback(hostname));
}

/**
 * Percent-encodes all characters of a query value except the unreserved ones of RFC 3986. A space becomes `%20`,
 * because URL scheme handlers do not read `+` as a space. Parentheses are encoded because they end a Markdown link.
 */
function encoded(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function chatGptSteps(authentication: Text): Text {
  return {
    en: `Choose “+”, then Add custom MCP server; give it a name, this address as the server URL, and ${authentication.en} as authentication. If that is missing, switch on Developer mode under Settings, Security and login; in a workspace an administrator allows it.`,
    fr: `Choisissez « + », puis Ajouter un serveur MCP personnalisé ; donnez-lui un nom et cette adresse comme URL du serveur, ${authentication.fr}. Si ce n’est pas proposé, activez le mode développeur sous Paramètres, Sécurité et connexion ; dans un espace de travail, un administrateur l’autorise.`,
  };
}

/** Encodes a value as JSON in UTF-8 and Base64. The characters `+`, `/` and `=` need percent-encoding in a query. */
function base64(value: object): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
}

function link(address: (server: ServerEntry) => string, opens?: Text): ConnectWay {
  return { kind: "link", address, ...(opens && { opens }) };
}

function command(line: (server: ServerEntry) => string, caption?: Text): ConnectWay {
  return { kind: "command", line, ...(caption && { caption }) };
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
