import type { JsonSchema } from "../definition/json-schema.ts";

/**
 * Returns the schema of all problems.
 * @param hasAccounts whether the API has accounts, which adds fields to its problems
 */
export function problemSchema(hasAccounts: boolean): JsonSchema {
  if (!hasAccounts) return PROBLEM_SCHEMA;
  return { ...PROBLEM_SCHEMA, properties: { ...(PROBLEM_SCHEMA.properties as JsonSchema), ...ACTION_MEMBERS } };
}

const text = (description: string): JsonSchema => ({ type: "string", description });
const ADDRESS: JsonSchema = { type: "string", format: "uri" };

function object(description: string, properties: JsonSchema): JsonSchema {
  return { type: "object", description, properties };
}

const PROBLEM_SCHEMA: JsonSchema = {
  description: "What went wrong (RFC 9457).",
  type: "object",
  required: ["type", "title", "status", "detail", "instance", "code", "request_id", "retryable"],
  properties: {
    type: { type: "string", format: "uri", description: "Address of the page that explains the code." },
    title: text("The same for every problem of the code."),
    status: { type: "integer", description: "The HTTP status of the answer." },
    detail: text("For a person; do not parse it."),
    instance: { ...ADDRESS, description: "Identifies this response: the request id as a URN." },
    code: text("Branch on it; each code has a page."),
    request_id: { type: "string", format: "uuid", description: "For support; equal to the X-Request-Id header." },
    retryable: { type: "boolean", description: "Whether the same request can succeed later." },
    retry_after: { type: "integer", description: "Seconds, equal to the Retry-After header." },
    errors: {
      type: "array",
      description: "The errors in the request.",
      items: {
        type: "object",
        required: ["message"],
        properties: {
          parameter: text("The parameter's name."),
          pointer: { type: "string", format: "json-pointer", description: "The location of the field in the body." },
          message: text("For a person; do not parse it."),
        },
      },
    },
  },
};

/** The additional fields of problems in an API with accounts. */
const ACTION_MEMBERS: Record<string, JsonSchema> = {
  action_required: object(
    "What the customer must do first. For the type `approve_action`: approve exactly this request at `url`. Then send it again.",
    {
      type: text("What to do."),
      message: text("For the customer to read."),
      url: { ...ADDRESS, description: "Where the customer does it." },
    },
  ),
  terms: object("The terms to accept, with their version.", {
    version: text("Sent as `accept_terms`."),
    title: text("For the customer to read."),
    url: { ...ADDRESS, description: "Where they are." },
    items: { type: "array", items: { type: "object" }, description: "Each part to show the customer." },
  }),
  price: object("The current price.", {
    amount: { type: "number", description: "Without taxes." },
    currency: { type: ["string", "null"], description: "The account's currency (ISO 4217)." },
  }),
  statement: { type: "object", description: "What a cancellation would do now, as in quoteCancellation." },
};
