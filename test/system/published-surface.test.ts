import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { API_PATH } from "../../shared/platform/addresses.ts";
import { AccountClient, type McpAnswer } from "../support/account-client.ts";
import { get } from "../support/catalogue-api.ts";
import { useWorld } from "../support/world.ts";
import { earlier, result } from "./mcp/exchange.ts";

const SURFACE_FOLDER = join(PROJECT, "test/surface");
const api = new AccountClient();

/**
 * The published surface, by the name of its committed file. Commit changed files together with the change.
 * `npm run update-surface` writes the files. `npm run check` refuses a change that breaks clients of the released
 * version.
 */
const SURFACE: Record<string, () => Promise<unknown>> = {
  "openapi.catalogue.json": () => get("/openapi.json"),
  "tools.catalogue.json": () => result(earlier("tools/list", undefined, { version: "2025-11-25" })),
  "openapi.account.json": async () => (await fetch(`${inject("origin")}${API_PATH}/account/openapi.json`)).json(),
  "tools.account.json": async () => {
    const response = await api.post(LIST, { login: "nocard" });
    return ((await response.json()) as McpAnswer).result;
  },
};

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const EXTRA = { EXTRA_TOOLS: "true" };
const extended = useWorld({ vars: { account: EXTRA, catalogue: EXTRA } });
const EXTENDED: Record<string, () => Promise<Response>> = {
  catalogue: () =>
    fetch(`${extended.origin}${API_PATH}/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(LIST),
    }),
  account: () => extended.api.post(LIST),
};

test.each(Object.entries(SURFACE))("%s equals its committed file", async (name, read) => {
  compare(name, await read(), inject("origin"));
});

test.each(Object.entries(EXTENDED))(
  "EXTRA_TOOLS adds tools to the %s server and changes no other tool",
  async (server, list) => {
    const { result } = (await (await list()).json()) as { result: { tools: { name: string }[] } };
    const { tools: usual } = committed(`tools.${server}.json`) as typeof result;
    const isUsual = ({ name }: { name: string }) => usual.some((one) => one.name === name);
    expect(result.tools.filter(isUsual)).toEqual(usual);
    const added = result.tools.filter((tool) => !isUsual(tool));
    expect(added).not.toEqual([]);
    compare(`extra-tools/tools.${server}.json`, { tools: added }, extended.origin);
  },
);

const UPDATING = process.env.UPDATE_SURFACE === "1";

function compare(name: string, read: unknown, origin: string): void {
  const served = JSON.stringify(read, null, 2).replaceAll(origin, "https://desk.example");
  if (UPDATING) writeFileSync(join(SURFACE_FOLDER, name), `${served}\n`);
  expect(JSON.parse(served)).toEqual(committed(name));
}

function committed(name: string): unknown {
  return JSON.parse(readFileSync(join(SURFACE_FOLDER, name), "utf8"));
}
