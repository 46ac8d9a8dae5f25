export class DeadlineError extends Error {
  override name = "DeadlineError";
}

/** The work's own result, or a {@link DeadlineError} after the given time. The work itself goes on. */
export async function inTime<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    deadline.reject(new DeadlineError(`no answer within ${milliseconds} ms`));
  }, milliseconds);
  try {
    return await Promise.race([work, deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The work's own result, or a rejection with the signal's reason once it is aborted, whether the work heeds it or not. */
export async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
