import type { JsonSchema } from "../definition/json-schema.ts";

export const LIMIT_HEADERS = ["RateLimit", "RateLimit-Policy"];

export const HEADERS: Record<string, JsonSchema> = {
  "X-Request-Id": header("Identifies the answer; give it to support.", { type: "string", format: "uuid" }),
  "Cache-Control": header("How long the answer may be used: what is left of its age."),
  ETag: header("Send it as `If-None-Match` to be told whether the answer changed."),
  RateLimit: header('What is left of the limit, and the seconds until there is more: `"checks";r=29;t=600`.'),
  "RateLimit-Policy": header('The limit: `"checks";q=30;w=600` is 30 in any 600 seconds.'),
  "Retry-After": header("Seconds until it is worth asking again.", { type: "integer" }),
};

/** Of an API whose operations need a credential. */
export const ACCESS_HEADERS: Record<string, JsonSchema> = {
  "Idempotent-Replayed": header("`true`: this was answered before under the same key, and nothing was done now."),
  "WWW-Authenticate": header("Where to sign in and which scopes to ask for (RFC 6750, RFC 9728)."),
};

/** Of every answer of a deprecated version. */
export const VERSION_HEADERS: Record<string, JsonSchema> = {
  Deprecation: header("Since when this version is deprecated: `@` and seconds since 1970 (RFC 9745)."),
  Sunset: header("From when it is no longer answered, as an HTTP date (RFC 8594)."),
  Link: header("The notice (`deprecation`, `sunset`) and the document of the version after it (`successor-version`)."),
};

function header(description: string, schema: JsonSchema = { type: "string" }): JsonSchema {
  return { description, schema };
}

/** The headers of an answer, each by its reference. */
export function headers(names: string[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
