import type { HourlyLimit, LimitEffect } from "../../../../shared/api/definition/operation.ts";

/** The parts of an OpenAPI 3.1 document that the pages show. */
export interface PublishedOpenApi {
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, OpenApiSchema>; examples?: Record<string, OpenApiExample> };
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  /** Of a deprecated version: the day that it ends on, YYYY-MM-DD. */
  "x-sunset"?: string;
  "x-mcp-tool"?: string;
  /** Alternative credentials, each with its scopes; absent: none is needed. */
  security?: { oauth2?: string[] }[];
  "x-title-fr": string;
  "x-summary-fr": string;
  /** In the client area, for the signed-in person. */
  "x-permissions"?: string[];
  /** What a connection that is limited to one item may do with it. */
  "x-limited-connection"?: LimitEffect;
  "x-hourly-limit"?: HourlyLimit;
  parameters: OpenApiParameter[];
  /** Of operations that change something: one JSON object. */
  requestBody?: {
    required: boolean;
    content: { "application/json": { schema: OpenApiSchema; example?: Record<string, unknown> } };
  };
  responses: Record<string, OpenApiResponse>;
}

export interface OpenApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: OpenApiSchema;
  example?: unknown;
}

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: {
    "application/json"?: { schema: OpenApiSchema; examples?: Record<string, OpenApiExample> };
    "application/problem+json"?: { schema: { allOf: ProblemPart[] }; examples?: Record<string, OpenApiExample> };
  };
}

/** An example, or a reference to one of the document's components. */
export interface OpenApiExample {
  $ref?: string;
  summary?: string;
  value?: unknown;
}

/** A problem's own schema, or the codes that an operation restricts it to. */
interface ProblemPart {
  properties?: { code: { enum: string[] } };
}

export type SchemaType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "null";

/** A JSON Schema (draft 2020-12), as far as zod writes one. */
export interface OpenApiSchema {
  $ref?: string;
  type?: SchemaType | SchemaType[];
  description?: string;
  properties?: Record<string, OpenApiSchema>;
  required?: string[];
  items?: OpenApiSchema;
  anyOf?: OpenApiSchema[];
  allOf?: OpenApiSchema[];
  additionalProperties?: boolean | OpenApiSchema;
  enum?: string[];
  format?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}
