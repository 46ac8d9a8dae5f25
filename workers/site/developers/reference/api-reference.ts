import type { HourlyLimit, LimitEffect } from "../../../../shared/api/definition/operation.ts";
import { APPROVAL_EXAMPLE } from "../../../../shared/api/openapi/described-examples.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { Fetched } from "../../api-clients.ts";
import { type DescribedField, fieldOf, fieldsOf } from "./fields.ts";
import type { OpenApiExample, OpenApiOperation, OpenApiParameter, PublishedOpenApi } from "./published-openapi.ts";

/** An API's reference, in the order of its OpenAPI document. */
export interface ApiReference {
  version: string;
  server: string;
  endpoints: DescribedEndpoint[];
  /** The fields of a problem. */
  problem: DescribedField[];
}

/** A problem that an endpoint can return, with its recorded example if there is one. */
export interface DescribedProblem {
  code: string;
  /** The name of the example. It is the code, or the specific case that the example shows. */
  name: string;
  /** The request values that differ from the operation's example; `null` if there are none. */
  sent: string | null;
  body: unknown;
}

export interface DescribedEndpoint {
  id: string;
  /** URL of the API's version. */
  server: string;
  method: string;
  path: string;
  title: Text;
  /** One sentence about the result. */
  summary: Text;
  description: string;
  /** The end date of a deprecated version, YYYY-MM-DD; `null` otherwise. */
  sunset: string | null;
  tool: string | null;
  /** The scopes that a credential must have; `null` if the endpoint needs no credential. */
  scopes: string[] | null;
  permissions: string[];
  /** What a connection with a resource limit may do with the endpoint; `null` if the endpoint needs no connection. */
  limitEffect: LimitEffect | null;
  hourlyLimit: HourlyLimit | null;
  /** The parameters in a request's path, query, headers and body. */
  parameters: DescribedField[];
  problems: DescribedProblem[];
  /** The fields of the answer, with nested fields. */
  answer: DescribedField[];
  /** The HTTP status of a successful response. */
  status: number;
  /** The recorded answer to the example; `null` if none was recorded. */
  recorded: unknown;
  example: string;
  /** The request body of the example; `null` if it has none. */
  exampleBody: Record<string, unknown> | null;
  /** Whether a call needs an idempotency key. */
  takesKey: boolean;
  /** Whether responses state the remaining calls of a rate limit. */
  isLimited: boolean;
  /** Whether responses may be cached and have an entity tag. */
  isKept: boolean;
  /** The arguments of the same example for a tool call. */
  exampleArguments: Record<string, unknown>;
}

/** The origin in the recorded answers of the OpenAPI documents. */
const RECORDED_ORIGIN = "https://desk.example";

/** Returns a recorded answer with the origin of this site. */
function addressedHere(recorded: unknown, { servers }: PublishedOpenApi): unknown {
  const { origin } = new URL(servers[0]?.url ?? RECORDED_ORIGIN);
  return JSON.parse(JSON.stringify(recorded).replaceAll(RECORDED_ORIGIN, origin));
}

function readReference(document: PublishedOpenApi): ApiReference {
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readEndpoint(document, method.toUpperCase(), path, operation)),
  );
  const { schemas } = document.components;
  const problem = fieldsOf({ $ref: "#/components/schemas/Problem" }, schemas);
  return { version: document.info.version, server: serverOf(document), endpoints, problem };
}

const IDEMPOTENCY_KEY = "Idempotency-Key";

