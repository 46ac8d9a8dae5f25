import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { PROTOCOL_VERSIONS } from "../../../shared/api/mcp/json-rpc.ts";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { AccountClient } from "../../support/account-client.ts";
import { AI_CATALOG, LINKSET, mistakesIn, SERVER_CARD } from "../../support/discovery-schemas.ts";
import { OFFICIAL_CLIENTS } from "../../support/mcp-clients.ts";
import { down, HOST, site } from "./site.ts";

const origin = inject("origin");
const CARDS = {
  catalogue: "/api/v1/mcp/server-card",
  account: "/api/v1/account/mcp/server-card",
  "account-reader": "/api/v1/account/mcp/read/server-card",
};
const CARD_TYPE = "application/mcp-server-card+json";

/** The discovery documents, each with its media type. */
const DOCUMENTS: [path: string, type: string][] = [
  [CARDS.catalogue, CARD_TYPE],
  [CARDS.account, CARD_TYPE],
  [CARDS["account-reader"], CARD_TYPE],
  ["/.well-known/mcp/server-card.json", CARD_TYPE],
  ["/.well-known/ai-catalog.json", "application/ai-catalog+json"],
  ["/.well-known/api-catalog", 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
];

/** Returns the gzipped size of a text in KiB. */
const kilobytesOf = (text: string) => gzipSync(text).byteLength / 1024;
const get = (path: string, init?: RequestInit) => fetch(path.startsWith("http") ? path : origin + path, init);

describe.each(DOCUMENTS)("%s", (path, type) => {
  test("is public for every client and origin", async () => {
    for (const accept of [type, "text/html", "*/*"]) {
      const { status, headers } = await get(path, { headers: { Accept: accept, Origin: "https://elsewhere.example" } });
      expect([status, headers.get("Content-Type")], accept).toEqual([200, type]);
      expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(headers.get("Access-Control-Allow-Methods")).toContain("GET");
      expect(headers.get("Access-Control-Allow-Headers")).toBe("Content-Type, If-None-Match");
      expect(headers.get("Access-Control-Expose-Headers")).toContain("ETag");
      expect(headers.get("Cache-Control")).toMatch(/^public, max-age=\d+$/);
    }
  });

  test("supports conditional requests and HEAD and refuses other methods", async () => {
    const etag = (await get(path)).headers.get("ETag") ?? "";
    expect((await get(path, { headers: { "If-None-Match": etag } })).status).toBe(304);
    expect((await get(path, { headers: { "If-None-Match": '"another"' } })).status).toBe(200);
    const head = await get(path, { method: "HEAD" });
    expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, etag, ""]);
    expect((await get(path, { method: "OPTIONS" })).status).toBe(204);
    const post = await get(path, { method: "POST" });
    expect([post.status, post.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe.each(Object.entries(CARDS))("the server card of %s", (part, path) => {
  const url = `${origin}${path.replace("/server-card", "")}`;

  test("is valid and has the URL and the revisions of the server", async () => {
    const card = (await (await get(path)).json()) as Record<string, unknown>;
    expect(mistakesIn(card, SERVER_CARD)).toBeUndefined();
    const supportedProtocolVersions = [...PROTOCOL_VERSIONS];
    expect(card.remotes).toEqual([{ type: "streamable-http", url, supportedProtocolVersions }]);
  });

  test("equals the server's own description", async () => {
    const token = part !== "catalogue" ? await new AccountClient().token() : undefined;
    const { $schema: _, remotes: __, ...card } = (await (await get(path)).json()) as Record<string, unknown>;
    const client = await OFFICIAL_CLIENTS[0]?.connect(url, token);
    expect(client?.serverInfo).toEqual(card);
    await client?.close();
  });
});

test("each page in the sitemap has its canonical URL and is no larger than the README states", async () => {
  const map = await (await get("/sitemap.xml")).text();
  const entries = [...map.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)].map(([, at = "", alternates = ""]) => ({
    at: at.replaceAll("&#38;", "&"),
    alternates: [...alternates.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(
      ([, lang, href]) => `${lang} ${href}`,
    ),
  }));
  expect(entries.length).toBeGreaterThan(100);
  const readme = readFileSync("README.md", "utf8").replace(/\s+/g, " ");
  const stated = /pages take at most (\d+) KB, the style sheet (\d+) KB/.exec(readme) ?? [];
  const [, maxPage = 0, maxSheet = 0] = stated.map(Number);
  const [, stylesheet = ""] = /rel="stylesheet" href="([^"]+)"/.exec(await (await get("/")).text()) ?? [];
  expect(kilobytesOf(await (await get(stylesheet)).text())).toBeLessThanOrEqual(maxSheet);
  for (const { at, alternates } of entries) {
    const page = await fetch(`${at}&currency=EUR`);
    expect([page.status, page.headers.get("X-Robots-Tag")], at).toEqual([200, null]);
    const html = await page.text();
    expect(kilobytesOf(html), at).toBeLessThanOrEqual(maxPage);
    const head = html.split("</head>")[0] ?? "";
    expect([...head.matchAll(/<link rel="canonical" href="([^"]+)"/g)].map(([, href]) => href)).toEqual([at]);
    const named = [...head.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)];
    expect(named.map(([, lang, href]) => `${lang} ${href}`)).toEqual(alternates);
  }
});

test("the catalogue's server card is also at the path from earlier drafts", async () => {
  const [former, card] = await Promise.all(
    ["/.well-known/mcp/server-card.json", CARDS.catalogue].map((path) => get(path)),
  );
  expect(await former?.text()).toBe(await card?.text());
});

test("the icons of a server are script-free images of the declared size on the same origin", async () => {
  const { icons } = (await (await get(CARDS.catalogue)).json()) as {
    icons: { src: string; mimeType: string; sizes: string[] }[];
  };
  expect(icons.map(({ mimeType }) => mimeType)).toEqual(["image/svg+xml", "image/png"]);
  for (const { src, mimeType, sizes } of icons) {
    expect(new URL(src).origin).toBe(origin);
    const image = await get(src);
    expect([image.status, image.headers.get("Content-Type")]).toEqual([200, mimeType]);
    const bytes = Buffer.from(await image.arrayBuffer());
    if (mimeType === "image/svg+xml") expect(bytes.toString()).not.toMatch(/<script|href|\bon\w+=/);
    else expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes[0]);
  }
});

test("the AI catalogue links to the server cards", async () => {
  const catalog = (await (await get("/.well-known/ai-catalog.json")).json()) as {
    entries: { url: string; type: string }[];
  };
  expect(mistakesIn(catalog, AI_CATALOG)).toBeUndefined();
  expect(catalog.entries.map(({ url }) => url)).toEqual(Object.values(CARDS).map((path) => origin + path));
  for (const { url, type } of catalog.entries) expect((await get(url)).headers.get("Content-Type")).toBe(type);
});

test("the API catalogue links to existing documents of the declared media type", async () => {
  const catalog = (await (await get("/.well-known/api-catalog")).json()) as {
    linkset: Record<string, { href: string; type?: string }[]>[];
  };
  expect(mistakesIn(catalog, LINKSET)).toBeUndefined();
  const links = catalog.linkset.flatMap(({ anchor: _, ...relations }) => Object.values(relations).flat());
  expect(links.length).toBeGreaterThan(10);
  for (const { href, type } of links) {
    const { status, headers } = await get(href);
    // An MCP server refuses GET, and the account API needs a credential.
    expect([200, 401, 405], href).toContain(status);
    if (type) expect(headers.get("Content-Type")?.split(";")[0], href).toBe(type);
  }
});

test.each(["/.well-known/api-catalog", "/?lang=en", "/developers?lang=fr"])(
  "the Link header of %s leads to both catalogues",
  async (path) => {
    const link = (await get(path, { method: "HEAD" })).headers.get("Link");
    expect(link).toContain('</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"');
    expect(link).toContain('</.well-known/ai-catalog.json>; rel="ai-catalog"; type="application/ai-catalog+json"');
  },
);

test("robots.txt names the sitemap, which has every kind of public page in both languages", async () => {
  const sitemap = /^Sitemap: (\S+)$/m.exec(await (await get("/robots.txt")).text())?.[1] ?? "";
  expect(sitemap).toBe(`${origin}/sitemap.xml`);
  const text = await (await get(sitemap)).text();
  const pages = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page]) => page ?? "");
  const kinds = ["/", "/developers", "/problems", "/plans/web-start", "/problems/rate_limited"];
  const due = kinds.flatMap((path) => LANGUAGES.map((language) => `${origin}${path}?lang=${language}`));
  expect(pages).toEqual(expect.arrayContaining(due));
  expect(pages.some((page) => /sign-in|oauth|connected-assistants|client-area/.test(page))).toBe(false);
});

