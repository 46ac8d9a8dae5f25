import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect } from "vitest";
import { READ_ONLY_SUFFIX } from "../../../shared/platform/addresses.ts";
import { AccountClient, type McpAnswer } from "../../support/account-client.ts";
import type { ListedTool } from "../../support/mcp-clients.ts";
import { ERAS, result } from "../mcp/exchange.ts";
import type { Counted } from "./counted.ts";

const [{ ask }] = ERAS as [(typeof ERAS)[0]];
const api = new AccountClient();

/** The servers, each with the maximum number of tokens (o200k_base) in its tool list. */
const SERVERS = {
  catalogue: { most: { whole: 2_700, "without output schemas": 1_500 }, list: () => result(ask("tools/list")) },
  account: { most: { whole: 10_500, "without output schemas": 6_500 }, list: () => accountList("") },
  "account, reading only": {
    most: { whole: 6_500, "without output schemas": 4_000 },
    list: () => accountList(READ_ONLY_SUFFIX),
  },
};

async function accountList(suffix: string): Promise<Record<string, unknown>> {
  const { headers, body } = ask("tools/list");
  const init = { method: "POST", headers: { ...headers, "Content-Type": "application/json" } };
  const response = await api.request(`/account/mcp${suffix}`, {}, { ...init, body: JSON.stringify(body) });
  return ((await response.json()) as McpAnswer).result ?? {};
}

/** Counts the tokens that the tool list of each server costs a model. */
export function toolLists(): Counted {
  return Object.entries(SERVERS).map(([server, { most, list }]) => [
    server,
    async () => {
      const listed = (await list()).tools as ListedTool[];
      const tools = listed.map(({ securitySchemes: _, _meta, ...shown }) => shown);
      const inputs = tools.map(({ outputSchema: _, ...tool }) => tool);
      const tokens = { whole: tokensOf(tools), "without output schemas": tokensOf(inputs) };
      expect(tokens.whole).toBeLessThanOrEqual(most.whole);
      expect(tokens["without output schemas"]).toBeLessThanOrEqual(most["without output schemas"]);
      return tokens;
    },
  ]);
}

function tokensOf(value: unknown): number {
  return countTokens(JSON.stringify(value));
}
