/** A problem (RFC 9457): the provider's response body, or a problem that this assistant creates. */
export interface ProblemAnswer {
  title: string;
  status: number;
  detail: string;
  type?: string;
  /** Seconds to wait before a retry. */
  retry_after?: number;
  [member: string]: unknown;
}

/** An error that refuses a request. Its `problem` is the response body. */
export class AssistantRefusal extends Error {
  readonly problem: ProblemAnswer;

  constructor(problem: ProblemAnswer, options?: ErrorOptions) {
    super(`${problem.title}: ${problem.detail}`, options);
    this.name = "Refusal";
    this.problem = problem;
  }
}

/** Returns the HTTP response for an error. Details of unexpected errors are not exposed. */
export function problemResponse(error: unknown): Response {
  if (!(error instanceof AssistantRefusal)) console.error(error);
  const problem =
    error instanceof AssistantRefusal
      ? error.problem
      : { title: "Internal error", status: 500, detail: "The assistant failed; try again." };
  return Response.json(problem, {
    status: problem.status,
    headers: {
      "Content-Type": "application/problem+json",
      ...(problem.retry_after !== undefined && { "Retry-After": String(problem.retry_after) }),
    },
  });
}

/** Returns the problem in a JSON text, or `undefined` if the text is not a problem. */
export function parseProblem(text: string): ProblemAnswer | undefined {
  const value = parseObject(text);
  const isProblem =
    typeof value?.title === "string" && typeof value.status === "number" && typeof value.detail === "string";
  return isProblem ? (value as ProblemAnswer) : undefined;
}

/** Returns the JSON object in a text, or `undefined` for any other text. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
