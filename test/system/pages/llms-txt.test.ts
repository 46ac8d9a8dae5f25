import { expect, inject, test } from "vitest";
import { PROBLEMS } from "../../../shared/api/definition/problems.ts";
import { withoutCode } from "./developers.ts";
import { running, site } from "./site.ts";

const origin = inject("origin");
const response = await fetch(`${origin}/llms.txt`);
const text = await response.text();
const lines = text.split("\n");

test("llms.txt has a name, a summary and sections of links, as llmstxt.org defines", () => {
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(lines[0]).toBe("# Maple Hosting");
  expect(lines[2]).toMatch(/^> \S/);
  expect(lines.filter((line) => line.startsWith("# "))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith("### "))).toEqual([]);
  for (const line of lines.filter((line) => line.startsWith("- "))) {
    expect(line).toMatch(/^- \[[^\]]+\]\(https?:\/\/[^)\s]+\)(?:: \S.*)?$/);
  }
});

test("each section of llms.txt is a list of links", () => {
  const sections = lines.slice(lines.findIndex((line) => line.startsWith("## ")));
  expect(sections.filter((line) => !/^(?:## \S|- \[|$)/.test(line))).toEqual([]);
});

const read = async (path: string) => (await fetch(`${origin}/api/v1${path}`)).json();
const { product_lines: productLines } = (await read("")) as {
  product_lines: { name: string; description: string; page_url: string }[];
};
const { plans } = (await read("/plans")) as { plans: { name: string; page_url: string; order_url: string }[] };

test("llms.txt is at most 8 KiB and starts with the products and their prices", () => {
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(8_192);
  const [first] = productLines;
  expect(text.indexOf(`## ${first?.name}`)).toBeLessThan(2_048);
  for (const { name, description, page_url } of productLines) {
    expect(lines).toContain(`## ${name}`);
    expect(text).toMatch(new RegExp(`- \\[\\d plans\\]\\(${RegExp.escape(`${page_url}): ${description}`)}`));
  }
  for (const { name, page_url } of plans) expect(text).toContain(`[${name}](${page_url})`);
  expect(text).toContain("`web-start`, from US$3.69 per month, paid every three years");
  expect(text).toMatch(
    /for one year; several years cost the registration, and a renewal for each further year; \.com /,
  );
});

test("llms.txt shortens the text about plans if more plans would exceed its maximum size", async () => {
  const selling = (times: number) =>
    site(async (request) => {
      const answer = await running(request);
      if (!request.url.includes("/plans?")) return answer;
      const all = (await answer.json()) as { plans: unknown[] };
      return Response.json({ ...all, plans: Array.from({ length: times }, () => all.plans).flat() });
    });
  const many = await (await selling(5)("/llms.txt")).text();
  expect(new TextEncoder().encode(many).length).toBeLessThanOrEqual(8_192);
  expect(many).toContain("- [20 plans](");
  expect(many).not.toContain("`web-start`");
  const few = site(async (request) => {
    const answer = await running(request);
    if (!request.url.includes("/plans?")) return answer;
    const all = (await answer.json()) as { plans: unknown[] };
    return Response.json({ ...all, plans: all.plans.slice(0, 2) });
  });
  expect(await (await few("/llms.txt")).text()).toContain("[Order](");
});

const full = await (await fetch(`${origin}/llms-full.txt`)).text();

test("llms-full.txt has every plan with its order link, every operation, tool and problem, and limits", async () => {
  for (const { name, page_url, order_url } of plans) {
    expect(full).toContain(`[${name}](${page_url})`);
    expect(full).toContain(`[Order](${order_url})`);
  }
  for (const part of ["", "/account"]) {
    const { paths } = (await read(`${part}/openapi.json`)) as {
      paths: Record<string, Record<string, { summary: string; "x-mcp-tool"?: string }>>;
    };
    for (const { summary, "x-mcp-tool": tool } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      expect(full).toContain(`\n## ${summary.replaceAll(/(?<=\w)'(?=\w)/g, "’")}\n`);
      if (tool) expect(full).toContain(`- MCP tool: \`${tool}\``);
    }
  }
  for (const limit of ["120 in any 60 seconds", "20 an hour per account", "30 in ten minutes", "64 KiB", "1 to 100"]) {
    expect(full).toContain(limit);
  }
  for (const code of Object.keys(PROBLEMS)) expect(full).toContain(`- [${code}](${origin}/problems/${code}?lang=en): `);
  expect(withoutCode(full).match(/^# /gm)).toHaveLength(1);
});

test("every link to this site outside the client area is in the sitemap or responds", async () => {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const pages = new Set([...sitemap.matchAll(/<loc>([^<?]+)/g)].map(([, page]) => page));
  const links = [...(text + full).matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link as string);
  const own = new Set(links.filter((link) => link.startsWith(origin) && !link.includes("/client-area")));
  const others = [...own].filter((link) => !pages.has(link.replace(/(?:\.md)?(?:\?.*)?$/, "")));
  expect(others.length).toBeLessThan(own.size / 2);
  for (const link of others) {
    const { status } = await fetch(link);
    expect(status, link).toBe(/\/mcp(?:\/read)?$/.test(link) ? 405 : 200);
  }
});

test("markup in the provider's names does not break lines or links", async () => {
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
});
