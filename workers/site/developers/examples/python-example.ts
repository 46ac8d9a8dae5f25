import type { DescribedEndpoint } from "../reference/api-reference.ts";

/** Returns the example call in Python 3. It needs only the standard library, and prints the answer. */
export function pythonExample({ method, example, exampleBody, takesKey, scopes }: DescribedEndpoint): string {
  const imports = ["json", ...(scopes ? ["os"] : []), ...(takesKey ? ["uuid"] : [])];
  const headers = [
    ...(scopes ? [`"Authorization": f"Bearer {os.environ['TOKEN']}"`] : []),
    ...(takesKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(exampleBody ? ['"Content-Type": "application/json"'] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method=${JSON.stringify(method)},`]),
    ...(headers.length > 0 ? [`headers={${headers.join(", ")}},`] : []),
    ...(exampleBody ? [`data=json.dumps(${literal(exampleBody)}).encode(),`] : []),
  ];
  return [
    ...imports.map((name) => `import ${name}`),
    "from urllib.error import HTTPError",
    "from urllib.request import Request, urlopen",
    "",
    ...(options.length > 0
      ? ["request = Request(", `    ${JSON.stringify(example)},`, ...options.map((line) => `    ${line}`), ")"]
      : [`request = Request(${JSON.stringify(example)})`]),
    "try:",
    "    with urlopen(request) as response:",
    "        print(json.load(response))",
    "except HTTPError as refused:",
    "    problem = json.load(refused)",
    `    raise SystemExit(f"{problem['code']}: {problem['detail']}")`,
  ].join("\n");
}

/** Writes a JSON value in Python syntax. */
function literal(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${literal(member)}`);
    return `{${members.join(", ")}}`;
  }
  return JSON.stringify(value);
}
