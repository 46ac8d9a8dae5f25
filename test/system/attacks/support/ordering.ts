import { postMcp, toolCall } from "../../../support/account-mcp.ts";
import { actOverHttp } from "../../../support/acting-api.ts";
import type { SearchedApi } from "./searched-api.ts";

/** Orders a domain name, keeps the answer, and gives what it says: the order, or the problem with its `code`. */
type Order = (api: SearchedApi, input: Record<string, unknown>, token: string) => Promise<Record<string, unknown>>;

/** An order over each transport; the input is that of the tool. */
export const ORDERING: Record<"HTTP" | "MCP", Order> = {
  async HTTP(api, input, token) {
    const response = await api.kept(await actOverHttp(api, token)("order_domain", input));
    return (await response.json()) as Record<string, unknown>;
  },

  async MCP(api, input, token) {
    const sent = await postMcp(token, toolCall("order_domain", input), { origin: api.origin });
    const response = await api.kept(sent);
    const { result, error, ...problem } = (await response.json()) as Record<string, Record<string, never>>;
    if (error) return { ...error, ...(error.data as object | undefined) };
    const [{ text }] = (result?.content ?? [{ text: JSON.stringify(problem) }]) as [{ text: string }];
    return JSON.parse(text);
  },
};
