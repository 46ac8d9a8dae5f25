import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";

const origin = inject("origin");
const run = promisify(execFile);

const page = await (await fetch(`${origin}/developers?lang=fr`)).text();
const blocks = [...page.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text]) =>
  decoded(text as string),
);
const commands = blocks.filter((block) => /^(?:curl|address=|for name)/.test(block));

function decoded(html: string): string {
  const signs: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
  return html.replace(/&[^;]+;/g, (entity) => signs[entity] ?? entity);
}

describe("every command of the developers page runs as it stands", () => {
  test.each(commands)("%s", async (command) => {
    const { stdout } = await run("sh", ["-c", command]);
    if (command.startsWith("address=")) return expect(stdout.trim()).toBe("304");
    if (command.startsWith("for name")) return expect(stdout).toMatch(/^(?:ratelimit: "checks";r=\d+;t=\d+\s+){3}$/i);
    const answer = JSON.parse(stdout);
    if (command.includes("/nothing-here")) return expect(answer).toMatchObject({ code: "not_found", status: 404 });
    expect(answer).not.toHaveProperty("code");
    expect(answer).not.toHaveProperty("error");
    if (command.includes("jsonrpc")) expect(answer.result).toHaveProperty("structuredContent.plans");
  });
});

test("there is a command for every endpoint and for each generation of MCP", async () => {
  const { paths } = (await (await fetch(`${origin}/api/v1/openapi.json`)).json()) as { paths: object };
  expect(commands.filter((command) => !command.includes("jsonrpc"))).toHaveLength(Object.keys(paths).length + 4);
  for (const revision of ["2025-11-25", "2026-07-28"]) {
    expect(commands.filter((command) => command.includes(`MCP-Protocol-Version: ${revision}`))).toHaveLength(1);
  }
});

test("the client's configuration is JSON and names the server", () => {
  const configuration = JSON.parse(blocks.find((block) => block.startsWith("{")) ?? "");
  expect(configuration).toEqual({ mcpServers: { "maple-hosting": { type: "http", url: `${origin}/api/v1/mcp` } } });
});
