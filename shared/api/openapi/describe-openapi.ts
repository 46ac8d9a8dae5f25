import type * as z from "zod";
import { type JsonSchema, publishedSchema } from "../definition/json-schema.ts";
import {
  type Access,
  type AnyOperation,
  actionName,
  declaredProblems,
  hourlyLimitOf,
  isKeyed,
  isTagged,
  pathParameters,
  successStatus,
  takesBody,
} from "../definition/operation.ts";
import { PROBLEMS, type ProblemCode } from "../definition/problems.ts";
import { KEY_HEADER } from "../pipeline/read-input.ts";
import type { ApiVersion } from "../versions/api-versions.ts";
import { answerExamples, problemExamples, sharedExamples } from "./described-examples.ts";
import { problemSchema } from "./problem-schema.ts";
import type { RecordedCalls } from "./recorded-calls.ts";

/** The parts of an OpenAPI document that describe an API as a whole. */
export interface ApiDescription {
  title: string;
  description: string;
  /** The provider's name, which the document's contact shows. */
  provider: string;
  /**
   * The tags with their descriptions. An operation's tag is the last segment of its path that is a tag, or else the
   * first tag.
   */
  tags: Record<string, string>;
  version: ApiVersion;
  /** The sentence that follows the description if the version is deprecated. */
  deprecation?: string | undefined;
  server: string;
  /** The URL of a documentation page for people. */
  documentation: string;
  /** The API's authorization. Absent if no operation needs a credential. */
  security?: SecurityDescription;
  /** The recorded calls, which become examples. */
  recorded: RecordedCalls;
}

/** The authorization of an API (OpenAPI 3.1, Security Scheme Object and Security Requirement Object). */
export interface SecurityDescription {
  schemes: JsonSchema;
  requirementsOf(access: Access): JsonSchema[];
}

export interface OpenApiDocument extends JsonSchema {
  openapi: string;
  info: JsonSchema;
  paths: Record<string, JsonSchema>;
}

/** Builds the OpenAPI 3.1 document for a list of operations, in their order. */
export function describeOpenApi<Context>(
  operations: readonly AnyOperation<Context>[],
  api: ApiDescription,
): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = { Problem: problemSchema(api.security !== undefined) };
  const paths: Record<string, JsonSchema> = {};
  for (const operation of operations) {
    const described = describe(operation, schemas, api);
    paths[operation.http.path] = { ...paths[operation.http.path], [operation.http.method.toLowerCase()]: described };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: api.title,
      version: api.version.release,
      description: [api.description, api.deprecation].filter((text) => text !== undefined).join("\n"),
      contact: { name: api.provider, url: api.documentation },
      license: { name: "MIT", identifier: "MIT" },
    },
    externalDocs: { url: api.documentation },
    servers: [{ url: api.server }],
    security: [],
    tags: Object.entries(api.tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      examples: sharedExamples(api.recorded),
      headers: {
        ...HEADERS,
        ...(api.security && ACCESS_HEADERS),
        ...(api.version.deprecated !== undefined && VERSION_HEADERS),
      },
      ...(api.security && { securitySchemes: api.security.schemes }),
    },
  };
}

function describe<Context>(
  operation: AnyOperation<Context>,
  schemas: Record<string, JsonSchema>,
  { security, recorded, version, tags }: ApiDescription,
): JsonSchema {
  const input = publishedSchema(operation.input).schema;
  const output = publishedSchema(operation.output);
  const limits = operation.counted || operation.access ? LIMIT_HEADERS : [];
  const validators = isTagged(operation) ? ["ETag"] : [];
  const hourlyLimit = operation.access ? hourlyLimitOf(operation) : null;
  const replayed = isKeyed(operation) ? ["Idempotent-Replayed"] : [];
  const ofVersion = version.deprecated === undefined ? [] : Object.keys(VERSION_HEADERS);
  Object.assign(schemas, output.named);
  return {
    operationId: operation.id,
    tags: [tagOf(operation.http.path, Object.keys(tags))],
    ...(version.deprecated !== undefined && { deprecated: true, "x-sunset": version.sunset }),
    summary: operation.title,
    description: operation.description,
    "x-service-action": actionName(operation),
    ...(operation.tool && { "x-mcp-tool": operation.tool }),
    "x-title-fr": operation.label.fr,
    "x-summary-fr": operation.summary.fr,
    ...(operation.access && {
      security: security?.requirementsOf(operation.access) ?? [],
      "x-permissions": operation.access.permissions,
      "x-limited-connection": operation.access.limit,
    }),
    ...(hourlyLimit && { "x-hourly-limit": hourlyLimit }),
    parameters: parameters(operation, input),
    ...(takesBody(operation) && { requestBody: requestBody(operation, input) }),
    responses: {
      [successStatus(operation)]: {
        description: operation.summary.en,
        headers: headers(["X-Request-Id", "Cache-Control", ...validators, ...limits, ...replayed, ...ofVersion]),
        content: { "application/json": { schema: output.schema, ...answerExamples(recorded.calls[operation.id]) } },
      },
      ...(isTagged(operation) && {
        "304": {
          description: "The response with the tag in `If-None-Match` is still current.",
          headers: headers(["X-Request-Id", "ETag", ...limits, ...ofVersion]),
        },
      }),
      ...problemResponses(operation, recorded, ofVersion),
    },
  };
}

