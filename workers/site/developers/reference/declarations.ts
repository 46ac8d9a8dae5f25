import type { OpenApiOperation, OpenApiParameter, OpenApiSchema, PublishedOpenApi } from "./published-openapi.ts";

interface Member {
  name: string;
  type: string;
  isOptional?: boolean;
  meaning?: string | undefined;
}

/**
 * Converts an OpenAPI document to TypeScript declarations, `paths` and `components`, as clients such as `openapi-fetch`
 * read them.
 */
export function declarationsOf({ info, paths, components }: PublishedOpenApi): string {
  const routes = Object.entries(paths).map(([path, methods]) => ({
    name: path,
    type: block(Object.entries(methods).map(([method, operation]) => operationMember(method, operation))),
  }));
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaMember(name, schema));
  return [
    `${comment(`${info.title} ${info.version}`)}export interface paths ${block(routes)}`,
    `export interface components ${block([{ name: "schemas", type: block(schemas) }])}\n`,
  ].join("\n\n");
}

function operationMember(method: string, operation: OpenApiOperation): Member {
  const { summary, parameters, requestBody, responses } = operation;
  const places = Map.groupBy(parameters, ({ in: place }) => place);
  const body = requestBody && contentMember("requestBody", requestBody.content);
  return {
    name: method,
    type: block([
      { name: "parameters", type: block([...places].map(([place, those]) => placeMember(place, those))) },
      ...(body ? [{ ...body, isOptional: requestBody.required === false }] : []),
      {
        name: "responses",
        type: block(Object.entries(responses).map(([status, { content }]) => contentMember(status, content))),
      },
    ]),
    meaning: summary,
  };
}

function placeMember(place: string, parameters: OpenApiParameter[]): Member {
  const members = parameters.map(({ name, required, schema, description = schema.description }) => ({
    ...{ name, type: typeOf(schema), isOptional: !required, meaning: description },
  }));
  return { name: place, type: block(members), isOptional: members.every(({ isOptional }) => isOptional) };
}

function contentMember(name: string, content: Record<string, { schema: OpenApiSchema }> = {}): Member {
  const types = Object.entries(content).map(([type, { schema }]) => ({ name: type, type: typeOf(schema) }));
  const isEmpty = types.length === 0;
  return { name, type: block([{ name: "content", type: isEmpty ? "never" : block(types), isOptional: isEmpty }]) };
}

function schemaMember(name: string, schema: OpenApiSchema): Member {
  return { name, type: typeOf(schema), meaning: schema.description };
}

/** Returns the TypeScript type of a schema's values. */
function typeOf(schema: OpenApiSchema): string {
  const { $ref, anyOf, allOf, enum: values } = schema;
  if ($ref !== undefined) return `components["schemas"]["${$ref.slice("#/components/schemas/".length)}"]`;
  if (anyOf) return anyOf.map(typeOf).join(" | ");
  if (allOf) return allOf.map(typeOf).join(" & ");
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  const types = [schema.type ?? (schema.properties ? "object" : [])].flat();
  return types.length === 0 ? "unknown" : types.map((type) => typeNamed(type, schema)).join(" | ");
}

function typeNamed(type: string, { properties, required = [], items, additionalProperties }: OpenApiSchema): string {
  if (type === "integer") return "number";
  if (type === "array") return `Array<${items ? typeOf(items) : "unknown"}>`;
  if (type !== "object") return type;
  if (!properties) {
    return `Record<string, ${typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown"}>`;
  }
  const members = Object.entries(properties).map(([name, schema]) => schemaMember(name, schema));
  return block(members.map((member) => ({ ...member, isOptional: !required.includes(member.name) })));
}

function block(members: Member[]): string {
  const lines = members.map(({ name, type, isOptional, meaning }) => {
    // Numeric keys stay unquoted, because clients distinguish responses by numeric status.
    const key = /^(?:[A-Za-z_]\w*|\d+)$/.test(name) ? name : JSON.stringify(name);
    return `${meaning === undefined ? "" : comment(meaning)}${key}${isOptional ? "?" : ""}: ${type};`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n").replace(/^/gm, "  ")}\n}`;
}

function comment(text: string): string {
  return `/** ${text.replaceAll("*/", "*\\/")} */\n`;
}
