/** Runs what logs a line for each call that fails, without the lines. @returns how many there were, by event */
export async function withoutLogLines(work: () => Promise<void>): Promise<Map<string, number>> {
  const lines = new Map<string, number>();
  const { warn, info, error, log } = console;
  const counted = (line: unknown) => {
    const { event = "?" } = JSON.parse(String(line)) as { event?: string };
    lines.set(event, (lines.get(event) ?? 0) + 1);
  };
  Object.assign(console, { warn: counted, info: counted, error: counted, log: counted });
  try {
    await work();
    return lines;
  } finally {
    Object.assign(console, { warn, info, error, log });
  }
}
