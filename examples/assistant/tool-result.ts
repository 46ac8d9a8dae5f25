import { SdkHttpError, UnauthorizedError } from "@modelcontextprotocol/client";
import { AssistantRefusal, type ProblemAnswer, parseObject, parseProblem } from "./problem.ts";

/** A tool's result as MCP gives it. */
export interface ToolResult {
  structuredContent?: unknown;
  content?: unknown;
  isError?: unknown;
}

/** The answer in a tool's result. @throws {AssistantRefusal} the tool's problem */
export function answerOf(result: ToolResult): unknown {
  if (!result.isError) return result.structuredContent;
  throw new AssistantRefusal(parseProblem(textOf(result)) ?? unreadable(textOf(result)));
}

/**
 * The error of a call without a result. Over a limit, the server answers 429 and the body is still the
 * JSON-RPC response whose result is the problem.
 */
export function refusalOfCall(error: unknown): AssistantRefusal {
  if (error instanceof SdkHttpError && typeof error.data.text === "string") {
    const result = parseObject(error.data.text)?.result as ToolResult | undefined;
    const problem = result && parseProblem(textOf(result));
    if (problem) return new AssistantRefusal(problem, { cause: error });
  }
  return unreachable(error);
}

/** Whether the server rejects the token, and refreshing it failed. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401);
}

/** The server could not be reached, or did not speak MCP. */
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
