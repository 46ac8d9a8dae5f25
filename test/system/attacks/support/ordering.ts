import { toolCall } from "../../../support/account-client.ts";
import type { SearchedWorld } from "./searched-world.ts";

/** Orders a domain and records the response. @returns the order, or the problem with its `code` */
type Order = (world: SearchedWorld, input: Record<string, unknown>, token: string) => Promise<Record<string, unknown>>;

/** Functions that order a domain, by transport. The input has the form of the tool input. */
export const ORDERING: Record<"HTTP" | "MCP", Order> = {
  async HTTP(world, input, token) {
    const response = await world.kept(await world.api.callTool("order_domain", input, token));
    return (await response.json()) as Record<string, unknown>;
  },

  async MCP(world, input, token) {
    const sent = await world.api.post(toolCall("order_domain", input), token);
    const response = await world.kept(sent);
    const { result, error, ...problem } = (await response.json()) as Record<string, Record<string, never>>;
    if (error) return { ...error, ...(error.data as object | undefined) };
    const [{ text }] = (result?.content ?? [{ text: JSON.stringify(problem) }]) as [{ text: string }];
    return JSON.parse(text);
  },
};
