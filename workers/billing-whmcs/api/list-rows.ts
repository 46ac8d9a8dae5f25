import { isJsonObject } from "../../../shared/platform/json.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ListAction } from "./action.ts";
import { type CallContext, fieldsOf } from "./call-context.ts";
import { pathsOf } from "./unusable-answers.ts";

/** One row of a list, if it reads and is the account's; else it is logged. */
export function readRow<Row extends { id: number }>(
  { name, row: schema, ownerOf }: ListAction<Row>,
  item: unknown,
  context: CallContext,
): Row | "unread" | "foreign" {
  const fields = fieldsOf(name, context);
  const read = schema.safeParse(item);
  if (!read.success) {
    const row = /^\d{1,16}$/.exec(String(idOf(item)))?.[0];
    log("billing_row_unread", { ...fields, row, at: pathsOf(read.error) });
    return "unread";
  }
  if (!ownerOf || ownerOf(read.data) === context.accountId) return read.data;
  log("billing_foreign_row", { ...fields, row: read.data.id });
  return "foreign";
}

/** The number of a row that need not read otherwise; a product for sale has its number as `pid` alone. */
export function idOf(item: unknown): string | number | undefined {
  const id = isJsonObject(item) ? (item.id ?? item.pid) : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
