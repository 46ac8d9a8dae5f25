import { describe, expect, test } from "vitest";
import { type PublishedTool, toolChanges } from "../../../scripts/release/tool-changes.ts";
import { casesOf } from "../../support/cases.ts";

const TOOL = casesOf<PublishedTool>(import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: a test case can change any part of a schema
type Schema = any;
type Change = (input: Schema, output: Schema, tool: PublishedTool) => unknown;

/** Changes to arguments and results. openapi-changes.test.ts covers the impact of each kind of change. */
const CASES: [impact: string, change: Change, text: string][] = [
  ["major", (input) => delete input.properties.years, "arguments `years`: Property `years` was removed"],
  ["major", (input) => input.required.push("cycle"), "arguments: Properties became required: `cycle`"],
  ["minor", (input) => Object.assign(input.properties, { code: {} }), "arguments `code` added"],
  ["major", (input) => input.properties.cycle.enum.pop(), "arguments `cycle`: Enum of `cycle` lost values: 'annually'"],
  ["patch", (input) => input.properties.cycle.enum.push("weekly"), "arguments `cycle`: `enum` changed"],
  ["major", (_, output) => output.required.pop(), "answer: Properties are no longer required: `note`"],
  ["patch", (_, output) => output.required.push("invoice"), "answer: `required` changed"],
  [
    "major",
    (_, output) => delete output.properties.invoice.properties.taxes.items.properties.name,
    "answer `invoice.taxes[].name`: Property `name` was removed",
  ],
  ["patch", (_, __, tool) => Object.assign(tool, { description: "Other words." }), "`description` changed"],
  ["patch", (_, __, tool) => Object.assign(tool, { title: "Other words" }), "`summary` changed"],
  ...(["destructiveHint", "readOnlyHint"] as const).map((hint): [string, Change, string] => [
    hint === "destructiveHint" ? "major" : "minor",
    (_, __, tool) => Object.assign(tool.annotations ?? {}, { [hint]: true }),
    `\`${hint}\` is true`,
  ]),
];

describe("a change of a tool", () => {
  const before = CASES.map((_, at) => ({ ...structuredClone(TOOL), name: `tool_${at}` }));
  const after = structuredClone(before);
  CASES.forEach(([, change], at) => {
    const tool = after[at] ?? expect.fail("a tool for each case");
    change(tool.inputSchema, tool.outputSchema, tool);
  });
  const all = toolChanges(before, after);

  test.each(CASES.map(([impact, , text], at) => ({ impact, text, subject: `tool_${at}` })))(
    "is found with its impact: $impact, $text",
    ({ impact, text, subject }) => {
      const changes = all.filter((change) => change.subject === subject);
      expect(changes).toEqual([expect.objectContaining({ impact, text: expect.stringContaining(text) })]);
    },
  );

  test("is assigned to its tool, and marked if it affects only texts", () => {
    expect(all).toHaveLength(CASES.length);
    expect(all.filter(({ isWording }) => isWording).map(({ text }) => text)).toHaveLength(2);
  });
});

test("a removed tool breaks clients, and an added tool does not", () => {
  const other = { ...TOOL, name: "renew_plan" };
  expect(toolChanges([TOOL], [other]).map(({ impact, subject }) => [impact, subject])).toEqual([
    ["major", "order_plan"],
    ["minor", "renew_plan"],
  ]);
});
