import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { publishedSchema } from "../../shared/api/definition/json-schema.ts";
import { type AnyOperation, pathParameters } from "../../shared/api/definition/operation.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../workers/catalogue/operations/index.ts";
import { ACCOUNT_TABLE, type TableRow } from "../support/account-table.ts";

/** The operations as the transports see them, without the types of their schemas. */
const WORKERS: { worker: string; operations: AnyOperation<never>[] }[] = [
  { worker: "catalogue", operations: catalogueOperations },
  { worker: "account", operations: accountOperations },
];

test("the optional tools have the names in the contract", () => {
  const optional = (operations: AnyOperation<never>[]) => operations.flatMap(({ optionalTool }) => optionalTool ?? []);
  expect(WORKERS.map(({ operations }) => optional(operations))).toEqual([
    ["search_domains"],
    ["list_my_orders", "get_dns_zone", "change_dns_records"],
  ]);
});

test("the account operations match the contract's table and its order", () => {
  const rowOf = (operation: AnyOperation<never> & { asks?: TableRow["asks"] }): TableRow => {
    const { id, http, tool, access, effect, asks } = operation;
    const route = `${http.method} ${http.path}`;
    return { id, route, tool: tool ?? null, access: access ?? null, effect, asks: asks ?? [] };
  };
  expect(accountOperations.map(rowOf)).toEqual(ACCOUNT_TABLE);
});

test("an account operation can return a stored answer exactly if it requires no credential", () => {
  for (const { id, access, freshFor } of accountOperations as AnyOperation<never>[]) {
    expect(freshFor > 0, id).toBe(access === undefined);
  }
});

test("every order, quote and change declares not_offered, because a billing system can leave any of them to the client area", () => {
  const isAlwaysThere = /^(?:get(?:Account|OpenApi|PaymentMethodsLink)|list(?!Orders)\w+|readDnsZone)$/;
  const declares = ({ problems }: AnyOperation<never>) => problems.includes("not_offered");
  const acting = accountOperations.filter(({ id }) => !isAlwaysThere.test(id));
  expect(acting.length).toBeGreaterThan(10);
  const missing = acting.filter((operation) => !declares(operation)).map(({ id }) => id);
  expect(missing, "each declares not_offered, or isAlwaysThere names it").toEqual([]);
});

test("the tool names of both Workers are distinct, so the account's MCP server can list all tools", () => {
  const tools = WORKERS.flatMap(({ operations }) => operations.flatMap(({ tool }) => tool ?? []));
  expect(new Set(tools).size).toBe(tools.length);
});

describe.each(WORKERS)("the operations of the $worker Worker", ({ worker, operations }) => {
  test("have unique ids and tools", () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    const tools = operations.flatMap(({ tool }) => tool ?? []);
    expect(new Set(tools).size).toBe(tools.length);
  });

  test.each(operations)("$id is defined in a file with its name", ({ id }) => {
    expect(existsSync(join(PROJECT, `workers/${worker}/operations/${fileName(id)}.ts`))).toBe(true);
  });

  test.each(operations)("$id has complete texts", ({ title, summary, description, tool }) => {
    expect(title).toMatch(/^[A-Z][^.]{3,60}$/);
    for (const text of [summary.en, summary.fr, description]) expect(text).toMatch(/^\p{Lu}.*\.$/su);
    expect(summary.fr).not.toBe(summary.en);
    if (tool) expect(tool).toMatch(/^[a-z][a-z_]{1,63}$/);
  });

  test.each(operations)(
    "$id describes every input field, accepts no others, and leaves its output open to new fields",
    ({ input, output, example }) => {
      expect(input.safeParse({ ...example, colour: "red" }).success, "strict input").toBe(false);
      expect(publishedSchema(output).schema.additionalProperties, "open output").not.toBe(false);
      const { schema } = publishedSchema(input);
      for (const [name, member] of Object.entries(schema.properties as object)) {
        expect(member.description, name).toMatch(/\.$/);
        expect(member.type, `${name} has one plain type`).toBeTypeOf("string");
      }
    },
  );

  test.each(operations)("$id requires its path parameters as fields of its input", ({ http, input }) => {
    for (const name of pathParameters(http.path)) expect(input.shape).toHaveProperty(name);
  });
});

/** Converts `listPlans` to `list-plans`. */
function fileName(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
