import type * as z from "zod";
import { publishedSchema } from "../../../shared/api/definition/json-schema.ts";
import { type AnyOperation, pathParameters } from "../../../shared/api/definition/operation.ts";
import type { ProductLinesAnswer } from "../../../shared/catalogue-contract/answers.ts";
import type { Language } from "../../../shared/platform/language.ts";

export type CatalogueEndpoint = ProductLinesAnswer["endpoints"][number];
type EndpointParameter = CatalogueEndpoint["parameters"][number];

/** Returns the endpoints that `GET /` lists, from the operations' definitions. */
export function endpointsOf<Context>(
  operations: readonly AnyOperation<Context>[],
  language: Language,
): CatalogueEndpoint[] {
  return operations.map((operation) => ({
    path: operation.http.path,
    description: operation.summary[language],
    parameters: parametersOf(operation.input, pathParameters(operation.http.path)),
  }));
}

interface MemberSchema {
  type: EndpointParameter["type"];
  enum?: unknown[];
  default?: unknown;
}

function parametersOf(input: z.ZodObject, inPath: string[]): EndpointParameter[] {
  const { schema } = publishedSchema(input);
  const required = (schema.required ?? []) as string[];
  const members = (schema.properties ?? {}) as Record<string, MemberSchema>;
  return Object.entries(members).map(([name, member]) => ({
    name,
    in: inPath.includes(name) ? "path" : "query",
    required: required.includes(name),
    type: member.type,
    values: member.enum?.map(String) ?? null,
    default: member.default === undefined ? null : String(member.default),
  }));
}
