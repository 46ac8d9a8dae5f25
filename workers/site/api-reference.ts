import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from "./openapi-document.ts";

/** An API as its reference shows it, in the order of its OpenAPI document. */
export interface ApiReference {
  version: string;
  server: string;
  endpoints: Endpoint[];
  /** Every code that an endpoint can give, in the order they first appear. */
  problemCodes: string[];
}

export interface Endpoint {
  id: string;
  method: string;
  path: string;
  /** One sentence: what it answers. */
  summary: string;
  description: string;
  tool: string | null;
  /** Scopes that a credential must have; null: it needs no credential. */
  scopes: string[] | null;
  parameters: OpenApiParameter[];
  problemCodes: string[];
  /** Top-level members of the answer. */
  answerKeys: string[];
  /** Address of an example call. */
  example: string;
  /** The arguments of the same example as a tool call. */
  exampleArguments: Record<string, unknown>;
}

/** Reads a reference out of an OpenAPI document. */
export function readReference(document: OpenApiDocument): ApiReference {
  const server = document.servers[0]?.url ?? "";
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readEndpoint(server, method.toUpperCase(), path, operation)),
  );
  return {
    version: document.info.version,
    server,
    endpoints,
    problemCodes: [...new Set(endpoints.flatMap((endpoint) => endpoint.problemCodes))],
  };
}

function readEndpoint(server: string, method: string, path: string, operation: OpenApiOperation): Endpoint {
  const examples = operation.parameters.filter(({ example }) => example !== undefined);
  return {
    id: operation.operationId,
    method,
    path,
    summary: operation.responses["200"]?.description ?? operation.summary,
    description: operation.description,
    tool: operation["x-mcp-tool"] ?? null,
    scopes: operation.security?.find(({ oauth2 }) => oauth2)?.oauth2 ?? null,
    parameters: operation.parameters,
    problemCodes: problemCodesOf(operation),
    answerKeys: Object.keys(operation.responses["200"]?.content?.["application/json"]?.schema.properties ?? {}),
    example: exampleAddress(path === "/" ? server : server + path, examples),
    exampleArguments: Object.fromEntries(examples.map(({ name, example }) => [name, example])),
  };
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
export function commonParameters({ endpoints }: ApiReference): OpenApiParameter[] {
  const [first, ...others] = endpoints;
  const isAlike = (one: OpenApiParameter) => (other: OpenApiParameter) =>
    one.name === other.name && JSON.stringify(one.schema) === JSON.stringify(other.schema);
  return (first?.parameters ?? []).filter((parameter) =>
    others.every(({ parameters }) => parameters.some(isAlike(parameter))),
  );
}
