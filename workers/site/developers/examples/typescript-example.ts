import type { DescribedEndpoint } from "../reference/api-reference.ts";

/**
 * Returns the example call in TypeScript. It uses the `fetch` of browsers, Node.js, Deno, Bun and Workers, and prints
 * the answer.
 */
export function typeScriptExample({ method, example, exampleBody, takesKey, scopes }: DescribedEndpoint): string {
  const headers = [
    ...(scopes ? ['Authorization: "Bearer " + process.env.TOKEN'] : []),
    ...(takesKey ? ['"Idempotency-Key": crypto.randomUUID()'] : []),
    ...(exampleBody ? ['"Content-Type": "application/json"'] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(headers.length === 1 ? [`  headers: { ${headers[0]} },`] : []),
    ...(headers.length > 1 ? ["  headers: {", ...headers.map((header) => `    ${header},`), "  },"] : []),
    ...(exampleBody ? [`  body: JSON.stringify(${indented(literal(exampleBody))}),`] : []),
  ];
  const address = JSON.stringify(example);
  return [
    ...(options.length > 0
      ? [`const response = await fetch(${address}, {`, ...options, "});"]
      : [`const response = await fetch(${address});`]),
    "const answer = await response.json();",
    "if (!response.ok) throw new Error(answer.detail, { cause: answer });",
    "console.log(answer);",
  ].join("\n");
}

/** Writes a JSON value with unquoted keys where the syntax allows them. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n  ");
}
