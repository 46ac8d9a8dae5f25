import { describe, expect, test } from "vitest";
import { CONNECT_CLIENTS, waysTo } from "../../../shared/pages/connecting/clients.ts";
import { ConnectClients } from "../../../shared/pages/connecting/connect-clients.tsx";
import { type ServerEntry, serverEntry } from "../../../shared/pages/connecting/server-entry.ts";
import { LANGUAGES, type Language } from "../../../shared/platform/language.ts";
import { connectionsInMarkdown } from "../../../workers/site/developers/content/markdown.ts";

const URL_OF_SERVER = "https://desk.example.com/api/v1/account/mcp";
const SERVER: ServerEntry = {
  ...{ part: "account", url: URL_OF_SERVER, slug: "example-account" },
  title: 'Example & Söhne "Hosting"',
};

function waysOf(name: string) {
  const client = CONNECT_CLIENTS.find((known) => known.name === name);
  if (!client) throw new Error(`no client ${name}`);
  return client.ways;
}

/** Returns a client's link to add a server. */
function linkOf(name: string, server: ServerEntry): string {
  for (const way of waysOf(name)) if (way.kind === "link") return way.address(server);
  throw new Error(`no link of ${name}`);
}

/** Returns a query parameter as it is read by a handler that knows only percent-encoding. */
function parameter(address: string, name: string): string {
  const query = address.slice(address.indexOf("?") + 1).split("&");
  const [, value = ""] = query.find((part) => part.startsWith(`${name}=`))?.split("=") ?? [];
  return decodeURIComponent(value);
}

const json = (base64: string) =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))));

test("the steps for every client match the committed text", async () => {
  const text = CONNECT_CLIENTS.map((client) => {
    const ways = waysTo(client, SERVER).map((way) => {
      if (way.kind === "link") return way.address(SERVER);
      if (way.kind === "command") return way.line(SERVER);
      return way.kind === "file" ? `${way.path}\n${way.text(SERVER)}` : way.kind;
    });
    return [`## ${client.name}`, client.documentation, ...ways].join("\n");
  }).join("\n\n");
  await expect(`${text}\n`).toMatchFileSnapshot("texts/clients.txt");
});

/** Server URLs. The base64 of the first one contains `+` and `/`. */
const ADDRESSES = ["https://mcp.example.com/~~~?>>>", "http://localhost:8787/api/v1/mcp", URL_OF_SERVER];

test.each(ADDRESSES)("a handler that only knows percent-encoding can read the links to %s", (url) => {
  const server = { ...SERVER, url, title: "مستضيف 🍁 & +=/?#'\"" };
  const claude = linkOf("Claude", server);
  expect([parameter(claude, "connectorName"), parameter(claude, "connectorUrl")]).toEqual([server.title, url]);
  for (const name of ["Cursor", "LM Studio"]) {
    expect(json(parameter(linkOf(name, server), "config"))).toEqual({ url });
  }
  const vsCode = linkOf("VS Code", server);
  expect(JSON.parse(decodeURIComponent(vsCode.slice("vscode:mcp/install?".length)))).toEqual({
    ...{ name: "example-account", type: "http", url },
  });
  const goose = linkOf("Goose", server);
  expect([parameter(goose, "url"), parameter(goose, "name")]).toEqual([url, server.title]);
  expect(JSON.parse(parameter(linkOf("Kiro", server), "config"))).toEqual({ url });
});

test("a client with its own URL scheme also has manual steps", () => {
  for (const { name, ways } of CONNECT_CLIENTS) {
    const hasScheme = ways.some((way) => way.kind === "link" && !way.address(SERVER).startsWith("https:"));
    if (hasScheme) expect(ways.length, name).toBeGreaterThan(1);
  }
});