function tagOf(path: string, tags: string[]): string | undefined {
  return path.split("/").findLast((segment) => tags.includes(segment)) ?? tags[0];
}

function parameters<Context>(operation: AnyOperation<Context>, schema: JsonSchema): JsonSchema[] {
  const inPath = pathParameters(operation.http.path);
  const required = (schema.required ?? []) as string[];
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const described = members
    .filter(([name]) => inPath.includes(name) || !takesBody(operation))
    .map(([name, member]) => {
      const { description, ...memberSchema } = member;
      const example = (operation.example as z.input<z.ZodObject>)[name];
      return {
        name,
        in: inPath.includes(name) ? "path" : "query",
        required: required.includes(name),
        description,
        ...(member.type === "array" && { style: "form", explode: false }),
        schema: memberSchema,
        ...(example !== undefined && { example }),
      };
    });
  return isKeyed(operation) ? [...described, KEY_PARAMETER] : described;
}

const KEY_PARAMETER: JsonSchema = {
  name: KEY_HEADER,
  in: "header",
  required: true,
  description:
    "A new value, such as a UUID, for each action. For 24 hours, the same key with the same request returns the first response again, with `Idempotent-Replayed: true`. The same key with another request is refused. Visible ASCII without commas; one pair of quotes around it is ignored.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "6f1c9b1e-0d2a-4c55-9c07-1f6d7a3b2e10",
};

/** Returns the request body, which has every input field that is not in the path. */
function requestBody<Context>(operation: AnyOperation<Context>, schema: JsonSchema): JsonSchema {
  const inPath = pathParameters(operation.http.path);
  const isInBody = (name: string) => !inPath.includes(name);
  const pick = (members: object) => Object.fromEntries(Object.entries(members).filter(([name]) => isInBody(name)));
  const required = ((schema.required ?? []) as string[]).filter(isInBody);
  return {
    required: required.length > 0,
    content: {
      "application/json": {
        schema: {
          ...schema,
          properties: pick((schema.properties ?? {}) as object),
          required: required.length > 0 ? required : undefined,
        },
        example: pick(operation.example),
      },
    },
  };
}

/** Returns the problem responses, by HTTP status. Each one lists its declared codes. */
function problemResponses<Context>(
  operation: AnyOperation<Context>,
  recorded: RecordedCalls,
  ofVersion: string[],
): Record<string, JsonSchema> {
  const codes = new Set<ProblemCode>(declaredProblems(operation));
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title.en}.`).join(" "),
        headers: headers([
          "X-Request-Id",
          ...(status === 429 ? LIMIT_HEADERS : []),
          ...(status === 409 && isKeyed(operation) ? ["Idempotent-Replayed"] : []),
          ...((status >= 429 && status !== 500) || codes.includes("idempotency_in_progress") ? ["Retry-After"] : []),
          ...(status === 401 || codes.includes("insufficient_scope") ? ["WWW-Authenticate"] : []),
          ...ofVersion,
        ]),
        content: {
          "application/problem+json": {
            schema: {
              allOf: [
                { $ref: "#/components/schemas/Problem" },
                { type: "object", properties: { code: { enum: codes } } },
              ],
            },
            ...problemExamples(operation.id, codes, recorded),
          },
        },
      },
    ]),
  );
}

const LIMIT_HEADERS = ["RateLimit", "RateLimit-Policy"];

const HEADERS: Record<string, JsonSchema> = {
  "X-Request-Id": header("Identifies the answer; give it to support.", { type: "string", format: "uuid" }),
  "Cache-Control": header("The time for which you may still reuse the response."),
  ETag: header("Send it as `If-None-Match` to learn whether the answer changed."),
  RateLimit: header('The remaining quota, and the seconds until it grows: `"checks";r=29;t=600`.'),
  "RateLimit-Policy": header('The limit: `"checks";q=30;w=600` is 30 in any 600 seconds.'),
  "Retry-After": header("Seconds until a retry is worthwhile.", { type: "integer" }),
};

/** The headers of an API whose operations need a credential. */
const ACCESS_HEADERS: Record<string, JsonSchema> = {
  "Idempotent-Replayed": header(
    "`true` if this is the stored response to an earlier request with the same key. Nothing was done again.",
  ),
  "WWW-Authenticate": header("Where to sign in and which scopes to request (RFC 6750, RFC 9728)."),
};

/** The headers of every response of a deprecated version. */
const VERSION_HEADERS: Record<string, JsonSchema> = {
  Deprecation: header("The time at which this version was deprecated: `@` and seconds since 1970 (RFC 9745)."),
  Sunset: header("The time at which this version ends, as an HTTP date (RFC 8594)."),
  Link: header(
    "Links to the notice (`deprecation`, `sunset`) and to the OpenAPI document of the next version (`successor-version`).",
  ),
};

function header(description: string, schema: JsonSchema = { type: "string" }): JsonSchema {
  return { description, schema };
}

/** Returns references to the headers of a response. */
function headers(names: string[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
