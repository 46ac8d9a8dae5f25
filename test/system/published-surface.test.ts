import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
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
 * writes them anew and refuses to drop what was published.
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
  const committed = readIfThere(file);
  if (UPDATING) {
    if (committed)
      expect(dropped(JSON.parse(committed), JSON.parse(served)), "dropped from what was published").toEqual([]);
    mkdirSync(join(PROJECT, "test/surface"), { recursive: true });
    writeFileSync(file, `${served}\n`);
  }
  expect(JSON.parse(served)).toEqual(JSON.parse(readIfThere(file) ?? "null"));
});

test("dropping a key is noticed", () => {
  expect(dropped({ a: [{ name: "x", b: 1 }], c: 1 }, { a: [{ name: "x" }], c: 2 })).toEqual(["/a/x/b"]);
  const example = (value: object) => ({ examples: { recorded: { value } } });
  expect(dropped(example({ a: 1 }), example({ b: 1 }))).toEqual([]);
  expect(dropped({ examples: { a: { $ref: "#/a" } } }, { examples: {} })).toEqual([]);
  expect(dropped({ a: [{ name: "x" }, { name: "y" }] }, { a: [{ name: "y" }] })).toEqual(["/a/x"]);
});

/**
 * The paths of members that the first value has and the second has not; named list items are matched by name. Which
 * examples there are and what they show is no promise: they are others whenever other answers are recorded.
 */
function dropped(before: unknown, after: unknown, path = ""): string[] {
  if (typeof before !== "object" || before === null || /\/examples$/.test(path)) return [];
  const old = membersOf(before);
  const now = typeof after === "object" && after !== null ? membersOf(after) : new Map<string, unknown>();
  return [...old].flatMap(([key, value]) =>
    now.has(key) ? dropped(value, now.get(key), `${path}/${key}`) : [`${path}/${key}`],
  );
}

function membersOf(value: object): Map<string, unknown> {
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  return new Map(value.map((item, index) => [item?.name ?? (typeof item === "string" ? item : String(index)), item]));
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
