import type { JsonSchema } from "../definition/json-schema.ts";
import type { ProblemCode } from "../definition/problems.ts";
import type { RecordedCall, RecordedCalls, RecordedProblem } from "./recorded-calls.ts";

/**
 * The examples of an answer (OpenAPI 3.1, Example Object): the one that was recorded, under `recorded`. An answer that lists endpoints
 * is shown without their parameters: linters take an object with `type` and `default` for a schema.
 */
export function answerExamples({ request, answer }: RecordedCall = {}): JsonSchema {
  if (!request || !answer) return {};
  const text = JSON.stringify(answer, (name, value) => (name === "parameters" ? [] : value));
  const isWhole = text === JSON.stringify(answer);
  const description = "The `parameters` of the endpoints are left out.";
  const summary = `${request.method} ${request.path}`;
  return { examples: { recorded: { summary, ...(!isWhole && { description }), value: JSON.parse(text) } } };
}

/** The name of the example of a `not_allowed` that the customer can lift: the type of its `action_required`. */
export const APPROVAL_EXAMPLE = "approve_action";

/** The examples of a response with problems, by code: the operation's own, or else a reference to the one of all operations. */
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

/** The problems that all operations give alike, as reusable examples. */
export function sharedExamples({ problems }: RecordedCalls): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(problems).map(([code, problem]) => [code, exampleOf(problem)]));
}

function exampleOf({ sent, body }: RecordedProblem): JsonSchema {
  return { ...(sent && { summary: `Sent with ${JSON.stringify(sent)}` }), value: body };
}
