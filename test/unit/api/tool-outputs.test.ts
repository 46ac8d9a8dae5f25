import { describe, expect, test } from "vitest";
import * as z from "zod";
import { describeTools } from "../../../shared/api/mcp/tools.ts";
import { OFFICIAL_CLIENTS } from "../../support/mcp-clients.ts";
import { done, MCP_ADDRESS, mcpServer } from "./mcp/endpoint-server.ts";
import { sampleOperation } from "./support/sample-operation.ts";

const output = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  note: z.string().nullable().describe("Why."),
  invoice: z.object({ id: z.int(), taxes: z.array(z.object({ name: z.string(), rate: z.number() })) }).nullable(),
  plans: z.array(z.object({ id: z.string(), months: z.int().nullable() })),
  features: z.array(z.string()),
});
const [description] = describeTools([sampleOperation({ tool: "get_sample", output })]);

test("the published output schema has every key and the types of the top-level keys", () => {
  expect(description?.outputSchema).toEqual({
    type: "object",
    properties: {
      currency: { type: "string" },
      note: { type: ["string", "null"] },
      invoice: {
        type: ["object", "null"],
        properties: { id: {}, taxes: { items: { properties: { name: {}, rate: {} } } } },
      },
      plans: { type: "array", items: { properties: { id: {}, months: {} } } },
      features: { type: "array" },
    },
    required: ["currency", "note", "invoice", "plans", "features"],
  });
});

const ANSWER = { currency: "CAD", note: null, invoice: null, plans: [{ id: "web-start", months: 1 }], features: [] };
const { note: _, ...withoutNote } = ANSWER;

describe.each(OFFICIAL_CLIENTS)("$name checks answers against the published output schema", ({ connect }) => {
  test.each([
    ["all keys", ANSWER, true],
    ["an additional key", { ...ANSWER, promotion: "none" }, true],
    ["an object instead of null", { ...ANSWER, invoice: { id: 1, taxes: [] } }, true],
    ["a missing key", withoutNote, false],
    ["null instead of a required value", { ...ANSWER, plans: null }, false],
    ["a number instead of a text", { ...ANSWER, note: 1 }, false],
    ["an object instead of a list", { ...ANSWER, features: {} }, false],
    // Clients cannot detect these faults because the published schema omits the inner types. Only our own tests find
    // them.
    ["a wrong type inside a list", { ...ANSWER, plans: [{ id: 1, months: "one" }] }, true],
  ])(
    "answers with %s are accepted unless they lack a top-level key or have a wrong top-level type",
    async (_, answer, isTaken) => {
      const { says, fetch } = mcpServer({ isGated: false, ...description });
      says.outcome = done(answer);
      const client = await connect(MCP_ADDRESS, undefined, fetch);
      await client.listTools();
      const call = client.callTool("own_tool", {});
      if (isTaken) expect(await call).toMatchObject({ structuredContent: answer });
      else await expect(call).rejects.toThrow(/schema/i);
      await client.close();
    },
  );
});
