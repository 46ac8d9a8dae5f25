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
  /** For a deprecated version: its end date, YYYY-MM-DD. */
  "x-sunset"?: string;
  "x-mcp-tool"?: string;
  /** Alternative credentials, each with its scopes. Absent if the operation needs none. */
  security?: { oauth2?: string[] }[];
  "x-title-fr": string;
  "x-summary-fr": string;
  /** The signed-in person's permissions in the client area. */
  "x-permissions"?: string[];
  /** What a connection limited to one item may do. */
  "x-limited-connection"?: LimitEffect;
  "x-hourly-limit"?: HourlyLimit;
  parameters: OpenApiParameter[];
  /** For operations that change something: one JSON object. */
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

/** A problem's own schema, or the codes to which an operation restricts it. */
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
