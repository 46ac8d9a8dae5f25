import { pathParameters } from "../../shared/operations/operation.ts";

interface Described {
  http: { path: string };
  example: Record<string, unknown>;
}

/** The path and query, relative to the API's address, of a call with these arguments. */
export function operationUrl({ http }: Described, input: Record<string, unknown>): string {
  const inPath = pathParameters(http.path);
  const path = http.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams(
    Object.entries(input)
      .filter(([name]) => !inPath.includes(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]),
  );
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The call that an operation's definition gives as its example. */
export function exampleUrl(operation: Described): string {
  return operationUrl(operation, operation.example);
}
