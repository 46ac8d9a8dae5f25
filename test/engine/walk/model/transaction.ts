import { keyOf, type TableName, type Tables } from "./rows.ts";
import type { ModelState } from "./state.ts";

/** A call or job that runs transactions. */
export interface Task {
  name: string;
  kind: "customer" | "jobs" | "operator" | "outside";
  /** Number of transactions before the task began. */
  since: number;
}

/** One recorded change of a row. `before` is `null` for an insert, and `after` is `null` for a delete. */
export interface RowChange {
  table: TableName;
  before: Tables[TableName] | null;
  after: Tables[TableName] | null;
}

/** A row before and after a transaction; `null` if the row did not exist at that time. */
export interface NetChange<Table extends TableName = TableName> {
  table: Table;
  key: string;
  before: Tables[Table] | null;
  after: Tables[Table] | null;
}

/** One transaction: the net change of each row, compared with the state before the transaction. */
export class Transaction {
  readonly task: Task;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly changes: NetChange[];
  readonly state: ModelState;
  readonly #byKey = new Map<string, NetChange>();

  /** @param rows the row changes in their order @param state the state before the transaction */
  constructor(task: Task, today: string, rows: RowChange[], state: ModelState) {
    this.task = task;
    this.today = today;
    this.state = state;
    for (const { table, before, after } of rows) {
      const key = keyOf(table, (after ?? before) as Tables[typeof table]);
      const known = this.#byKey.get(`${table} ${key}`);
      if (known) known.after = after;
      else this.#byKey.set(`${table} ${key}`, { table, key, before, after });
    }
    this.changes = [...this.#byKey.values()].filter(
      ({ before, after }) => before !== after && JSON.stringify(before) !== JSON.stringify(after),
    );
  }

  of<Table extends TableName>(table: Table): NetChange<Table>[] {
    return this.changes.filter((change) => change.table === table) as unknown as NetChange<Table>[];
  }

  inserted<Table extends TableName>(table: Table): Tables[Table][] {
    return this.of(table).flatMap(({ before, after }) => (before === null && after ? [after] : []));
  }

  /** Returns the changed rows that existed before the transaction and still exist. */
  updated<Table extends TableName>(table: Table): { before: Tables[Table]; after: Tables[Table] }[] {
    return this.of(table).flatMap(({ before, after }) => (before && after ? [{ before, after }] : []));
  }

  /** Returns the orders that the transaction completed, including those that needed no payment. */
  doneOrders(): Tables["orders"][] {
    return this.of("orders").flatMap(({ before, after }) =>
      after?.status === "done" && before?.status !== "done" ? [after] : [],
    );
  }

  /** Returns a row as it is after the transaction, or `null` if it does not exist. */
  after<Table extends TableName>(table: Table, ...key: (string | number)[]): Tables[Table] | null {
    const changed = this.#byKey.get(`${table} ${key.join(" ")}`) as NetChange<Table> | undefined;
    return changed ? changed.after : (this.state.row(table, ...key) ?? null);
  }

  /** Returns whether the row changed from one status to the other. */
  moved<Table extends "orders" | "invoices" | "services" | "domains">(
    table: Table,
    id: number | null,
    from: Tables[Table]["status"],
    to: Tables[Table]["status"],
  ): boolean {
    const changed = id === null ? undefined : (this.#byKey.get(`${table} ${id}`) as NetChange<Table> | undefined);
    return changed?.before?.status === from && changed.after?.status === to;
  }
}
