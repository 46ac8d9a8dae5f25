import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { AccountClient, EVERY_SCOPE } from "../../support/account-client.ts";
import { returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { codeBlocks, developersPaths, fencedBlocks } from "./developers.ts";

const api = new AccountClient();

const origin = inject("origin");
const run = promisify(execFile);

const pages = await Promise.all(
  (await developersPaths(origin)).map(async (path) => (await fetch(`${origin}${path}?lang=fr`)).text()),
);
const blocks = [...new Set(pages.flatMap(codeBlocks))];
/** The independent commands. `test/system/journeys/acting/worked-examples.ts` covers commands that use `ask`. */
const commands = blocks.filter((block) => /^(?:curl|address=|VERIFIER=|KEY=)/.test(block) && !block.includes("ask "));
/** The commands that connect an application. Each needs the output of the previous command. */
const connecting = commands.filter((command) => /\/oauth\//.test(command));
/**
 * The commands that act on an account. The tests use an account without the named items, so the commands change
 * nothing.
 */
const acting = commands.filter((command) => command.includes("curl -X "));
const others = commands.filter((command) => !connecting.includes(command) && !acting.includes(command));

async function sh(command: string, variables: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run("sh", ["-c", command], { env: { ...process.env, ...variables } });
  return stdout;
}

describe("the commands on the developer pages, run as published", () => {
  let token: string;
  beforeAll(async () => {
    token = await api.token();
  });

  test.each(others)("a command that reads returns a result: %s", async (command) => {
    const stdout = await sh(command, { TOKEN: token });
    if (command.startsWith("address=")) return expect(stdout.trim()).toBe("304");
    if (command.includes("jq -r")) return expect(stdout).toMatch(/^(?:[\w.-]+: \S.*\n){3,}$/);
    const answer = JSON.parse(stdout);
    if (command.includes("lang=xx")) return expect(answer).toMatchObject({ code: "invalid_parameter", status: 400 });
    expect(answer).not.toHaveProperty("code");
    expect(answer).not.toHaveProperty("error");
    if (!("jsonrpc" in answer)) return;
    expect(answer.result.isError).not.toBe(true);
    const list = command.includes("/account/mcp") ? "services" : "plans";
    expect(answer.result).toHaveProperty(`structuredContent.${list}`);
  });

  test.each(acting)("a command that acts is refused for an account without the item: %s", async (command) => {
    const token = await api.token({ login: "nocard", scopes: EVERY_SCOPE });
    const { code } = JSON.parse(await sh(command, { TOKEN: token }));
    expect(["not_found", "terms_not_accepted", "refused", "payment_method_missing"]).toContain(code);
  });

  test("the commands that connect an application run in order", async () => {
    const [register, authorize, exchange, refresh, revoke, ...more] = connecting as [string, ...string[]];
    expect(more).toEqual([]);
    const { client_id: CLIENT_ID } = JSON.parse(await sh(register));
    const printed = await sh(`${authorize}\necho "$VERIFIER $STATE"`, { CLIENT_ID });
    const [address = "", made = ""] = printed.split("\n");
    const [VERIFIER = "", state] = made.split(" ");

    const visitor = new PageVisitor(origin);
    const signIn = await visitor.open(new URL(address));
    const consent = await visitor.submit(signIn, "email", { email: "big@maple.example", password: "maple-big" });
    const back = await returnedTo(visitor.submit(consent, "decision", { limit: "all", decision: "allow" }));
    expect(back.origin + back.pathname).toBe("http://127.0.0.1:8976/callback");
    expect(back.searchParams.get("state")).toBe(state);
    expect(back.searchParams.get("iss")).toBe(origin);

    const CODE = back.searchParams.get("code") ?? "";
    const first = JSON.parse(await sh(exchange as string, { CLIENT_ID, CODE, VERIFIER }));
    expect(first).toMatchObject({ expires_in: 3600, scope: "account:read" });
    const second = JSON.parse(await sh(refresh as string, { CLIENT_ID, REFRESH_TOKEN: first.refresh_token }));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const read = () =>
      fetch(`${origin}/api/v1/account`, { headers: { Authorization: `Bearer ${second.access_token}` } });
    expect((await read()).status).toBe(200);
    expect(await sh(revoke as string, { CLIENT_ID, REFRESH_TOKEN: second.refresh_token })).toBe("");
    expect((await read()).status).toBe(401);
  });
});

/**
 * The documents with shell blocks to run. Two blocks are skipped: `test/system/commands` covers `npm start`, and `npm
 * test` runs this test.
 */
const documents = ["README.md", ...globSync("docs/start/*.md").sort()];
const shellBlocks = documents.flatMap((path) =>
  fencedBlocks(readFileSync(path, "utf8"), "sh")
    .filter((block) => !/^npm (?:start|test)$/.test(block))
    .map((block) => block.replaceAll("http://localhost:8787", origin)),
);

describe("the shell blocks in README and docs/start, run as published", () => {
  test.each(shellBlocks)("a block prints a result: %s", async (block) => {
    const printed = await sh(block, { TOKEN: await api.token({ scopes: EVERY_SCOPE }) });
    expect(printed).toMatch(/\S/);
    expect(printed).not.toContain("/problems/");
    if (block.includes("PATCH")) expect(printed).toMatch(/"added".*"zone_changed".*"not_bridged"/s);
  });
});

test("every MCP message on an operation page calls its tool", async () => {
  const token = await api.token({ login: "nocard", scopes: EVERY_SCOPE });
  const messages = blocks.filter((block) => block.startsWith("{") && block.includes('"tools/call"'));
  expect(messages.length).toBeGreaterThan(20);
  for (const body of messages) {
    const answer = await fetch(`${origin}/api/v1/account/mcp`, {
      ...{ method: "POST", body },
      headers: {
        ...{ Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        Accept: "application/json, text/event-stream",
      },
    });
    const { result } = (await answer.json()) as { result: { isError?: boolean; content: { text: string }[] } };
    const code = result.isError ? JSON.parse(result.content[0]?.text ?? "").code : "answered";
    expect(["answered", "not_found", "terms_not_accepted", "refused", "payment_method_missing"], body).toContain(code);
  }
});

test("every general client configuration is JSON and names the server", () => {
  // A configuration with `type` is the general one for all clients.
  const isGeneral = (block: string) => block.includes("mcpServers") && block.includes('"type"');
  const configurations = blocks.filter(isGeneral).map((block) => JSON.parse(block));
  const account = { type: "http", url: `${origin}/api/v1/account/mcp` };
  expect(configurations).toEqual([
    { mcpServers: { "maple-account": { ...account, headers: { Authorization: "Bearer fdk_…" } } } },
    { mcpServers: { "maple-hosting": { type: "http", url: `${origin}/api/v1/mcp` } } },
    { mcpServers: { "maple-account": account } },
  ]);
});
