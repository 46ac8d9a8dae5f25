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
  /** Returns the responses to the engine's HTTP requests. */
  fetch: (request: Request) => Promise<Response>;
  /** Returns the next id. With random ids, the order of rows would differ between runs. */
  id: () => string;
}

/** Runs a walk with replacements for `console`, `fetch` and `crypto.randomUUID`. */
export function withRuntimeReplaced<Value>(
  { log, fetch, id }: Replacements,
  work: () => Promise<Value>,
): Promise<Value> {
  const onConsole = { error: log, warn: log, info: log };
  return withReplaced(console, onConsole, () =>
    withReplaced(globalThis, { fetch }, () => withReplaced(crypto, { randomUUID: id }, work)),
  );
}
