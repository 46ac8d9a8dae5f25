import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnyOperation } from "../../../shared/api/definition/operation.ts";
import type { CatalogueContext } from "../../../workers/catalogue/catalogue-context.ts";
import { catalogueOperations } from "../../../workers/catalogue/operations/index.ts";
import { catalogueUrl, request } from "../../support/catalogue-api.ts";
import { type ConnectedClient, limitedTo, OFFICIAL_CLIENTS } from "../../support/mcp-clients.ts";
import { exampleUrl, operationUrl } from "../../support/operation-url.ts";

/** Seen as the transports see them, without their own schemas. */
const operations: AnyOperation<CatalogueContext>[] = catalogueOperations;
const tools = operations.flatMap(({ tool, ...operation }) => (tool === undefined ? [] : { tool, ...operation }));
const mcp = `${catalogueUrl()}/mcp`;

/** The problem of a refused call, without what differs between any two answers. */
function problemIn(text: string) {
  const { request_id, instance, ...problem } = JSON.parse(text) as Record<string, unknown>;
  expect(instance).toBe(`urn:uuid:${request_id}`);
  return problem;
}

describe.each(OFFICIAL_CLIENTS)("$name", ({ protocolVersion, connect }) => {
  let client: ConnectedClient;
  beforeAll(async () => {
    client = await connect(mcp);
  });
  afterAll(() => client.close());

  test(`speaks ${protocolVersion}`, () => {
    expect(client.protocolVersion).toBe(protocolVersion);
  });

  test("lists every tool, complete and in order", async () => {
    const listed = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ tool }) => tool));
    for (const [index, tool] of listed.entries()) {
      expect(tool).toMatchObject({
        title: tools[index]?.title,
        description: tools[index]?.description,
        inputSchema: { type: "object", additionalProperties: false },
        outputSchema: { type: "object" },
        annotations: {
          title: tools[index]?.title,
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: tool.name === "check_domain",
        },
      });
    }
  });

  test.each(tools)("$tool answers its example as HTTP does", async (operation) => {
    const answer = await request(exampleUrl(operation));
    expect(answer.status).toBe(200);
    const json = await answer.text();

    // Clients check structured content against the output schema of the list.
    await client.listTools();
    const result = await client.callTool(operation.tool, operation.example);
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent).toEqual(JSON.parse(json));
    expect(result.content).toEqual([{ type: "text", text: json }]);
  });

  test.each(tools)("$tool refuses an unknown argument as HTTP does", async (operation) => {
    const input = { ...operation.example, surprise: "x" };
    const answer = await request(operationUrl(operation, input));
    expect(answer.status).toBe(400);

    await client.listTools();
    const result = await client.callTool(operation.tool, input);
    expect(result.isError).toBe(true);
    expect(result).not.toHaveProperty("structuredContent");
    const [block, ...more] = result.content as { type: string; text: string }[];
    expect(more).toEqual([]);
    expect(block?.type).toBe("text");
    expect(problemIn(block?.text ?? "")).toEqual(problemIn(await answer.text()));
  });

  test("gets what does not exist as a problem in the language asked for", async () => {
    await client.listTools();
    const result = await client.callTool("get_plan", { id: "no-such-plan", lang: "fr" });
    expect(result.isError).toBe(true);
    expect(result).not.toHaveProperty("structuredContent");
    const [block] = result.content as { text: string }[];
    expect(problemIn(block?.text ?? "")).toMatchObject({ code: "not_found", status: 404, title: "Introuvable" });
  });

  test("is told of an unknown tool by a protocol error", async () => {
    await expect(client.callTool("no_such_tool", {})).rejects.toMatchObject({ code: -32602 });
  });
});

test("a client that speaks 2024-11-05 alone is refused in words", async () => {
  await expect(limitedTo("2024-11-05").connect(mcp)).rejects.toThrow(/protocol version is not supported: 2025-11-25/i);
});
