import { catalogueTables } from "../../scripts/catalogue/catalogue-tables.ts";
import { replacements } from "../../scripts/catalogue/table-sql.ts";
import { catalogue } from "./catalogue.ts";
import { calendarAround } from "./customers/calendar.ts";
import { customerTables } from "./customers/customer-tables.ts";

/**
 * SQL that puts the demonstration data into an embedded billing engine, in place of its catalogue and its customers.
 * @param today the reference day of the dates in customers' data
 */
export function seedStatements(today = new Date()): string[] {
  return replacements([
    ...catalogueTables(catalogue),
    ["demonstration_clock", []],
    ...customerTables(calendarAround(today)),
  ]);
}
