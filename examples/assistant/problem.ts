/** A problem (RFC 9457): the provider's own body if it refused, or else one of ours. */
export interface ProblemAnswer {
  title: string;
  status: number;
  detail: string;
  type?: string;
  /** Seconds until a retry is worthwhile. */
  retry_after?: number;
  [member: string]: unknown;
}

/** Thrown when a request cannot be answered; carries the response body. */
export class AssistantRefusal extends Error {
  readonly problem: ProblemAnswer;

  constructor(problem: ProblemAnswer, options?: ErrorOptions) {
    super(`${problem.title}: ${problem.detail}`, options);
    this.name = "Refusal";
    this.problem = problem;
  }
}

/** The HTTP response for an error; details of unexpected errors are not exposed. */
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

/** The problem in a text, or undefined if it contains none. */
export function parseProblem(text: string): ProblemAnswer | undefined {
  const value = parseObject(text);
  const isProblem =
    typeof value?.title === "string" && typeof value.status === "number" && typeof value.detail === "string";
  return isProblem ? (value as ProblemAnswer) : undefined;
}

/** The JSON object in a text, or undefined for any other text. */
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