test.each([
  ["Maple Hosting", "maple-hosting", "maple-account", "maple-hosting-reader"],
  ["Example & Söhne", "example-sohne", "example-account", "example-sohne-reader"],
  ["Hébergement Très-Long du Nord", "hebergement-tres", "hebergement-account", "hebergement-reader"],
  ["Donaudampfschifffahrtsgesellschaft", "donaudampfschifffahr", "donaudampfsc-account", "donaudampfsch-reader"],
  ["مستضيف", "catalogue", "account", "reader"],
  ['"><script>', "script", "script-account", "script-reader"],
])("for the brand %s, the servers are named %s, %s and %s in a configuration", (brand, catalogue, account, reader) => {
  expect(serverEntry(brand, "catalogue", URL_OF_SERVER).slug).toBe(catalogue);
  expect(serverEntry(brand, "account", URL_OF_SERVER).slug).toBe(account);
  expect(serverEntry(brand, "account-reader", URL_OF_SERVER).slug).toBe(reader);
});

describe.each(LANGUAGES)("the connection page in %s", (language: Language) => {
  const render = async (server: ServerEntry) => String(await (<ConnectClients server={server} language={language} />));

  test("keeps a name inside its attribute, and opens only web pages in a new tab", async () => {
    const html = await render({ ...SERVER, title: `"'><script>alert(1)</script>` });
    expect(html).not.toContain("<script>");
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g)];
    expect(links.length).toBeGreaterThan(CONNECT_CLIENTS.length);
    for (const [link, address] of links) {
      expect(link?.includes('target="_blank"'), address).toBe(address?.startsWith("https:"));
    }
  });

  test.each(["http://localhost:8787", "http://desk.example.com", "https://127.0.0.1"])(
    "has no button for a client that calls from elsewhere if the server is at %s",
    async (origin) => {
      const html = await render({ ...SERVER, url: `${origin}/api/v1/account/mcp` });
      expect(html).not.toMatch(/href="https:\/\/(?:claude\.ai|chatgpt\.com)/);
      expect(html).toContain("cursor://");
      expect(await render(SERVER)).toMatch(/href="https:\/\/claude\.ai/);
    },
  );

  test("gives each of its six tiles a different mark", async () => {
    const marks = [...(await render(SERVER)).matchAll(/<span class="monogram little"[^>]*>([^<]+)/g)];
    expect(new Set(marks.map(([, mark]) => mark)).size).toBe(6);
  });

  test("has every URL, command, file and note in its Markdown version", async () => {
    for (const server of [SERVER, { ...SERVER, url: "http://localhost:8787/api/v1/account/mcp" }]) {
      const markdown = connectionsInMarkdown(server, language).join("\n\n");
      const html = (await render(server)).replace(
        /<summary>.*?<\/summary>|<noscript>.*?<\/noscript>|<p class="links">.*?<\/p>/gs,
        "",
      );
      const pieces = [
        ...[...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href ?? ""),
        ...[...html.matchAll(/<(?:p|code|dt|span)[^>]*>([^<]+)</g)].map(([, words]) => words ?? ""),
      ].map(unescaped);
      expect(pieces.length).toBeGreaterThan(30);
      for (const piece of pieces) expect(markdown).toContain(piece);
      for (const link of markdown.matchAll(/\]\(([^)]*)\)/g)) expect(pieces).toContain(link[1]);
    }
  });

  test("keeps a name with brackets, quotes and stars from ending a Markdown link", () => {
    const markdown = connectionsInMarkdown({ ...SERVER, title: "Maple :) (it's *new*)! [x](y)" }, language).join(
      "\n\n",
    );
    for (const [, address = ""] of markdown.matchAll(/\]\(([^)]*)\)/g)) {
      expect(() => decodeURIComponent(address)).not.toThrow();
      expect(address).toMatch(/^[^\s()*!']+$/);
    }
    expect(markdown.replace(/\]\([^)]*\)/g, "]")).not.toContain("%20");
    expect(markdown).toContain("connectorName=Maple%20%3A%29%20%28it%27s%20%2Anew%2A%29%21%20%5Bx%5D%28y%29&");
  });
});

function unescaped(html: string): string {
  return html
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
