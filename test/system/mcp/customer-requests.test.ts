import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { PROJECT } from "../../../scripts/workers.ts";
import type { AnyOperation } from "../../../shared/api/definition/operation.ts";
import { ACCOUNT_MCP_PATH, API_PATH } from "../../../shared/platform/addresses.ts";
import { accountOperations } from "../../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../../workers/catalogue/operations/index.ts";
import { closed } from "../../support/closed-schema.ts";
import {
  type ConnectedClient,
  type ListedTool,
  OFFICIAL_CLIENTS,
  type OfficialClient,
} from "../../support/mcp-clients.ts";
import { useWorld } from "../../support/world.ts";

/** What a customer asks an assistant, and how the tools answer it: the files of `requests`. */
interface CustomerRequest {
  id: string;
  /** It names what it wants, or only a wish; or no tool is for it, and none is called. */
  kind: "direct" | "indirect" | "negative";
  en: string;
  fr: string;
  /** In this order. `$/0/price` in an argument is that of the first answer, `$lang` the language, `$key` a new key. */
  calls: { tool: string; arguments: Record<string, unknown> }[];
  /** What the assistant can say from it. */
  answer: Fact[];
  /** Words that no tool's name, texts or arguments may have: it would seem to be for this. */
  nothing_about?: string;
}

/** One thing that an answer has to hold. */
interface Fact {
  says: string;
  /** JSON pointer into the list of answers; with `sum`, so many times each of them. */
  at?: string;
  sum?: Record<string, number>;
  /** A value, or `$` and the pointer of one. */
  is?: unknown;
  /** The value as JSON, without quotes around a text. */
  matches?: string;
  /** A key that no answer has, at any depth. */
  absent?: string;
  /** Where a tool that is called promises it, or the server's instructions. */
  promised?: string;
}

const FOLDER = join(PROJECT, "test/system/mcp/requests");
const readRequests = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as CustomerRequest[];
const PUBLIC = readRequests("catalogue.json");
const READING = readRequests("reading.json");
const ACTING = readRequests("acting.json");
const WITHOUT_TOOL = readRequests("no-tool.json");
const ALL = [...PUBLIC, ...READING, ...ACTING, ...WITHOUT_TOOL];

const world = useWorld();

/** Both generations of the official client check each answer by the schema of the list. */
const [CURRENT, EARLIER] = ["client 2.4, negotiating", "sdk 1.32"].map((name) => {
  const client = OFFICIAL_CLIENTS.find((one) => one.name === name);
  if (!client) throw new Error(`no client ${name}`);
  return client;
}) as [OfficialClient, OfficialClient];
const GENERATIONS = [
  { name: `${CURRENT.name}, in English`, language: "en", official: CURRENT },
  { name: `${EARLIER.name}, in French`, language: "fr", official: EARLIER },
] as const;

test("each has an id of its own and both languages, and four are for no tool", () => {
  expect(readdirSync(FOLDER)).toHaveLength(4);
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  const of = (kind: CustomerRequest["kind"]) => ALL.filter((request) => request.kind === kind).length;
  expect([of("negative"), of("direct") > 5, of("indirect") > 4]).toEqual([4, true, true]);
  for (const { en, fr } of ALL) expect(en).not.toBe(fr);
});

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

  test.each(PUBLIC)("$id", (request) => expectAnswered(request, catalogue, language));
  test.each([...PUBLIC, ...READING])("$id, signed in", (request) => expectAnswered(request, account, language));

  test.each(WITHOUT_TOOL)("$id: no tool is for it", ({ nothing_about = "(?!)", answer }) => {
    const words = new RegExp(nothing_about, "i");
    for (const { name, title = "", description = "", inputSchema } of [...catalogue.tools, ...account.tools]) {
      const members = Object.keys((inputSchema as { properties: object }).properties);
      expect([name, title, description, ...members].filter((text) => words.test(text))).toEqual([]);
    }
    expect(answer.length, "it says what the customer does instead").toBeGreaterThan(0);
    for (const { promised } of answer) expect(account.client.instructions).toContain(promised);
  });

  test("every tool answers some request", () => {
    const called = new Set(ALL.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
    expect(account.tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
  });
});

// What acts can be done once: after what is read, half of it by each client.
describe.each(GENERATIONS.map((one, index) => ({ ...one, half: ACTING.filter((_, at) => at % 2 === index) })))(
  "$name, signed in",
  ({ official, language, half }) => {
    let account: Connected;
    beforeAll(async () => {
      account = await connected(official, ACCOUNT_MCP_PATH, await world.api.token());
    });
    afterAll(() => account.client.close());

    test.each(half)("$id", (request) => expectAnswered(request, account, language));
  },
);

test("what acts is among the requests that are done once, and nothing else is", () => {
  const acting = new Set<string>(
    accountOperations.flatMap(({ tool, effect }) => (tool && effect !== "read" ? [tool] : [])),
  );
  const acts = ({ calls }: CustomerRequest) => calls.some(({ tool }) => acting.has(tool));
  expect(ALL.filter(acts)).toEqual(ACTING);
});

async function expectAnswered(request: CustomerRequest, { client, tools }: Connected, language: "en" | "fr") {
  const answers: unknown[] = [];
  const key = crypto.randomUUID();
  const filled = (value: unknown): unknown => {
    if (value === "$lang") return language;
    if (value === "$key") return key;
    return typeof value === "string" && value.startsWith("$/") ? at(answers, value.slice(1)) : value;
  };
  for (const { tool, arguments: input } of request.calls) {
    const entries = Object.entries(input).map(([name, value]) => [name, filled(value)]);
    const { isError, content, structuredContent } = await client.callTool(tool, Object.fromEntries(entries));
    expect(isError ?? false, `${tool}: ${JSON.stringify(content)}`).toBe(false);
    expect(() => closed(outputOf(tool)).parse(structuredContent), tool).not.toThrow();
    answers.push(structuredContent);
  }
  const promises = request.calls.map(({ tool }) => tools.find(({ name }) => name === tool)?.description ?? "");
  for (const { says, at: pointer, sum, is, matches, absent, promised } of request.answer) {
    if (promised) expect(promises.join("\n"), says).toContain(promised);
    if (sum) {
      const total = Object.entries(sum).reduce((so, [each, times]) => so + Number(at(answers, each)) * times, 0);
      expect(total, says).toBeCloseTo(Number(filled(is)), 2);
      continue;
    }
    if (absent) expect(JSON.stringify(answers), says).not.toContain(`"${absent}":`);
    if (pointer === undefined) continue;
    const value = at(answers, pointer);
    if (matches === undefined) expect(value, says).toEqual(filled(is));
    else expect(typeof value === "string" ? value : JSON.stringify(value), says).toMatch(new RegExp(matches));
  }
}

/** The whole schema of a tool's answers: the list has an outline of it. */
function outputOf(tool: string): z.ZodType {
  const operations: AnyOperation<never>[] = [...catalogueOperations, ...accountOperations];
  const operation = operations.find((one) => one.tool === tool);
  if (!operation) throw new Error(`no operation behind ${tool}`);
  return operation.output;
}

/** The value at a JSON pointer; fails where there is none. */
function at(answers: unknown[], pointer: string): unknown {
  return pointer
    .slice(1)
    .split("/")
    .reduce<unknown>((value, key) => {
      expect(value, pointer).toHaveProperty([key]);
      return (value as Record<string, unknown>)[key];
    }, answers);
}
