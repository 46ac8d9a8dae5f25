import { toMajorUnits } from "../../shared/platform/money.ts";
import type { Row, Table, Value } from "./table-sql.ts";

/** The label of a row of each table, and the columns that identify the row. */
const ROWS: Record<string, { is: string; key: string[] }> = {
  product_lines: { is: "line", key: ["id"] },
  product_line_texts: { is: "text of line", key: ["line_id", "language"] },
  plans: { is: "plan", key: ["id"] },
  plan_texts: { is: "text of plan", key: ["plan_id", "language"] },
  plan_features: { is: "feature of plan", key: ["plan_id", "language", "position"] },
  specifications: { is: "row of the comparison", key: ["id"] },
  specification_texts: { is: "text of row", key: ["specification_id", "language"] },
  plan_specifications: { is: "value of plan", key: ["plan_id", "specification_id", "language"] },
  link_templates: { is: "link", key: ["kind", "language"] },
  plan_prices: { is: "price of plan", key: ["plan_id", "currency", "billing_cycle"] },
  plan_discounts: { is: "discount of plan", key: ["plan_id"] },
  plan_discount_cycles: { is: "discounted cycle of plan", key: ["plan_id", "billing_cycle"] },
  extensions: { is: "extension", key: ["tld"] },
  extension_prices: { is: "price of extension", key: ["tld", "currency"] },
  terms: { is: "terms", key: ["scope", "in_force_on"] },
};

const AMOUNTS = ["amount", "setup_fee", "register", "transfer", "renew"];
/** Longer texts would make the following lines hard to find. */
const SHOWN_LENGTH = 40;

/**
 * SQL: reads the current catalogue, and the plans, extensions and terms that customers use or may have accepted.
 * {@link changesTo} reads the results.
 */
export const CURRENT_STATEMENTS = [
  ...Object.keys(ROWS).map((table) => `SELECT * FROM ${table}`),
  `SELECT DISTINCT 'plan ' || plan_id AS what FROM services
    WHERE plan_id IS NOT NULL AND status NOT IN ('cancelled', 'terminated', 'fraud')`,
  `SELECT DISTINCT 'plan ' || plan_id AS what FROM orders WHERE plan_id IS NOT NULL AND status IN ('open', 'paid')`,
  `SELECT DISTINCT trim('terms ' || scope || ' ') || ' ' || in_force_on AS what FROM terms WHERE in_force_on <= date('now')`,
  `SELECT DISTINCT 'extension ' || substr(name, instr(name, '.')) AS what FROM domains
    WHERE status NOT IN ('expired', 'transferred_away', 'cancelled', 'fraud')`,
].join(";");

/** The differences between the current catalogue and a new one. */
export interface Changes {
  lines: string[];
  /**
   * The parts that the new catalogue removes although customers use or may have accepted them, such as
   * `plan web-start`.
   */
  inUse: string[];
}

/**
 * Compares the current catalogue with a new one.
 * @param results the results of {@link CURRENT_STATEMENTS}
 * @param tables the rows of the new catalogue
 */
export function changesTo(results: Record<string, unknown>[][], tables: readonly Table[]): Changes {
  const currentOf = new Map(Object.keys(ROWS).map((table, index) => [table, results[index] as Row[]]));
  const had = new Set(results.slice(currentOf.size).flatMap((rows) => rows.map(({ what }) => String(what))));
  const removed: string[] = [];
  const lines = tables.flatMap(([table, rows]) => {
    const { is, key } = ROWS[table] ?? { is: table, key: [] };
    const nameOf = (row: Row) => [is, ...key.map((column) => row[column])].filter((part) => part !== "").join(" ");
    const before = new Map(currentOf.get(table)?.map((row) => [nameOf(row), row]));
    const after = new Map(rows.map((row) => [nameOf(row), row]));
    const gone = [...before.keys()].filter((name) => !after.has(name));
    removed.push(...gone);
    return [
      ...gone.map((name) => `- ${name}`),
      ...[...after].flatMap(([name, row]) => {
        const old = before.get(name);
        return old ? changedColumns(old, row).map((change) => `~ ${name}: ${change}`) : [`+ ${name}${pricesIn(row)}`];
      }),
    ];
  });
  return { lines, inUse: removed.filter((name) => had.has(name)) };
}

function changedColumns(before: Row, after: Row): string[] {
  return Object.entries(after).flatMap(([column, value]) =>
    before[column] === value ? [] : [`${column} ${shown(column, before[column] ?? null)} → ${shown(column, value)}`],
  );
}

function pricesIn(row: Row): string {
  const prices = Object.entries(row).filter(([column]) => AMOUNTS.includes(column));
  return prices.length > 0
    ? `: ${prices.map(([column, value]) => `${column} ${shown(column, value)}`).join(", ")}`
    : "";
}

function shown(column: string, value: Value): string {
  if (typeof value === "number" && AMOUNTS.includes(column)) return toMajorUnits(value).toFixed(2);
  const text = String(value ?? "none");
  return text.length > SHOWN_LENGTH ? `“${text.slice(0, SHOWN_LENGTH)}…”` : text;
}
