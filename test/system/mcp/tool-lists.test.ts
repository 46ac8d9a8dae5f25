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

const SERVERS = [
  { server: "catalogue", read: catalogueList, published: ofCatalogue },
  { server: "account", read: accountList, published: ofBoth },
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

describe.each(SERVERS)("the list of the $server's server", ({ read, published }) => {
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
});
