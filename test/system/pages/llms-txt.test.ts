import { expect, inject, test } from "vitest";
import { PROBLEMS } from "../../../shared/api/definition/problems.ts";
import { running, site } from "./site.ts";

const origin = inject("origin");
const response = await fetch(`${origin}/llms.txt`);
const text = await response.text();
const lines = text.split("\n");

test("it has the form of llmstxt.org: a name, a summary, sections of links", () => {
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(lines[0]).toBe("# Maple Hosting");
  expect(lines[2]).toMatch(/^> \S/);
  expect(lines.filter((line) => line.startsWith("# "))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith("### "))).toEqual([]);
  for (const line of lines.filter((line) => line.startsWith("- "))) {
    expect(line).toMatch(/^- \[[^\]]+\]\(https?:\/\/[^)\s]+\)(?:: \S.*)?$/);
  }
});

test("a section is a list of links and nothing else", () => {
  const sections = lines.slice(lines.findIndex((line) => line.startsWith("## ")));
  expect(sections.filter((line) => !/^(?:## \S|- \[|$)/.test(line))).toEqual([]);
});

test("it names every endpoint, tool, product line, plan and where to order", async () => {
  const read = async (path: string) => (await fetch(`${origin}/api/v1${path}`)).json();
  const { paths } = (await read("/openapi.json")) as { paths: Record<string, { get: { "x-mcp-tool"?: string } }> };
  for (const [path, { get }] of Object.entries(paths)) {
    expect(text).toContain(`[GET ${path}](`);
    if (get["x-mcp-tool"]) expect(text).toContain(`[${get["x-mcp-tool"]}](${origin}/developers?lang=en#mcp)`);
  }
  const account = (await read("/account/openapi.json")) as {
    paths: Record<string, Record<string, { "x-mcp-tool"?: string }>>;
  };
  const operations = Object.entries(account.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { "x-mcp-tool": tool }]) => ({ method, path, tool })),
  );
  expect(operations.filter(({ method }) => method !== "get").length).toBeGreaterThan(5);
  for (const { method, path, tool } of operations) {
    expect(text).toContain(`[${method.toUpperCase()} ${path}](`);
    if (tool) expect(text).toContain(`[${tool}](${origin}/developers?lang=en#account-mcp)`);
  }
  const { product_lines: productLines } = (await read("")) as {
    product_lines: { name: string; description: string; page_url: string }[];
  };
  for (const { name, description, page_url } of productLines) {
    expect(lines).toContain(`## ${name}`);
    expect(lines).toContain(`- [All plans](${page_url}): ${description}`);
  }
  const { plans } = (await read("/plans")) as { plans: { name: string; page_url: string; order_url: string }[] };
  for (const { name, page_url, order_url } of plans) {
    expect(text).toContain(`[${name}](${page_url})`);
    expect(text).toContain(`[Order](${order_url})`);
  }
  expect(text).toContain("id `web-start`, from US$3.69 per month, paid every three years.");
  expect(text).toMatch(
    /for one year; several years cost the registration, and a renewal for each further year; \.com /,
  );
});

test("it says every limit, and every problem code with its page", () => {
  const section = (title: string) => text.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
  const limits = section("Limits");
  for (const limit of [
    "120 in any 60 seconds",
    "20 an hour for an account",
    "30 in ten minutes",
    "64 KiB",
    "1 to 100",
  ]) {
    expect(limits).toContain(limit);
  }
  const codes = section("Problem codes");
  for (const [code, { status }] of Object.entries(PROBLEMS)) {
    expect(codes).toContain(`[${code}](${origin}/problems/${code}?lang=en): ${status}, `);
  }
});

test("every link to this site that is not a cart answers", async () => {
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link as string);
  const own = new Set(links.filter((link) => link.startsWith(origin) && !link.includes("/client-area")));
  for (const link of own) {
    const { status } = await fetch(link);
    expect(status, link).toBe(link.endsWith("/mcp") ? 405 : 200);
  }
});

test("names of the provider's cannot leave their line or their link", async () => {
  const name = "A ](https://elsewhere.example) [b\n## Section\n- [c](https://elsewhere.example)";
  const pages = site(
    async (request) => {
      const answer = await running(request);
      if (!request.url.includes("/plans?")) return answer;
      const all = (await answer.json()) as { plans: { name: string; description: string }[] };
      const plans = all.plans.map((plan, at) => (at === 0 ? { ...plan, name, description: "One\n# Two" } : plan));
      return Response.json({ ...all, plans });
    },
    { BRAND_NAME: "Maple\n# Hosting" },
  );
  const written = (await (await pages("/llms.txt")).text()).split("\n");
  expect(written[0]).toBe("# Maple # Hosting");
  expect(written.filter((line) => line.startsWith("# "))).toHaveLength(1);
  expect(written).not.toContain("## Section");
  const line = written.find((one) => one.includes("## Section")) ?? "";
  expect(line).toContain("- [A \\](https://elsewhere.example) \\[b ## Section - \\[c\\](https://elsewhere.example)](");
  expect(line).toContain("One # Two [Order](");
});
