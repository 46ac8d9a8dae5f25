/** What the engine logs while it is walked with, line by line, in the place of the console. */
export async function withLogTaken<Value>(take: (line: string) => void, work: () => Promise<Value>): Promise<Value> {
  const { error, warn, info } = console;
  Object.assign(console, { error: take, warn: take, info: take });
  try {
    return await work();
  } finally {
    Object.assign(console, { error, warn, info });
  }
}
