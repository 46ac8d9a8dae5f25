/** An API's reference, in the order of its OpenAPI document. */
export interface ApiReference {
  version: string;
  server: string;
  endpoints: DescribedEndpoint[];
}

/** A parameter of an endpoint, anywhere in the request. */
export interface Parameter extends Omit<OpenApiParameter, "in" | "example"> {
  in: OpenApiParameter["in"] | "body";
}

export interface DescribedEndpoint {
  id: string;
  method: string;
  path: string;
  /** One sentence about the answer. */
  summary: string;
  description: string;
  tool: string | null;
  /** Scopes that a credential must have; null: it needs no credential. */
  scopes: string[] | null;
  parameters: Parameter[];
  problemCodes: string[];
  /** Top-level members of the answer. */
  answerKeys: string[];
  /** Members of the answer whose values are explained one by one, in the order of the definition. */
  answerMeanings: { name: string; lines: string[] }[];
  example: string;
  /** The example's body; null without one. */
  exampleBody: Record<string, unknown> | null;
  /** Whether a call carries an idempotency key. */
  takesKey: boolean;
  /** The arguments of the same example as a tool call. */
  exampleArguments: Record<string, unknown>;
}

export function readReference(document: PublishedOpenApi): ApiReference {
  const server = document.servers[0]?.url ?? "";
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readEndpoint(server, method.toUpperCase(), path, operation)),
  );
  return { version: document.info.version, server, endpoints };
}

function readEndpoint(server: string, method: string, path: string, operation: OpenApiOperation): DescribedEndpoint {
  const examples = operation.parameters.filter((one) => one.in !== "header" && one.example !== undefined);
  const body = operation.requestBody?.content["application/json"];
  const done = operation.responses["200"] ?? operation.responses["201"];
  return {
    id: operation.operationId,
    method,
    path,
    summary: done?.description ?? operation.summary,
    description: operation.description,
    tool: operation["x-mcp-tool"] ?? null,
    scopes: operation.security?.find(({ oauth2 }) => oauth2)?.oauth2 ?? null,
    parameters: [...operation.parameters, ...bodyMembers(operation)],
    problemCodes: problemCodesOf(operation),
    answerKeys: Object.keys(done?.content?.["application/json"]?.schema.properties ?? {}),
    answerMeanings: meaningsIn(done?.content?.["application/json"]?.schema.properties ?? {}),
    example: exampleAddress(path === "/" ? server : server + path, examples),
    exampleBody: body ? (body.example ?? {}) : null,
    takesKey: operation.parameters.some(({ in: place, name }) => place === "header" && name === IDEMPOTENCY_KEY),
    exampleArguments: Object.fromEntries(examples.map(({ name, example }) => [name, example])),
  };
}

/** A description that explains its values has one line for each after the first. */
function meaningsIn(properties: Record<string, { description?: string }>): DescribedEndpoint["answerMeanings"] {
  return Object.entries(properties).flatMap(([name, { description = "" }]) => {
    const [, ...lines] = description.split("\n");
    return lines.length > 0 ? { name, lines } : [];
  });
}

const IDEMPOTENCY_KEY = "Idempotency-Key";

function bodyMembers({ requestBody }: OpenApiOperation): Parameter[] {
  const { properties = {}, required = [] } = requestBody?.content["application/json"].schema ?? {};
  return Object.entries(properties).map(([name, { description = "", ...schema }]) => ({
    name,
    in: "body",
    required: required.includes(name),
    description,
    schema,
  }));
}

function exampleAddress(template: string, parameters: OpenApiParameter[]): string {
  const textOf = ({ example }: OpenApiParameter) => (Array.isArray(example) ? example.join(",") : String(example));
  let address = template;
  const query: string[] = [];
  for (const parameter of parameters) {
    const value = encodeURIComponent(textOf(parameter)).replaceAll("%2C", ",");
    if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, value);
    else query.push(`${parameter.name}=${value}`);
  }
  return query.length > 0 ? `${address}?${query.join("&")}` : address;
}

function problemCodesOf(operation: OpenApiOperation): string[] {
  return Object.values(operation.responses).flatMap(({ content }) =>
    (content?.["application/problem+json"]?.schema.allOf ?? []).flatMap(
      ({ properties }) => properties?.code.enum ?? [],
    ),
  );
}

/** The parameters that every endpoint takes, described alike. */
export function commonParameters({ endpoints }: ApiReference): Parameter[] {
  const [first, ...others] = endpoints;
  const isAlike = (one: Parameter) => (other: Parameter) =>
    one.name === other.name && JSON.stringify(one.schema) === JSON.stringify(other.schema);
  return (first?.parameters ?? []).filter((parameter) =>
    others.every(({ parameters }) => parameters.some(isAlike(parameter))),
  );
}

/** The parts of an OpenAPI 3.1 document that the pages show. */
export interface PublishedOpenApi {
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  "x-mcp-tool"?: string;
  /** Alternative credentials, each with its scopes; absent: none is needed. */
  security?: { oauth2?: string[] }[];
  parameters: OpenApiParameter[];
  /** Of endpoints that change something: one JSON object. */
  requestBody?: { content: { "application/json": { schema: BodySchema; example?: Record<string, unknown> } } };
  responses: Record<string, OpenApiResponse>;
}

interface OpenApiParameter {
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
