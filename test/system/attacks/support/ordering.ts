import { postMcp, toolCall } from "../../../support/account-mcp.ts";
import { actOverHttp } from "../../../support/acting-desk.ts";
import type { SearchedDesk } from "./searched-desk.ts";

/** Orders a domain name, keeps the answer, and gives what it says: the order, or the problem with its `code`. */
type Order = (desk: SearchedDesk, input: Record<string, unknown>, token: string) => Promise<Record<string, unknown>>;

/** An order over each transport; the input is that of the tool. */
export const ORDERING: Record<"HTTP" | "MCP", Order> = {
  async HTTP(desk, input, token) {
    const response = await desk.kept(await actOverHttp(desk, token)("order_domain", input));
    return (await response.json()) as Record<string, unknown>;
  },

  async MCP(desk, input, token) {
    const sent = await postMcp(token, toolCall("order_domain", input), { origin: desk.origin });
    const response = await desk.kept(sent);
    const { result, error, ...problem } = (await response.json()) as Record<string, Record<string, never>>;
    if (error) return { ...error, ...(error.data as object | undefined) };
    const [{ text }] = (result?.content ?? [{ text: JSON.stringify(problem) }]) as [{ text: string }];
    return JSON.parse(text);
  },
};
