/**
 * A value that the database assigns in the transaction that stores it, such as the id of a row inserted by an earlier
 * statement. Until it is stored, JSON has null in its place.
 */
export class Assigned<Value> {
  /** An SQL expression. */
  readonly sql: string;
  declare protected readonly value: Value;

  constructor(sql: string) {
    this.sql = sql;
  }

  toJSON(): null {
    return null;
  }
}

/** The id of the row that was inserted last into a table, for the statements after it in the same transaction. */
export const NEW_ID = {
  domain: new Assigned<number>("(SELECT max(id) FROM domains)"),
  service: new Assigned<number>("(SELECT max(id) FROM services)"),
  order: new Assigned<number>("(SELECT max(id) FROM orders)"),
  invoice: new Assigned<number>("(SELECT max(id) FROM invoices)"),
};

/** A value before it is stored: any text or number in it may still have to be assigned. */
export type Draft<Value> = Value extends string | number
  ? Value | Assigned<Value>
  : Value extends object
    ? { [Member in keyof Value]: Draft<Value[Member]> }
    : Value;
