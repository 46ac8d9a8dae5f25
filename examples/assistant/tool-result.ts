import { SdkHttpError, UnauthorizedError } from "@modelcontextprotocol/client";
import { AssistantRefusal, type ProblemAnswer, parseObject, parseProblem } from "./problem.ts";

/** The result of a tool call, as the MCP client returns it. */
export interface ToolResult {
  structuredContent?: unknown;
  content?: unknown;
  isError?: unknown;
}

/**
 * Returns the answer in a tool's result.
 * @throws {AssistantRefusal} the tool's problem
 */
export function answerOf(result: ToolResult): unknown {
  if (!result.isError) return result.structuredContent;
  throw new AssistantRefusal(parseProblem(textOf(result)) ?? unreadable(textOf(result)));
}

/**
 * Returns the refusal for a call that threw an error. If a rate limit is exceeded, the server responds with status 429,
 * and the body is still the JSON-RPC response with the problem as its result.
 */
export function refusalOfCall(error: unknown): AssistantRefusal {
  if (error instanceof SdkHttpError && typeof error.data.text === "string") {
    const result = parseObject(error.data.text)?.result as ToolResult | undefined;
    const problem = result && parseProblem(textOf(result));
    if (problem) return new AssistantRefusal(problem, { cause: error });
  }
  return unreachable(error);
}

/** Returns whether the server rejected the token and a refresh of the token failed. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401);
}

/** Returns the refusal for a server that could not be reached or did not return a valid MCP response. */
export function unreachable(error: unknown): AssistantRefusal {
  const detail = "The provider's MCP server did not answer as expected. Try again in a moment.";
  return new AssistantRefusal({ title: "Provider unreachable", status: 502, detail, retry_after: 5 }, { cause: error });
}

function unreadable(text: string): ProblemAnswer {
  return { title: "Tool failed", status: 502, detail: text.slice(0, 500) || "The tool failed without a reason." };
}

function textOf({ content }: ToolResult): string {
  if (!Array.isArray(content)) return "";
  return content.flatMap((block) => (block?.type === "text" ? [String(block.text)] : [])).join("\n");
}
