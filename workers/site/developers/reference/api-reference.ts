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
  /** The members of a problem. */
  problem: DescribedField[];
}

/** A problem that an endpoint can give, with an example where one was recorded. */
export interface DescribedProblem {
  code: string;
  /** Of the example: the code, or the case of it that the example shows. */
  name: string;
  /** What its request had in the place of the example's members. */
  sent: string | null;
  body: unknown;
}

export interface DescribedEndpoint {
  id: string;
  /** Address of its version of the API. */
  server: string;
  method: string;
  path: string;
  /** A few words. */
  title: Text;
  /** One sentence about the answer. */
  summary: Text;
  description: string;
  /** The day that its version ends on, YYYY-MM-DD; null while that is not deprecated. */
  sunset: string | null;
  tool: string | null;
  /** Scopes that a credential must have; null: it needs no credential. */
  scopes: string[] | null;
  permissions: string[];
  /** What a connection that is limited to one item may do with it; null: it needs no connection. */
  limitEffect: LimitEffect | null;
  hourlyLimit: HourlyLimit | null;
  /** What goes with a request, wherever in it. */
  parameters: DescribedField[];
  problems: DescribedProblem[];
  /** The members of the answer, nested. */
  answer: DescribedField[];
  /** The HTTP status of an answer. */
  status: number;
  /** What was answered to the example; null where it was not recorded. */
  recorded: unknown;
  example: string;
  /** The example's body; null without one. */
  exampleBody: Record<string, unknown> | null;
  /** Whether a call carries an idempotency key. */
  takesKey: boolean;
  /** An answer says what is left of a limit. */
  isLimited: boolean;
  /** An answer may be kept, and has an entity tag. */
  isKept: boolean;
  /** The arguments of the same example as a tool call. */
  exampleArguments: Record<string, unknown>;
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
    recorded: answer?.examples?.recorded?.value ?? null,
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
      return { code, name, sent: summary ?? null, body: value ?? null };
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

/** The parameters that every endpoint takes, described alike. */
export function commonParameters({ endpoints }: ApiReference): DescribedField[] {
  const [first, ...others] = endpoints;
  const isAlike = (one: DescribedField) => (other: DescribedField) =>
    one.name === other.name && JSON.stringify(one.schema) === JSON.stringify(other.schema);
  return (first?.parameters ?? []).filter((parameter) =>
    others.every(({ parameters }) => parameters.some(isAlike(parameter))),
  );
}

/** Both APIs at a few origins. */
const MAX_KEPT = 8;

/**
 * References that are kept in this isolate for as long as the documents that they are made from may be: to read a document takes
 * longer than to make a page of it.
 */
export function keptReferences(now: () => Date) {
  const kept = new Map<string, { reference: ApiReference; until: number }>();

  /**
   * The reference of an API, for as many seconds as it may still be shown; null where its document is not to be had.
   * @param name of the API at an origin
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
