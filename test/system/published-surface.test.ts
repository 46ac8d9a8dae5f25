import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { API_PATH } from "../../shared/platform/addresses.ts";
import { AccountClient, type McpAnswer } from "../support/account-client.ts";
import { get } from "../support/catalogue-api.ts";
import { earlier, result } from "./mcp/exchange.ts";

const api = new AccountClient();

/**
 * What clients see, committed: a change of it is a change of these files, in the same commit. `npm run update-surface`
 * writes them; `npm run check` refuses a change that breaks clients of what was released.
 */
const SURFACE: Record<string, () => Promise<unknown>> = {
  "openapi.catalogue.json": () => get("/openapi.json"),
  "tools.catalogue.json": () => result(earlier("tools/list", undefined, { version: "2025-11-25" })),
  "openapi.account.json": async () => (await fetch(`${inject("origin")}${API_PATH}/account/openapi.json`)).json(),
  "tools.account.json": async () => {
    const response = await api.post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, { login: "nocard" });
    return ((await response.json()) as McpAnswer).result;
  },
};

const UPDATING = process.env.UPDATE_SURFACE === "1";

test.each(Object.entries(SURFACE))("%s is as committed", async (name, read) => {
  const served = JSON.stringify(await read(), null, 2).replaceAll(inject("origin"), "https://desk.example");
  const file = join(PROJECT, "test/surface", name);
  if (UPDATING) {
    writeFileSync(file, `${served}\n`);
  }
  expect(JSON.parse(served)).toEqual(JSON.parse(readFileSync(file, "utf8")));
});