test("the sitemap has no plans and is not cached during an outage of the catalogue", async () => {
  const answer = await site(down)("/sitemap.xml");
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  const text = await answer.text();
  expect(text).toContain(`<loc>${HOST}/developers?lang=en</loc>`);
  expect(text).not.toContain("/plans/");
});

test("the footer links to the pages that the provider configured", async () => {
  const foot = async (pages: ReturnType<typeof site>, language: string) =>
    (await (await pages(`/problems?lang=${language}`)).text()).split("<footer")[1] ?? "";
  const addresses = {
    TERMS_URL: "https://provider.example/terms",
    STATUS_URL: "https://status.provider.example",
    PRIVACY_URL: 'https://provider.example/privacy?a="b"&c',
    SUPPORT_URL: "mailto:help@provider.example",
    SIGN_UP_URL: "https://provider.example/join",
  };
  const set = await foot(site(undefined, addresses), "fr");
  expect(set).toContain('<a href="https://provider.example/privacy?a=%22b%22&amp;c">Confidentialité</a>');
  expect(set).toContain('<a href="mailto:help@provider.example">Nous joindre</a>');
  expect(set).toContain('<a href="https://provider.example/terms">Conditions</a>');
  expect(set).toContain('<a href="https://status.provider.example/">État du service</a>');
  expect(set).toContain('<a href="https://provider.example/join">Ouvrir un compte</a>');
  const unset = await foot(site(), "en");
  for (const label of ["Privacy", "Terms", "Contact", "Open an account"]) expect(unset).not.toContain(label);
  expect(unset).toContain('<a href="/status?lang=en">Status</a>');
});

const UNSET = ["/.well-known/security.txt", "/.well-known/mcp-registry-auth", "/.well-known/openai-apps-challenge"];

test.each(UNSET)("%s returns 404 without its setting", async (path) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, "application/problem+json"]);
});

test("security.txt and the proofs for directories have the configured values", async () => {
  const MCP_REGISTRY_AUTH = `v=MCPv1; k=ed25519; p=${btoa("k".repeat(32))}`;
  const OPENAI_APPS_CHALLENGE = "a-token_1";
  const proofs = { MCP_REGISTRY_AUTH, OPENAI_APPS_CHALLENGE };
  const pages = site(undefined, { SECURITY_CONTACT: "mailto:security@provider.example", ...proofs });
  const [security, proof, challenge] = await Promise.all(UNSET.map((path) => pages(path)));
  for (const answer of [security, proof, challenge]) {
    expect([answer?.status, answer?.headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
  }
  expect(await proof?.text()).toBe(MCP_REGISTRY_AUTH);
  expect(await challenge?.text()).toBe(OPENAI_APPS_CHALLENGE);
  expect(await security?.text()).toMatch(/^Contact: mailto:security@provider\.example\n/);
});
