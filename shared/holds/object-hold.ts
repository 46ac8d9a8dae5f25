const KEY = "hold";

/** The table rows and key values that a restore must keep. */
export interface CarriedState {
  tables: Record<string, Record<string, SqlStorageValue>[]>;
  keys: Record<string, unknown>;
}

/** A restore in progress, with its carried state and the bookmark to which the object is restored. */
export interface CarriedRestore {
  id: string;
  bookmark: string;
  state: CarriedState;
}

/** The mark of a hold in the object's own storage. A restore of the object removes the mark. */
interface Mark {
  /** The restore for which the object is on hold; `null` if there is none. */
  restore: string | null;
  /** Whether the object is restored and has its carried state. */
  isMerged: boolean;
}

/**
 * The hold of an object, and the state that the object keeps when it is restored. Whenever the object sends something,
 * it checks the mark in its own storage in the same tick. `StoreHolds` has the same hold until the restored object has
 * the mark again.
 */
export class ObjectHold {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get isHeld(): boolean {
    return this.#mark !== null;
  }

  /** Whether the carried state was read but the object is not restored yet. Writes in that time would be lost. */
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

  /** Marks the object and reads its carried state in one tick. From then on, the object sends nothing. */
  carry(restore: string, read: () => CarriedState): CarriedState {
    this.#write({ restore, isMerged: false });
    return read();
  }

  /**
   * Writes the carried state once the object is restored. A repeated call changes nothing.
   * @returns `false` if the object is not restored yet
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

/** Returns the rows of a query that a restore must keep. */
export function carriedRows(
  sql: SqlStorage,
  query: string,
  ...values: SqlStorageValue[]
): CarriedState["tables"][string] {
  return sql.exec(query, ...values).toArray();
}

/** Writes carried rows. They replace rows that have the same keys. */
export function writeRows(sql: SqlStorage, table: string, rows: CarriedState["tables"][string] = []): void {
  for (const row of rows) {
    const columns = Object.keys(row);
    const marks = columns.map(() => "?").join(", ");
    sql.exec(`INSERT OR REPLACE INTO ${table} (${columns.join(", ")}) VALUES (${marks})`, ...Object.values(row));
  }
}
