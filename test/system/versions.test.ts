import { describe, expect, test } from "vitest";
import { useWorld } from "../support/world.ts";

const world = useWorld({
  entries: {
    site: "test/support/workers/two-versions-site.worker.ts",
    catalogue: "test/support/workers/two-versions-catalogue.worker.ts",
  },
});

const DEPRECATED_SECONDS = Date.UTC(2026, 0, 1) / 1000;

const ask = (path: string, init?: RequestInit) => fetch(world.origin + path, init);
const read = async <Answer>(path: string) => (await ask(path)).json() as Promise<Answer>;

/** Sends a message in revision 2025-11-25 to an MCP server of the catalogue. */
function message(path: string, method: string, params: object = {}): Promise<Response> {
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
  };
  return ask(path, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) });
}

const INTRODUCTION = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

/** Returns the three headers that announce a deprecation. */
function announced({ headers }: Response) {
  return ["Deprecation", "Sunset", "Link"].map((name) => headers.get(name));
}

const expected = () => [
  `@${DEPRECATED_SECONDS}`,
  "Thu, 01 Jan 2099 00:00:00 GMT",
  [
    `<${world.origin}/developers/versions>; rel="deprecation"; type="text/html"`,
    `<${world.origin}/developers/versions>; rel="sunset"; type="text/html"`,
    `<${world.origin}/api/v2/openapi.json>; rel="successor-version"`,
  ].join(", "),
];

describe("the deprecation headers", () => {
  test.each<[string, number, string, RequestInit?]>([
    ["a response", 200, "/api/v1/plans"],
    ["the same response from the cache", 200, "/api/v1/plans"],
    ["another method", 405, "/api/v1/plans", { method: "DELETE" }],
  ])("are in the response to a request: %s, %i", async (_, status, path, init) => {
    const answer = await ask(path, init);
    expect(answer.status).toBe(status);
    expect(announced(answer)).toEqual(expected());
    const exposed = answer.headers.get("Access-Control-Expose-Headers");
    if (exposed !== null)
      expect(exposed.split(", ")).toEqual(expect.arrayContaining(["Deprecation", "Sunset", "Link"]));
  });

  test("are in the response to an MCP message", async () => {
    const answer = await message("/api/v1/mcp", "tools/list");
    expect(announced(answer)).toEqual(expected());
  });
});

test("both versions of an operation work, each with its own cache", async () => {
  for (let time = 0; time < 2; time++) {
    const first = await read<Record<string, unknown[]>>("/api/v1/plans?line=vps");
    const second = await read<Record<string, unknown[]>>("/api/v2/plans?line=vps");
    expect([Object.keys(first), Object.keys(second)]).toEqual([
      ["currency", "lang", "plans"],
      ["currency", "lang", "items"],
    ]);
    expect(second.items).toEqual(first.plans);
  }
  // Over MCP, only the version distinguishes equal calls in the cache.
  const call = { name: "list_plans", arguments: { line: "web-hosting" } };
  for (const [path, member] of [
    ["/api/v1/mcp", "plans"],
    ["/api/v2/mcp", "items"],
    ["/api/v1/mcp", "plans"],
  ] as const) {
    const { result } = (await (await message(path, "tools/call", call)).json()) as {
      result: { structuredContent: object };
    };
    expect(Object.keys(result.structuredContent)).toContain(member);
  }
});

test("each version has its own document, and the deprecated version marks every operation as deprecated", async () => {
  interface Document {
    info: { version: string; description: string };
    servers: { url: string }[];
    paths: Record<string, Record<string, { deprecated?: boolean; "x-sunset"?: string; responses: object }>>;
  }
  const first = await read<Document>("/api/v1/openapi.json");
  const second = await read<Document>("/api/v2/openapi.json");
  const operations = ({ paths }: Document) => Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(first.info.version).toBe("1.0.1");
  expect(first.info.description).toContain(
    "Version 1 is deprecated from 2026-01-01 and ends on 2099-01-01; version 2 takes its place.",
  );
  for (const operation of operations(first)) {
    expect(operation).toMatchObject({ deprecated: true, "x-sunset": "2099-01-01" });
    for (const { headers } of Object.values(operation.responses)) expect(Object.keys(headers)).toContain("Sunset");
  }
  expect(second.servers).toEqual([{ url: `${world.origin}/api/v2` }]);
  expect(JSON.stringify(second)).not.toMatch(/deprecated|x-sunset|Deprecation/);
});

