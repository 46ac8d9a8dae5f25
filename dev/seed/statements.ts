import { catalogueTables } from "../../scripts/catalogue/catalogue-tables.ts";
import { replacements } from "../../scripts/catalogue/table-sql.ts";
import { catalogue } from "./catalogue.ts";
import { calendarAround } from "./customers/calendar.ts";
import { customerTables } from "./customers/customer-tables.ts";

/**
 * Returns the SQL statements that replace the catalogue and the customers of an embedded billing engine with the
 * demonstration data.
 * @param today the day that the dates in the customers' data are relative to
 */
export function seedStatements(today = new Date()): string[] {
  return replacements([
    ...catalogueTables(catalogue),
    ["demonstration_clock", []],
    ...customerTables(calendarAround(today)),
  ]);
}
