const STORE_CODE = /\b(?:SQLITE|D1)_[A-Z_]+\b/;
/** Only where the store's own message begins with it: what somebody sent may have the same words in it. */
const CONSTRAINT = /^(?:D1_ERROR: )?((?:[A-Z]+ )+constraint failed(?:: [\w., ]*\w)?)/;
const MAX_FRAMES = 3;

/** What a log line says of something that was thrown. */
export interface FailureFields {
  /** The name of its type. */
  error: string;
  /** The store's own, such as `SQLITE_CONSTRAINT`. */
  code?: string;
  /** Which constraint of the store failed, such as `UNIQUE constraint failed: domains.name`. */
  constraint?: string;
  /** Where in our code, up to three frames. */
  where?: string;
}

/**
 * Something that was thrown, for a log line: names, a code, a constraint and places. Its message is left out, since whoever threw it may
 * have repeated in it what was sent.
 */
export function describeFailure(thrown: unknown): FailureFields {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const code = STORE_CODE.exec(thrown.message)?.[0];
  const constraint = CONSTRAINT.exec(thrown.message)?.[1];
  const frames = (thrown.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const where = frames
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim())
    .join(" ");
  return { error: thrown.name, ...(code && { code }), ...(constraint && { constraint }), ...(where && { where }) };
}