test("only the deprecated version's MCP server tells the model about the deprecation", async () => {
  const sentence = "Version 1 is deprecated from 2026-01-01";
  interface Introduced {
    result: { instructions: string; serverInfo: { version: string } };
  }
  interface Listed {
    result: { tools: { description: string }[] };
  }
  for (const [path, version] of [
    ["/api/v1/mcp", "1.0.1"],
    ["/api/v2/mcp", "2.0.0"],
  ] as const) {
    const isEnding = version === "1.0.1";
    const { result } = (await (await message(path, "initialize", INTRODUCTION)).json()) as Introduced;
    expect(result.serverInfo.version).toBe(version);
    expect(result.instructions.includes(sentence)).toBe(isEnding);
    const { tools } = ((await (await message(path, "tools/list")).json()) as Listed).result;
    expect(tools.length).toBeGreaterThan(0);
    for (const { description } of tools) expect(description.includes(sentence)).toBe(isEnding);
  }
});

describe("a version after its sunset", () => {
  test.each<[string, RequestInit?]>([
    ["/api/v0/plans?line=vps"],
    ["/api/v0/mcp", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } }],
  ])("returns 410 with the URL of the notice for %s", async (path, init) => {
    const answer = await ask(path, init);
    expect(answer.status).toBe(410);
    expect(answer.headers.get("Link")).toContain(`<${world.origin}/developers/versions>; rel="sunset"`);
    expect(answer.headers.get("Sunset")).toBe("Wed, 01 Jan 2025 00:00:00 GMT");
    expect(await answer.json()).toMatchObject({
      type: `${world.origin}/problems/gone`,
      code: "gone",
      retryable: false,
      detail: expect.stringContaining(`ended on 2025-01-01. ${world.origin}/developers/versions says what to change.`),
    });
  });
});

test.each(["en", "fr"])("the developer pages list deprecated versions and mark their operations (%s)", async (lang) => {
  const page = await (await ask(`/developers/versions?lang=${lang}`)).text();
  const section = /<h2 id="versions".*?<\/section>/s.exec(page)?.[0] ?? "";
  for (const text of ["/api/v1", "2026-01-01", "2099-01-01", "/api/v2", "/api/v3"]) expect(section).toContain(text);
  const operation = await (await ask(`/developers/operations/listPlans?lang=${lang}`)).text();
  expect(operation).toContain("2099-01-01");
  expect(operation).toMatch(/href="\/developers\/versions[^"]*"/);
  expect(await (await ask(`/developers/operations/getAccount?lang=${lang}`)).text()).not.toContain("2099-01-01");
});

describe("the page of an operation in each version", () => {
  const pageAt = async (path: string) => {
    const answer = await ask(`/developers/operations/${path}`);
    return { status: answer.status, text: await answer.text() };
  };

  test.each(["", ".md"])("has its own fields and a link to the other version (suffix %j)", async (form) => {
    const first = await pageAt(`listPlans${form}?lang=en`);
    const second = await pageAt(`v2/listPlans${form}?lang=en`);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.text).toContain("/developers/operations/v2/listPlans");
    expect(second.text).toContain("/developers/operations/listPlans");
    expect(first.text).toContain("2099-01-01");
    expect(second.text).not.toContain("2099-01-01");
    expect(second.text).toContain("/api/v2/plans?");
    expect(second.text).not.toContain(`${world.origin}/api/v1/plans?`);
    expect(second.text).toContain("items");
    if (form === "") expect(second.text).toContain(`href="${world.origin}/api/v2/openapi.json"`);
  });

  test("is in the sitemap", async () => {
    const map = await (await ask("/sitemap.xml")).text();
    for (const path of ["listPlans", "v2/listPlans", "getAccount"])
      expect(map).toContain(`<loc>${world.origin}/developers/operations/${path}?lang=en</loc>`);
    expect(map).not.toContain("/v2/getAccount?");
  });
});

test("llms.txt lists deprecated versions", async () => {
  const text = await (await ask("/llms.txt")).text();
  expect(text).toContain(
    `- [What changes](${world.origin}/developers/versions.md?lang=en): Version 1 is deprecated from 2026-01-01 and ends on 2099-01-01; version 2 takes its place.`,
  );
  expect(text.match(/What changes/g)).toHaveLength(2);
});
