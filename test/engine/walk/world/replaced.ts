/** Replaces members of an object while a function runs. */
async function withReplaced<Value>(target: object, members: object, work: () => Promise<Value>): Promise<Value> {
  const own = Object.fromEntries(Object.keys(members).map((name) => [name, Reflect.get(target, name)]));
  Object.assign(target, members);
  try {
    return await work();
  } finally {
    Object.assign(target, own);
  }
}

export interface Replacements {
  /** Receives the engine's log lines. */
  log: (line: string) => void;
  /** Answers the engine's requests. */
  fetch: (request: Request) => Promise<Response>;
  /** Returns the next id. Random ids would change the order of rows in each run. */
  id: () => string;
}

/** Prepares the runtime for a walk. The engine gets its ids, responses and logger from the walk. */
export function withRuntimeReplaced<Value>(
  { log, fetch, id }: Replacements,
  work: () => Promise<Value>,
): Promise<Value> {
  const onConsole = { error: log, warn: log, info: log };
  return withReplaced(console, onConsole, () =>
    withReplaced(globalThis, { fetch }, () => withReplaced(crypto, { randomUUID: id }, work)),
  );
}
