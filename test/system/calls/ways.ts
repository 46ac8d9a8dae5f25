import { BASE_SCOPE } from "../../../shared/account-access/scopes.ts";
import {
  type AnyOperation,
  isKeyed,
  pathParameters,
  takesBody,
  withOptionalTools,
} from "../../../shared/api/definition/operation.ts";
import { accountOperations } from "../../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../../workers/catalogue/operations/index.ts";
import { ACCOUNT_TABLE, type TableRow } from "../../support/account-table.ts";
import type { Needed } from "./access.ts";
import type { Input } from "./known-account.ts";
import type { McpServerName } from "./served-api.ts";

export type Transport = "http" | "mcp";
export type AnOperation = AnyOperation<never>;

/** One way to call an operation: a transport and, over MCP, a tool of a server. */
export interface Way {
  /** The operation and the transport, such as `renewDomain over mcp`. */
  name: string;
  operation: AnOperation;
  transport: Transport;
  /** The name of the called tool; `null` over HTTP. */
  tool: string | null;
  server: McpServerName;
  row: TableRow;
  /** The access that the call needs; `null` if anyone may call it. A preview needs the access of its tool. */
  needed: Needed | null;
}

/** The account operations. They include the optional tools that a provider can switch on. */
export const OPERATIONS: readonly AnOperation[] = withOptionalTools<AnOperation>(accountOperations);
const CATALOGUE: readonly AnOperation[] = withOptionalTools<AnOperation>(catalogueOperations);

function rowOf(id: string): TableRow {
  const row = ACCOUNT_TABLE.find((one) => one.id === id);
  if (!row) throw new Error(`${id} has no row in test/support/account-table.ts: what is promised of it?`);
  return row;
}

function neededOf({ id, access }: TableRow): Needed | null {
  return access && { ...access, opensWith: id };
}

/**
 * Every account operation, over HTTP and, if it has a tool, over MCP. A preview operation is called through the tool
 * that it previews.
 */
const ACCOUNT_WAYS: readonly Way[] = OPERATIONS.flatMap((operation) => {
  const row = rowOf(operation.id);
  const own = { operation, row, needed: neededOf(row), server: "account" as const };
  const ways: Way[] = [{ ...own, name: `${operation.id} over http`, transport: "http", tool: null }];
  const asTool = { ...own, name: `${operation.id} over mcp`, transport: "mcp" as const };
  if (operation.tool !== undefined) ways.push({ ...asTool, tool: operation.tool });
  const previewing = OPERATIONS.find(({ previewOperation }) => previewOperation?.operation.id === operation.id);
  if (previewing?.tool !== undefined) {
    ways.push({ ...asTool, tool: previewing.tool, needed: neededOf(rowOf(previewing.id)) });
  }
  return ways;
});

/** The ways to call an account operation that needs a credential. */
export const CALLS = ACCOUNT_WAYS.filter(({ needed }) => needed !== null);

function catalogueWays(server: McpServerName): Way[] {
  return CATALOGUE.flatMap((operation) => {
    const { id, tool, http } = operation;
    if (tool === undefined) return [];
    const row: TableRow = { id, route: `GET ${http.path}`, tool, access: null, effect: "read", asks: [] };
    // Any connection to the account server may call these tools, whatever its scopes, limit and login.
    const base: Needed = { scope: BASE_SCOPE, permissions: [], limit: "whole", opensWith: id };
    const needed = server === "account" ? base : null;
    return { operation, row, needed, tool, server, name: `${id} over mcp, ${server}`, transport: "mcp" };
  });
}

/** The catalogue tools on the account's MCP server. */
export const CATALOGUE_CALLS = catalogueWays("account");

/** Every way to call any operation. */
export const WAYS: readonly Way[] = [
  ...ACCOUNT_WAYS,
  ...CATALOGUE_CALLS,
  ...catalogueWays("catalogue"),
  ...CATALOGUE.map((operation): Way => {
    const { id, http } = operation;
    const row: TableRow = { id, route: `GET ${http.path}`, tool: null, access: null, effect: "read", asks: [] };
    return {
      operation,
      row,
      needed: null,
      tool: null,
      server: "catalogue",
      name: `${id} over http`,
      transport: "http",
    };
  }),
];

/** Every way to call an operation that changes an account. */
export const ACTING = CALLS.filter(({ operation }) => takesBody(operation));
export const KEYED = CALLS.filter(({ operation }) => isKeyed(operation));

/** Returns the path members that name a target in the account. */
export function ownMembers({ http }: AnOperation): string[] {
  return pathParameters(http.path);
}

/** Returns the example input of the operation. */
export function exampleOf({ operation }: Way): Input {
  return operation.example as Input;
}
