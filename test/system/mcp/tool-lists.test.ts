import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, test } from "vitest";
import { accountOperations } from "../../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../../workers/catalogue/operations/index.ts";
import { AccountClient, type McpAnswer } from "../../support/account-client.ts";
import type { ListedTool } from "../../support/mcp-clients.ts";
import { ERAS, type Message, result } from "./exchange.ts";

const api = new AccountClient();
const [ofCatalogue, ofBoth] = [catalogueOperations, [...catalogueOperations, ...accountOperations]].map((operations) =>
  operations.flatMap(({ tool }) => tool ?? []),
);

/** What a server's list may cost a model, in tokens of o200k_base. */
const SERVERS = [
  { server: "catalogue", read: catalogueList, published: ofCatalogue, whole: 2_500, withoutOutputs: 1_300 },
  { server: "account", read: accountList, published: ofBoth, whole: 10_000, withoutOutputs: 6_000 },
];

async function catalogueList(message: Message): Promise<Record<string, unknown>> {
  return result(message);
}

async function accountList({ headers, body }: Message): Promise<Record<string, unknown>> {
  const response = await api.post(body, {}, headers);
  const { result: listed } = (await response.json()) as McpAnswer;
  if (!listed) throw new Error(`no list: ${response.status}`);
  return listed;
}

describe.each(SERVERS)("the list of the $server's server", ({ read, published, whole, withoutOutputs }) => {
  let tools: ListedTool[];
  beforeAll(async () => {
    tools = (await read((ERAS[0] as (typeof ERAS)[0]).ask("tools/list"))).tools as ListedTool[];
  });

  test.each(ERAS)("is the same in $era", async ({ ask }) => {
    expect((await read(ask("tools/list"))).tools).toEqual(tools);
  });

  test("has the tool of each operation", () => {
    expect(tools.map(({ name }) => name).toSorted()).toEqual(published?.toSorted());
  });

  test("costs a model no more than it may", () => {
    expect(tokens(tools), `the whole list. ${largestOf(tools)}`).toBeLessThanOrEqual(whole);
    const inputs = tools.map(({ outputSchema: _, ...tool }) => tool);
    expect(tokens(inputs), `without output schemas. ${largestOf(inputs)}`).toBeLessThanOrEqual(withoutOutputs);
  });
});

function tokens(value: unknown): number {
  return countTokens(JSON.stringify(value));
}

function largestOf(tools: Pick<ListedTool, "name">[]): string {
  const sized = tools.map((tool) => ({ name: tool.name, size: tokens(tool) })).sort((a, b) => b.size - a.size);
  const largest = sized.slice(0, 5).map(({ name, size }) => `${name} ${size}`);
  return `The largest: ${largest.join(", ")}`;
}
