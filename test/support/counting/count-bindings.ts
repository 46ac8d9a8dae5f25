import { env } from "cloudflare:workers";
import { count } from "./tally.ts";

type Method = (...args: unknown[]) => unknown;
type Methods = Record<string, Method>;

/**
 * This module counts an isolate's use of databases and of the key-value store, and its requests, log lines, e-mails
 * and data points. A Worker imports the module before its entry. The module patches the platform's classes, so the
 * Worker's own code is unchanged.
 */
const bindings = env as unknown as Record<string, object>;

// Bindings of the same kind share a class. The map has each class once.
const classes = new Map(Object.values(bindings).map((binding) => [Object.getPrototypeOf(binding) as object, binding]));
for (const binding of classes.values()) {
  if (isOf(binding, "D1Database")) countDatabase(binding as D1Database);
  if (isOf(binding, "KvNamespace")) countStore(binding as KVNamespace);
}
const { EMAIL: email } = bindings as { EMAIL?: SendEmail };
if (email) {
  const send = (...mail: Parameters<SendEmail["send"]>) => {
    count("mails");
    return email.send(...mail);
  };
  bindings.EMAIL = { send };
}
// Metrics are enabled, as in an installation that has them.
bindings.METRICS = { writeDataPoint: () => count("data_points") };
replaced(globalThis as unknown as Methods, "fetch", counting("fetches"));
for (const level of ["log", "info", "warn", "error", "debug"])
  replaced(console as unknown as Methods, level, counting("log_lines"));

function isOf(binding: unknown, name: string): boolean {
  return typeof binding === "object" && binding?.constructor.name === name;
}

function counting(unit: string) {
  return (original: Method) =>
    function counted(this: unknown, ...args: unknown[]) {
      count(unit);
      return Reflect.apply(original, this, args);
    };
}

/** Replaces a method with a wrapper. @param made a function that returns the wrapper for the original method */
export function replaced(owner: Methods, name: string, made: (original: Method) => Method): void {
  const original = owner[name];
  if (!original) throw new Error(`there is no ${name} to count`);
  Object.defineProperty(owner, name, { configurable: true, writable: true, value: made(original) });
}

function countStore(store: KVNamespace): void {
  const methods = Object.getPrototypeOf(store) as Methods;
  replaced(methods, "get", counting("kv_reads"));
  for (const name of ["put", "delete"]) replaced(methods, name, counting("kv_writes"));
}

/** The statements that look for late work. They are counted separately, because each isolate runs them every minute. */
const lookingForLateWork = new WeakSet<object>();

function countDatabase(database: D1Database): void {
  const ofDatabase = Object.getPrototypeOf(database) as Methods;
  const ofStatement = Object.getPrototypeOf(database.prepare("SELECT 1")) as Methods;
  replaced(ofDatabase, "prepare", (original) => {
    return function prepare(this: unknown, ...args: unknown[]) {
      const statement = Reflect.apply(original, this, args) as object;
      if (String(args[0]).includes("scheduled_runs")) lookingForLateWork.add(statement);
      return statement;
    };
  });
  replaced(ofStatement, "bind", (original) => {
    return function bind(this: object, ...args: unknown[]) {
      const bound = Reflect.apply(original, this, args) as object;
      if (lookingForLateWork.has(this)) lookingForLateWork.add(bound);
      return bound;
    };
  });
  for (const name of ["all", "run"]) {
    replaced(ofStatement, name, (original) => {
      return async function counted(this: object, ...args: unknown[]) {
        const result = (await Reflect.apply(original, this, args)) as D1Result;
        countResults([result], lookingForLateWork.has(this));
        return result;
      };
    });
  }
  // The platform's `first` does not report the number of rows, so this method uses `all`.
  replaced(ofStatement, "first", () => {
    return async function counted(this: unknown, column?: unknown) {
      const { results } = await (this as D1PreparedStatement).all<Record<string, unknown>>();
      const [row] = results;
      return row === undefined ? null : typeof column === "string" ? row[column] : row;
    };
  });
  replaced(ofDatabase, "batch", (original) => {
    return async function counted(this: unknown, ...args: unknown[]) {
      const results = (await Reflect.apply(original, this, args)) as D1Result[];
      countResults(
        results,
        (args[0] as object[]).some((statement) => lookingForLateWork.has(statement)),
      );
      return results;
    };
  });
}

function countResults(results: D1Result[], isLookForLateWork: boolean): void {
  const subject = isLookForLateWork ? " scheduled_runs" : "";
  count(`d1_calls${subject}`);
  for (const { meta } of results) {
    count(`d1_queries${subject}`);
    count(`d1_rows_read${subject}`, meta.rows_read);
    count(`d1_rows_written${subject}`, meta.rows_written);
  }
}
