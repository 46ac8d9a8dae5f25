import { expect, test } from "vitest";
import { catalogueUrl, get } from "../../support/catalogue-api.ts";
import { limitedTo, OFFICIAL_CLIENTS } from "../../support/mcp-clients.ts";

const mcp = `${catalogueUrl()}/mcp`;

test.each(OFFICIAL_CLIENTS)("$name uses revision $protocolVersion and gets results and problems", async (official) => {
  const client = await official.connect(mcp);
  expect(client.protocolVersion).toBe(official.protocolVersion);
  // The client checks structured content against the output schema from `tools/list`.
  expect((await client.listTools()).length).toBeGreaterThan(5);
  expect(await client.callTool("get_plan", { id: "web-start" })).toMatchObject({
    structuredContent: await get("/plans/web-start"),
  });
  const refused = await client.callTool("get_plan", { id: "no-such-plan", lang: "fr" });
  const [{ text } = { text: "" }] = refused.content as { text: string }[];
  expect([refused.isError, "structuredContent" in refused]).toEqual([true, false]);
  expect(JSON.parse(text)).toMatchObject({ code: "not_found", status: 404, title: "Introuvable" });
  // Unlike a query parameter, a tool argument is not split at commas.
  const listed = await client.callTool("get_domain_pricing", { tld: "com,ca" });
  expect(JSON.stringify(listed.content)).toContain("invalid_parameter");
  await expect(client.callTool("no_such_tool", {})).rejects.toMatchObject({ code: -32602 });
  await client.close();
});

test("the server refuses a client that speaks only 2024-11-05 and explains why", async () => {
  await expect(limitedTo("2024-11-05").connect(mcp)).rejects.toThrow(/protocol version is not supported: 2025-11-25/i);
});
