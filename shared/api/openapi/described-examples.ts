import type { JsonSchema } from "../definition/json-schema.ts";
import type { ProblemCode } from "../definition/problems.ts";
import type { RecordedCall, RecordedCalls, RecordedProblem } from "./recorded-calls.ts";

/**
 * Returns an operation's recorded answer as an example under the name `recorded` (OpenAPI 3.1, Example Object).
 * Endpoints in the answer lose their parameters, because linters mistake an object with `type` and `default` for a
 * schema.
 */
export function answerExamples({ request, answer }: RecordedCall = {}): JsonSchema {
  if (!request || !answer) return {};
  const text = JSON.stringify(answer, (name, value) => (name === "parameters" ? [] : value));
  const isWhole = text === JSON.stringify(answer);
  const description = "The `parameters` of the endpoints are left out.";
  const summary = `${request.method} ${request.path}`;
  return { examples: { recorded: { summary, ...(!isWhole && { description }), value: JSON.parse(text) } } };
}

/**
 * The name of the example for a `not_allowed` problem that the customer can resolve. It equals the type of the
 * example's `action_required`.
 */
export const APPROVAL_EXAMPLE = "approve_action";

/**
 * Returns the examples of a problem response, by code. Each one is the operation's own example or a reference to a
 * shared one.
 */
export function problemExamples(operationId: string, codes: ProblemCode[], recorded: RecordedCalls): JsonSchema {
  const { problems: own = {}, approval } = recorded.calls[operationId] ?? {};
  const examples = codes.flatMap((code): [string, JsonSchema][] => {
    const problem = own[code];
    if (problem) return [[code, exampleOf(problem)]];
    return recorded.problems[code] ? [[code, { $ref: `#/components/examples/${code}` }]] : [];
  });
  if (approval && codes.includes("not_allowed")) examples.push([APPROVAL_EXAMPLE, exampleOf(approval)]);
  return examples.length > 0 ? { examples: Object.fromEntries(examples) } : {};
}

/** Returns the problems that several operations share, as reusable examples. */
export function sharedExamples({ problems }: RecordedCalls): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(problems).map(([code, problem]) => [code, exampleOf(problem)]));
}

function exampleOf({ sent, body }: RecordedProblem): JsonSchema {
  return { ...(sent && { summary: `Sent with ${JSON.stringify(sent)}` }), value: body };
}
