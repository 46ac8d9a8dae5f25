import { type Effect, pathParameters, takesBody } from "../../shared/api/definition/operation.ts";

interface Described {
  http: { method?: string; path: string };
  effect?: Effect;
  example: Record<string, unknown>;
}

/** Returns the path and query of a call with the given arguments, relative to the API's URL. */
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

/**
 * Returns the request for an operation's example. Fields that are not in the path go into the body, or into the query
 * if the operation has no body. A request with a body has a new idempotency key.
 */
export function exampleRequest(operation: Described): { url: string; init: RequestInit } {
  const { http, effect = "read", example } = operation;
  if (!takesBody({ effect })) return { url: operationUrl(operation, example), init: {} };
  const inPath = pathParameters(http.path);
  const members = Object.entries(example);
  const pick = (isPart: (name: string) => boolean) => Object.fromEntries(members.filter(([name]) => isPart(name)));
  return {
    url: operationUrl(
      { ...operation, effect: "read" },
      pick((name) => inPath.includes(name)),
    ),
    init: {
      method: http.method ?? "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
      body: JSON.stringify(pick((name) => !inPath.includes(name))),
    },
  };
}
