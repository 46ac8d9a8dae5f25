// The parts of an OpenAPI 3.1 document that the pages show.

export interface PublishedOpenApi {
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  "x-mcp-tool"?: string;
  /** The credentials it takes, one of them at a time; absent: none is needed. */
  security?: SecurityRequirement[];
  parameters: OpenApiParameter[];
  /** Of what changes something: one JSON object. */
  requestBody?: { content: { "application/json": { schema: BodySchema; example?: Record<string, unknown> } } };
  responses: Record<string, OpenApiResponse>;
}

/** Scopes by the name of a credential. */
type SecurityRequirement = { oauth2?: string[] };

export interface OpenApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: ParameterSchema;
  example?: unknown;
}

/** The members of a body: described like parameters. */
interface BodySchema {
  properties: Record<string, ParameterSchema & { description?: string }>;
  required?: string[];
}

export interface ParameterSchema {
  type: "string" | "integer" | "number" | "boolean" | "array" | "object";
  enum?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface OpenApiResponse {
  description: string;
  content?: {
    "application/json"?: { schema: { properties: Record<string, { description?: string }> } };
    "application/problem+json"?: { schema: { allOf: ProblemPart[] } };
  };
}

/** A problem's own schema, or the codes that an endpoint narrows it to. */
interface ProblemPart {
  properties?: { code: { enum: string[] } };
}
