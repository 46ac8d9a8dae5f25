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
  /** The end date of a deprecated version, YYYY-MM-DD. */
  "x-sunset"?: string;
  "x-mcp-tool"?: string;
  /** Alternative credentials, each with its scopes; absent if the operation needs none. */
  security?: { oauth2?: string[] }[];
  "x-title-fr": string;
  "x-summary-fr": string;
  /** The client area permissions that the signed-in person needs. */
  "x-permissions"?: string[];
  /** What a connection that is limited to one item may do. */
  "x-limited-connection"?: LimitEffect;
  "x-hourly-limit"?: HourlyLimit;
  parameters: OpenApiParameter[];
  /** One JSON object, for operations that change something. */
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

/** An example, or a reference to one in the document's components. */
export interface OpenApiExample {
  $ref?: string;
  summary?: string;
  value?: unknown;
}

/** The schema of every problem, or the codes that an operation can return. */
interface ProblemPart {
  properties?: { code: { enum: string[] } };
}

export type SchemaType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "null";

/** The part of JSON Schema (draft 2020-12) that zod writes. */
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
