/**
 * What a log may say of an error: its class, and of a constraint that failed which one, such as
 * `UNIQUE constraint failed: domains.name`.
 */
export function causeOf(error: unknown): { error: string; constraint?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const constraint = /(?:[A-Z ]+ )?constraint failed(?:: [\w., ]+)?/.exec(error.message)?.[0].trim();
  return { error: error.name, ...(constraint && { constraint }) };
}
