/** Puts members in the place of an object's own while something works. */
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
  /** Takes what the engine logs, line by line. */
  log: (line: string) => void;
  /** Answers the engine's requests. */
  fetch: (request: Request) => Promise<Response>;
  /** Gives the next id: a random one would sort rows otherwise each time. */
  id: () => string;
}

/** Lets the engine be walked with: what it takes from its runtime is the walk's. */
export function withRuntimeReplaced<Value>(
  { log, fetch, id }: Replacements,
  work: () => Promise<Value>,
): Promise<Value> {
  const onConsole = { error: log, warn: log, info: log };
  return withReplaced(console, onConsole, () =>
    withReplaced(globalThis, { fetch }, () => withReplaced(crypto, { randomUUID: id }, work)),
  );
}
