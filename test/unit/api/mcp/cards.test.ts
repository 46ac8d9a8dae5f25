import { describe, expect, test } from "vitest";
import { cardUri, listCards } from "../../../../shared/api/mcp/cards/cards.ts";
import { ERAS, earlier, NEWEST, newest } from "../../../system/mcp/exchange.ts";
import { type Rpc, refusal, mcpServer as server } from "./endpoint-server.ts";

/** The project's own size limit for a card. Hosts accept larger cards. */
const MAX_BYTES = 12 * 1024;
const MIME_TYPE = "text/html;profile=mcp-app";
type Message = { headers?: Record<string, string>; body?: unknown };

async function send({ body, headers = {} }: Message, isGated = false) {
  return (await server({ isGated }).send(body, headers)).rpc;
}

function contentOf(result: Rpc["result"]): { text: string } {
  const [content] = (result?.contents ?? []) as { text: string }[];
  return content ?? expect.fail("no content");
}

const read = (uri: unknown) => earlier("resources/read", { uri });

describe.each(ERAS)("cards in the $era protocol", ({ era, ask }) => {
  const cached = era === NEWEST ? { ttlMs: 3_600_000, cacheScope: "public" } : {};

  test("the server declares its cards, lists them and serves each at its URI", async () => {
    const introduction = era === NEWEST ? ask("server/discover") : earlier("initialize", HANDSHAKE);
    expect((await send(introduction))?.result?.capabilities).toEqual({
      ...{ tools: {}, resources: {} },
      extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [MIME_TYPE] } },
    });
    const listed = (await send(ask("resources/list")))?.result;
    expect(listed).toMatchObject({ ...cached, resources: listCards() });
    expect(await send(ask("resources/templates/list"))).toMatchObject({ result: { ...cached, resourceTemplates: [] } });
    for (const { uri, mimeType, _meta } of listCards()) {
      expect(uri).toMatch(/^ui:\/\/frontdesk\/(?:plans|domain)-[0-9a-f]{8}$/);
      const answer = (await send(ask("resources/read", { uri })))?.result;
      expect(answer).toMatchObject({ ...cached, contents: [{ uri, mimeType: MIME_TYPE, _meta }] });
      expect(mimeType).toBe(MIME_TYPE);
      const { text } = contentOf(answer);
      expect(text).toMatch(/^<!doctype html>/);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
    }
  });
});

const HANDSHAKE = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "tests", version: "1" } };

test("the URI of an earlier version serves the current card", async () => {
  const uri = cardUri("domain").replace(/.{8}$/, "00000000");
  const card = (await send(read(cardUri("domain"))))?.result;
  expect((await send(read(uri)))?.result).toEqual({ contents: [{ ...contentOf(card), uri }] });
});

test.each([
  "ui://frontdesk/quote-00000000",
  "ui://frontdesk/constructor-00000000",
  "ui://frontdesk/plans",
  "file:///etc/passwd",
])("%j is not a card", async (uri) => {
  for (const message of [read(uri), newest("resources/read", { uri })]) {
    expect(await send(message)).toMatchObject({ error: { code: -32602, data: { uri } } });
  }
});

test.each([
  [read(5), "uri must be a string."],
  [earlier("resources/read"), "uri must be a string."],
  [earlier("resources/list", { cursor: 5 }), "cursor must be a string."],
  [earlier("resources/templates/list", { cursor: 5 }), "cursor must be a string."],
  [earlier("resources/templates/list", { cursor: "next" }), "Unknown cursor: each list is one page."],
  [earlier("resources/list", { cursor: "next" }), "Unknown cursor: each list is one page."],
])("%j is refused", async (message, text) => {
  expect(await send(message)).toMatchObject({ error: { code: -32602, message: text } });
});

test("on a server with accounts, a card requires a credential but no particular scope", async () => {
  const { says, seen, send: sendGated } = server();
  says.authorize = refusal("insufficient_scope");
  const { body } = read(cardUri("plans"));
  expect((await sendGated(body)).status).toBe(200);
  expect(seen.challenged).toEqual([]);
  says.admission = refusal("unauthorized");
  const refused = await sendGated(body);
  expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([401, "asks for unauthorized"]);
});
