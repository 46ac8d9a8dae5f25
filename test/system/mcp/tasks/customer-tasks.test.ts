import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { type AnyOperation, withOptionalTools } from "../../../../shared/api/definition/operation.ts";
import { ACCOUNT_MCP_PATH, API_PATH } from "../../../../shared/platform/addresses.ts";
import { accountOperations } from "../../../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../../../workers/catalogue/operations/index.ts";
import { closed } from "../../../support/closed-schema.ts";
import {
  type ConnectedClient,
  type ListedTool,
  OFFICIAL_CLIENTS,
  type OfficialClient,
} from "../../../support/mcp-clients.ts";
import { useWorld } from "../../../support/world.ts";
import { ACTING } from "./acting.ts";
import type { CustomerTask } from "./customer-task.ts";
import { READING, REFUSED } from "./reading.ts";

/** The variable that switches on every optional tool. */
const EXTRA_TOOLS = { EXTRA_TOOLS: "true" };
const world = useWorld({ hasServer: true, vars: { account: EXTRA_TOOLS, catalogue: EXTRA_TOOLS } });

/** Both generations of the official client. They check each answer against the schema in the tool list. */
const [CURRENT, EARLIER] = ["client 2.4, negotiating", "sdk 1.32"].map((name) => {
  const client = OFFICIAL_CLIENTS.find((one) => one.name === name);
  if (!client) throw new Error(`no client ${name}`);
  return client;
}) as [OfficialClient, OfficialClient];
const GENERATIONS = [
  { name: `${CURRENT.name}, in English`, language: "en", official: CURRENT },
  { name: `${EARLIER.name}, in French`, language: "fr", official: EARLIER },
] as const;

const OPERATIONS: AnyOperation<never>[] = withOptionalTools([...catalogueOperations, ...accountOperations]);
const PUBLIC = READING.filter(({ calls }) =>
  calls.every(([called]) => withOptionalTools(catalogueOperations).some(({ tool }) => tool === called)),
);

interface Connected {
  client: ConnectedClient;
  tools: ListedTool[];
}

async function connected({ connect }: OfficialClient, path: string, token?: string): Promise<Connected> {
  const client = await connect(world.origin + path, token);
  return { client, tools: await client.listTools() };
}

describe.each(GENERATIONS)("$name", ({ official, language }) => {
  let catalogue: Connected;
  let account: Connected;
  beforeAll(async () => {
    catalogue = await connected(official, `${API_PATH}/mcp`);
    account = await connected(official, ACCOUNT_MCP_PATH, await world.api.token());
  });
  afterAll(() => Promise.all([catalogue.client.close(), account.client.close()]));

  test.each(PUBLIC)("does the task without a sign-in: $name", (task) => expectDone(task, catalogue, language));
  test.each(READING)("does the task with a sign-in: $name", (task) => expectDone(task, account, language));

  test.each(REFUSED)("has no tool for the task: $name", ({ nothingAbout, promised }) => {
    for (const { name, title = "", description = "", inputSchema } of [...catalogue.tools, ...account.tools]) {
      const members = Object.keys((inputSchema as { properties: object }).properties);
      expect([name, title, description, ...members].filter((text) => nothingAbout.test(text))).toEqual([]);
    }
    for (const words of promised) expect(account.client.instructions).toContain(words);
  });

  test("uses every tool in at least one task", () => {
    const called = new Set([...READING, ...ACTING].flatMap(({ calls }) => calls.map(([tool]) => tool)));
    expect(account.tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
  });
});

// An action can run only once, so each client runs half of the actions. The reads come first.
describe.each(GENERATIONS.map((one, index) => ({ ...one, half: ACTING.filter((_, at) => at % 2 === index) })))(
  "$name, signed in",
  ({ official, language, half }) => {
    let account: Connected;
    beforeAll(async () => {
      account = await connected(official, ACCOUNT_MCP_PATH, await world.api.token());
    });
    afterAll(() => account.client.close());

    test.each(half)("does the task: $name", (task) => expectDone(task, account, language));
  },
);

async function expectDone(task: CustomerTask, { client, tools }: Connected, language: "en" | "fr"): Promise<void> {
  const answers: unknown[] = [];
  const key = crypto.randomUUID();
  const filled = (value: unknown): unknown => {
    if (value === "$lang") return language;
    if (value === "$key") return key;
    return typeof value === "string" && value.startsWith("$/") ? at(answers, value.slice(1)) : value;
  };
  for (const [tool, input = {}] of task.calls) {
    const entries = Object.entries(input).map(([name, value]) => [name, filled(value)]);
    const { isError, content, structuredContent } = await client.callTool(tool, Object.fromEntries(entries));
    expect(isError ?? false, `${tool}: ${JSON.stringify(content)}`).toBe(false);
    expect(() => closed(outputOf(tool)).parse(structuredContent), tool).not.toThrow();
    answers.push(structuredContent);
  }
  const expectFacts = (said: unknown, facts: object) => {
    for (const [pointer, expected] of Object.entries(facts)) {
      const value = at(said, pointer);
      if (!(expected instanceof RegExp)) expect(value, pointer).toEqual(filled(expected));
      else expect(typeof value === "string" ? value : JSON.stringify(value), pointer).toMatch(expected);
    }
  };
  expectFacts(answers, task.says);
  const descriptions = task.calls.map(([tool]) => tools.find(({ name }) => name === tool)?.description);
  for (const words of task.promised ?? []) expect(descriptions.join("\n")).toContain(words);
  if (task.absent) expect(JSON.stringify(answers)).not.toContain(`"${task.absent}":`);

  if (task.isPaid) await world.pay(String(at(answers.at(-1), "/action_required/url")));
  for (const [path, facts] of Object.entries(task.end ?? {})) expectFacts(await world.api.read(path), facts);

  const sizes = answers.map((answer) => Buffer.byteLength(JSON.stringify(answer)));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(sizes, "calls").toHaveLength(task.budget.calls);
  expect(bytes, `bytes of answers: ${sizes.join(" + ")}`).toBeLessThanOrEqual(task.budget.bytes);
  expect(bytes, "a budget that is too big must be lowered").toBeGreaterThan(task.budget.bytes * 0.8);
}

/** Returns the full output schema of a tool. The tool list contains only an outline. */
function outputOf(tool: string): z.ZodType {
  const operation = OPERATIONS.find((one) => one.tool === tool);
  if (!operation) throw new Error(`no operation behind ${tool}`);
  return operation.output;
}

/** Returns the value at a JSON pointer, in which `*` means every list item. Fails if there is no value. */
function at(value: unknown, pointer: string): unknown {
  const [, key, rest = ""] = /^\/([^/]+)(.*)$/.exec(pointer) ?? [];
  if (key === undefined) return value;
  if (key === "*" && Array.isArray(value)) return value.map((each) => at(each, rest));
  expect(value).toHaveProperty([key]);
  return at((value as Record<string, unknown>)[key], rest);
}
