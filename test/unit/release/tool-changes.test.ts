import { expect, test } from "vitest";
import { type PublishedTool, toolChanges } from "../../../scripts/release/tool-changes.ts";

const TOOL: PublishedTool = {
  name: "order_plan",
  title: "Order a plan",
  description: "Orders a plan.",
  inputSchema: {
    type: "object",
    properties: {
      plan: { type: "string", description: "A plan." },
      cycle: { type: "string", enum: ["monthly", "annually"], default: "annually" },
      years: { type: "integer", minimum: 1, maximum: 10 },
      servers: { type: "array", maxItems: 5, items: { type: "string", pattern: "^ns" } },
    },
    required: ["plan"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      order_id: { type: "integer" },
      invoice: { type: ["object", "null"], properties: { total: {}, taxes: { items: { properties: { name: {} } } } } },
      note: { type: "string" },
    },
    required: ["order_id", "note"],
  },
  annotations: { title: "Order a plan", readOnlyHint: false, destructiveHint: false, idempotentHint: true },
};

// biome-ignore lint/suspicious/noExplicitAny: schemas are changed wherever a case wants
type Schema = any;
type Change = (input: Schema, output: Schema, tool: PublishedTool) => unknown;

test.each<[impact: string, change: Change, text: string]>([
  ["major", (input) => delete input.properties.years, "arguments `years`: removed"],
  ["major", (input) => input.required.push("cycle"), "arguments `cycle`: required"],
  ["minor", (input) => input.required.pop(), "arguments `plan`: no longer required"],
  ["minor", (input) => Object.assign(input.properties, { code: {} }), "arguments `code`: added"],
  [
    "major",
    (input) => Object.assign(input.properties.years, { type: "string" }),
    'arguments `years`: type: "string" for "integer"',
  ],
  [
    "major",
    (input) => Object.assign(input.properties.servers.items, { type: "integer" }),
    "arguments `servers[]`: type",
  ],
  ["major", (_, output) => delete output.properties.note, "answer `note`: removed"],
  ["major", (_, output) => output.required.pop(), "answer `note`: no longer required"],
  ["minor", (_, output) => output.required.push("invoice"), "answer `invoice`: required"],
  ["minor", (_, output) => Object.assign(output.properties, { terms: {} }), "answer `terms`: added"],
  ["major", (_, output) => Object.assign(output.properties.note, { type: ["string", "null"] }), "answer `note`: type"],
  [
    "major",
    (_, output) => delete output.properties.invoice.properties.taxes.items.properties.name,
    "answer `invoice.taxes[].name`: removed",
  ],
  [
    "patch",
    (input) => Object.assign(input.properties.plan, { description: "Its id." }),
    "arguments `plan`: described anew",
  ],
  ["minor", (input) => Object.assign(input.properties.years, { maximum: 5 }), "arguments `years`: values changed"],
  ["patch", (_, __, tool) => Object.assign(tool, { description: "Other words." }), "`description` changed"],
  [
    "major",
    (_, __, tool) => Object.assign(tool.annotations ?? {}, { destructiveHint: true }),
    "`destructiveHint` is true",
  ],
  ["minor", (_, __, tool) => Object.assign(tool.annotations ?? {}, { readOnlyHint: true }), "`readOnlyHint` is true"],
  [
    "major",
    (_, __, tool) => Object.assign(tool.annotations ?? {}, { idempotentHint: false }),
    "`idempotentHint` is false",
  ],
])("%s: %s", (impact, change, text) => {
  const tool = structuredClone(TOOL);
  change(tool.inputSchema, tool.outputSchema, tool);
  const changes = toolChanges([TOOL], [tool]);
  expect(changes).toEqual([expect.objectContaining({ impact, subject: "order_plan" })]);
  expect(changes[0]?.text).toContain(text);
});

test("a tool that is removed breaks clients, one that is added does not", () => {
  const other = { ...TOOL, name: "renew_plan" };
  expect(toolChanges([TOOL], [other]).map(({ impact, subject }) => [impact, subject])).toEqual([
    ["major", "order_plan"],
    ["minor", "renew_plan"],
  ]);
});

test("the same list in another order has no difference", () => {
  const other = { ...TOOL, name: "renew_plan" };
  expect(toolChanges([TOOL, other], structuredClone([other, TOOL]))).toEqual([]);
});