function readEndpoint(
  document: PublishedOpenApi,
  method: string,
  path: string,
  operation: OpenApiOperation,
): DescribedEndpoint {
  const { schemas } = document.components;
  const server = serverOf(document);
  const examples = operation.parameters.filter((one) => one.in !== "header" && one.example !== undefined);
  const body = operation.requestBody?.content["application/json"];
  const [status = "200", done] =
    Object.entries(operation.responses).find(([code]) => code === "200" || code === "201") ?? [];
  const answer = done?.content?.["application/json"];
  const inBody = body ? fieldsOf(body.schema, schemas).map((field): DescribedField => ({ ...field, in: "body" })) : [];
  return {
    id: operation.operationId,
    server,
    method,
    path,
    title: { en: operation.summary, fr: operation["x-title-fr"] },
    summary: { en: done?.description ?? operation.summary, fr: operation["x-summary-fr"] },
    description: operation.description,
    sunset: operation["x-sunset"] ?? null,
    tool: operation["x-mcp-tool"] ?? null,
    scopes: operation.security?.find(({ oauth2 }) => oauth2)?.oauth2 ?? null,
    permissions: operation["x-permissions"] ?? [],
    limitEffect: operation["x-limited-connection"] ?? null,
    hourlyLimit: operation["x-hourly-limit"] ?? null,
    parameters: [...operation.parameters.map((one) => parameterField(one, document)), ...inBody],
    problems: problemsOf(operation, document),
    answer: answer ? fieldsOf(answer.schema, schemas) : [],
    status: Number(status),
    recorded: addressedHere(answer?.examples?.recorded?.value ?? null, document),
    example: exampleAddress(path === "/" ? server : server + path, examples),
    exampleBody: body ? (body.example ?? {}) : null,
    takesKey: operation.parameters.some(({ in: place, name }) => place === "header" && name === IDEMPOTENCY_KEY),
    isLimited: done?.headers?.RateLimit !== undefined,
    isKept: done?.headers?.ETag !== undefined,
    exampleArguments: Object.fromEntries(examples.map(({ name, example }) => [name, example])),
  };
}

function serverOf({ servers }: PublishedOpenApi): string {
  return servers[0]?.url ?? "";
}

function parameterField(
  { name, in: place, required, description, schema }: OpenApiParameter,
  document: PublishedOpenApi,
) {
  const described = description === undefined ? schema : { ...schema, description };
  const field = fieldOf(name, described, document.components.schemas);
  return { ...field, in: place, isRequired: required };
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

function problemsOf(operation: OpenApiOperation, document: PublishedOpenApi): DescribedProblem[] {
  return Object.values(operation.responses).flatMap(({ content }) => {
    const problems = content?.["application/problem+json"];
    const codes = problems?.schema.allOf.flatMap(({ properties }) => properties?.code.enum ?? []) ?? [];
    const example = (code: string, name: string): DescribedProblem => {
      const { summary, value } = exampleIn(problems?.examples?.[name], document);
      return { code, name, sent: summary ?? null, body: addressedHere(value ?? null, document) };
    };
    return codes.flatMap((code) => [
      example(code, code),
      ...(code === "not_allowed" && problems?.examples?.[APPROVAL_EXAMPLE] ? [example(code, APPROVAL_EXAMPLE)] : []),
    ]);
  });
}

function exampleIn(example: OpenApiExample | undefined, { components }: PublishedOpenApi): OpenApiExample {
  if (example?.$ref === undefined) return example ?? {};
  return components.examples?.[example.$ref.slice("#/components/examples/".length)] ?? {};
}

/** Returns the parameters that every endpoint accepts with the same schema. */
export function commonParameters({ endpoints }: ApiReference): DescribedField[] {
  const [first, ...others] = endpoints;
  const isAlike = (one: DescribedField) => (other: DescribedField) =>
    one.name === other.name && JSON.stringify(one.schema) === JSON.stringify(other.schema);
  return (first?.parameters ?? []).filter((parameter) =>
    others.every(({ parameters }) => parameters.some(isAlike(parameter))),
  );
}

/** Maximum number of cached references. It is enough for both APIs at a few origins. */
const MAX_KEPT = 8;

/**
 * Creates a cache of references in this isolate. It keeps a reference as long as its OpenAPI document is valid, because
 * reading a document takes longer than rendering a page from it.
 */
export function keptReferences(now: () => Date) {
  const kept = new Map<string, { reference: ApiReference; until: number }>();

  /**
   * Returns the reference of an API, with the number of seconds for which it may still be shown; `null` if its document
   * cannot be read.
   * @param name name of the API, its version and the origin, separated by spaces
   */
  async function read(
    name: string,
    ask: () => Promise<Fetched<PublishedOpenApi> | null>,
  ): Promise<Fetched<ApiReference> | null> {
    const known = kept.get(name);
    const left = known ? Math.floor((known.until - now().getTime()) / 1_000) : 0;
    if (known && left > 0) return { value: known.reference, maxAge: left };
    const document = await ask();
    if (!document) return null;
    const reference = readReference(document.value);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(name, { reference, until: now().getTime() + document.maxAge * 1_000 });
    return { value: reference, maxAge: document.maxAge };
  }

  return { read };
}
