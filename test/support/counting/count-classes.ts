import { DurableObject, WorkerEntrypoint } from "cloudflare:workers";
import { replaced } from "./count-bindings.ts";
import { count, countCursor, TALLY_PATH, takeTally } from "./tally.ts";

type Class = abstract new (...args: never[]) => object;
type Method = (...args: unknown[]) => unknown;
type Methods = Record<string, Method>;

/** Maps each storage, or part of a storage, to the class name of its Durable Object. */
const subjects = new WeakMap<object, string>();
let areStoragesCounted = false;

/** Returns a Durable Object class that counts its calls, alarms and storage rows. */
export function countedObject<Counted extends Class>(name: string, counted: Counted): Counted {
  countMethods(counted.prototype as Methods, DurableObject.prototype, new Set(["constructor", "alarm"]), (method) => {
    count(`object_calls ${name}.${method}`);
  });
  if ("alarm" in counted.prototype) {
    replaced(counted.prototype as Methods, "alarm", (original) => {
      return function alarm(this: unknown, ...args: unknown[]) {
        count(`alarms_rung ${name}`);
        return Reflect.apply(original, this, args);
      };
    });
  }
  const base = counted as unknown as new (state: DurableObjectState, bindings: unknown) => DurableObject;
  return class extends base {
    constructor(state: DurableObjectState, bindings: unknown) {
      const { storage } = state;
      for (const part of [storage, storage.sql, storage.kv]) {
        subjects.set(part, name);
      }
      countStorages(storage);
      count(`objects_started ${name}`);
      super(state, bindings);
    }
  } as unknown as Counted;
}

/** Makes the class of an entrypoint count the calls from other Workers. Returns the class. */
export function countedEntrypoint<Counted extends Class>(name: string, counted: Counted): Counted {
  countMethods(counted.prototype as Methods, WorkerEntrypoint.prototype, new Set(["constructor"]), (method) =>
    count(`service_calls ${name}.${method}`),
  );
  return counted;
}

/** Returns a request handler that counts requests, and responds with the counts at {@link TALLY_PATH}. */
export function countedHandler(name: string, fetch: (request: Request, ...more: never[]) => unknown) {
  return (request: Request, ...more: unknown[]) => {
    if (new URL(request.url).pathname === TALLY_PATH) return Response.json(takeTally());
    count(`requests ${name}`);
    return fetch(request, ...(more as never[])) as Response | Promise<Response>;
  };
}

function countMethods(prototype: Methods, base: object, exempt: Set<string>, called: (method: string) => void): void {
  const seen = new Set([...exempt, "fetch", "scheduled"]);
  for (let owner: object = prototype; owner !== base; owner = Object.getPrototypeOf(owner)) {
    for (const method of Object.getOwnPropertyNames(owner)) {
      const original: unknown = Reflect.get(prototype, method);
      if (seen.has(method) || typeof original !== "function") continue;
      seen.add(method);
      Object.defineProperty(prototype, method, {
        configurable: true,
        value(this: unknown, ...args: unknown[]) {
          called(method);
          return Reflect.apply(original, this, args);
        },
      });
    }
  }
}

/** Counts rows as the platform bills them: a stored value is one row, and an alarm that is set is one written row. */
function countStorages(storage: DurableObjectStorage): void {
  if (areStoragesCounted) return;
  areStoragesCounted = true;
  const counted = (owner: object, method: string, unit: string) =>
    replaced(owner as Methods, method, (original) => {
      return function call(this: object, ...args: unknown[]) {
        const result = Reflect.apply(original, this, args);
        count(`${unit} ${subjects.get(this)}`);
        return result;
      };
    });
  const ofStorage = Object.getPrototypeOf(storage) as object;
  const ofKv = Object.getPrototypeOf(storage.kv) as object;
  const ofSql = Object.getPrototypeOf(storage.sql) as object;
  counted(ofStorage, "setAlarm", "alarms_set");
  counted(ofStorage, "setAlarm", "object_rows_written");
  counted(ofStorage, "deleteAll", "objects_deleted");
  counted(ofKv, "get", "object_rows_read");
  for (const method of ["put", "delete"]) counted(ofKv, method, "object_rows_written");
  replaced(ofSql as Methods, "exec", (original) => {
    return function exec(this: object, ...args: unknown[]) {
      const cursor = Reflect.apply(original, this, args) as SqlStorageCursor<never>;
      // The local runtime stores the names of objects in its own tables, which are not billed.
      if (String(args[0]).includes("__miniflare")) return cursor;
      countCursor(subjects.get(this) ?? "?", cursor);
      return cursor;
    };
  });
}
