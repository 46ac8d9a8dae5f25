import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { publishedSchema } from "../../shared/api/definition/json-schema.ts";
import { type AnyOperation, pathParameters } from "../../shared/api/definition/operation.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../workers/catalogue/operations/index.ts";
import { ACCOUNT_TABLE, type TableRow } from "../support/account-table.ts";

/** Operations as the transports see them, without their own schemas. */
const WORKERS: { worker: string; operations: AnyOperation<never>[] }[] = [
  { worker: "catalogue", operations: catalogueOperations },
  { worker: "account", operations: accountOperations },
];

test("the provider's optional tools have the contract's names", () => {
  const optional = (operations: AnyOperation<never>[]) => operations.flatMap(({ optionalTool }) => optionalTool ?? []);
  expect(WORKERS.map(({ operations }) => optional(operations))).toEqual([
    ["search_domains"],
    ["list_my_orders", "get_dns_zone", "change_dns_records"],
  ]);
});

test("the account's operations are those of the contract's table, in its order", () => {
  const rowOf = (operation: AnyOperation<never> & { asks?: TableRow["asks"] }): TableRow => {
    const { id, http, tool, access, effect, asks } = operation;
    const route = `${http.method} ${http.path}`;
    return { id, route, tool: tool ?? null, access: access ?? null, effect, asks: asks ?? [] };
  };
  expect(accountOperations.map(rowOf)).toEqual(ACCOUNT_TABLE);
});

test("only an operation without a credential may repeat its answer without running", () => {
  for (const { id, access, freshFor } of accountOperations as AnyOperation<never>[]) {
    expect(freshFor > 0, id).toBe(access === undefined);
  }
});

test("orders, quotes and changes, which a billing system may leave to its client area, declare that answer", () => {
  const isAlwaysThere = /^(?:get(?:Account|OpenApi|PaymentMethodsLink)|list(?!Orders)\w+|readDnsZone)$/;
  const declares = ({ problems }: AnyOperation<never>) => problems.includes("not_offered");
  const acting = accountOperations.filter(({ id }) => !isAlwaysThere.test(id));
  expect(acting.length).toBeGreaterThan(10);
  const missing = acting.filter((operation) => !declares(operation)).map(({ id }) => id);
  expect(missing, "each declares not_offered, or isAlwaysThere names it").toEqual([]);
});

test("the account's MCP server can list the tools of both", () => {
  const tools = WORKERS.flatMap(({ operations }) => operations.flatMap(({ tool }) => tool ?? []));
  expect(new Set(tools).size).toBe(tools.length);
});

describe.each(WORKERS)("$worker", ({ worker, operations }) => {
  test("ids and tools are unique", () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    const tools = operations.flatMap(({ tool }) => tool ?? []);
    expect(new Set(tools).size).toBe(tools.length);
  });

  test.each(operations)("$id: has a file named like it", ({ id }) => {
    expect(existsSync(join(PROJECT, `workers/${worker}/operations/${fileName(id)}.ts`))).toBe(true);
  });

  test.each(operations)("$id: its texts are complete", ({ title, summary, description, tool }) => {
    expect(title).toMatch(/^[A-Z][^.]{3,60}$/);
    for (const text of [summary.en, summary.fr, description]) expect(text).toMatch(/^\p{Lu}.*\.$/su);
    expect(summary.fr).not.toBe(summary.en);
    if (tool) expect(tool).toMatch(/^[a-z][a-z_]{1,63}$/);
  });

  test.each(operations)("$id: every member of input and output has a description", ({ input, output, example }) => {
    expect(input.safeParse({ ...example, colour: "red" }).success, "strict input").toBe(false);
    expect(publishedSchema(output).schema.additionalProperties, "open output").not.toBe(false);
    const { schema } = publishedSchema(input);
    for (const [name, member] of Object.entries(schema.properties as object)) {
      expect(member.description, name).toMatch(/\.$/);
      expect(member.type, `${name} has one plain type`).toBeTypeOf("string");
    }
  });

  test.each(operations)("$id: its path parameters are required members of its input", ({ http, input }) => {
    for (const name of pathParameters(http.path)) expect(input.shape).toHaveProperty(name);
  });
});

/** `listPlans` → `list-plans` */
function fileName(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
