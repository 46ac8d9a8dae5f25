const KEY = "hold";

/** The rows of tables and the values of keys that a restore must not undo. */
export interface CarriedState {
  tables: Record<string, Record<string, SqlStorageValue>[]>;
  keys: Record<string, unknown>;
}

/** A restore that has begun: what it carries across, and the bookmark that it restores. */
export interface CarriedRestore {
  id: string;
  bookmark: string;
  state: CarriedState;
}

/** The mark of a hold in the object's own storage. A restore of the object takes the mark away. */
interface Mark {
  /** The restore that the hold is for; null: none. */
  restore: string | null;
  /** The object is restored, and has what was carried. */
  isMerged: boolean;
}

/**
 * The hold of an object, and what its restore carries across. The mark in its own storage is checked in the tick in which something is
 * sent; `StoreHolds` has the same hold, for the time until the restored object has the mark again.
 */
export class ObjectHold {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get isHeld(): boolean {
    return this.#mark !== null;
  }

  /** What a restore carries was read, and the object is not restored yet: what is written now is lost. */
  get isBeingRestored(): boolean {
    const mark = this.#mark;
    return mark !== null && mark.restore !== null && !mark.isMerged;
  }

  hold(): void {
    if (!this.isHeld) this.#write({ restore: null, isMerged: false });
  }

  resume(): void {
    this.#storage.kv.delete(KEY);
  }

  /** Marks the object and reads what it carries, in one tick: nothing is sent in between or afterwards. */
  carry(restore: string, read: () => CarriedState): CarriedState {
    this.#write({ restore, isMerged: false });
    return read();
  }

  /**
   * Writes what was carried, once the object is restored. Repeating it changes nothing.
   * @returns false if the object is not restored yet
   */
  merge({ id, state }: Pick<CarriedRestore, "id" | "state">, write: (state: CarriedState) => void): boolean {
    const mark = this.#mark;
    if (mark?.restore === id) return mark.isMerged;
    this.#storage.transactionSync(() => {
      write(state);
      this.#write({ restore: id, isMerged: true });
    });
    return true;
  }

  get #mark(): Mark | null {
    return this.#storage.kv.get<Mark>(KEY) ?? null;
  }

  #write(mark: Mark): void {
    this.#storage.kv.put(KEY, mark);
  }
}

/** The rows of a query, to be carried. */
export function carriedRows(
  sql: SqlStorage,
  query: string,
  ...values: SqlStorageValue[]
): CarriedState["tables"][string] {
  return sql.exec(query, ...values).toArray();
}

/** Writes carried rows over those of the same keys. */
export function writeRows(sql: SqlStorage, table: string, rows: CarriedState["tables"][string] = []): void {
  for (const row of rows) {
    const columns = Object.keys(row);
    const marks = columns.map(() => "?").join(", ");
    sql.exec(`INSERT OR REPLACE INTO ${table} (${columns.join(", ")}) VALUES (${marks})`, ...Object.values(row));
  }
}
