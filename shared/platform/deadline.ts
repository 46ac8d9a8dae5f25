export class DeadlineError extends Error {
  override name = "DeadlineError";
}

/**
 * Returns the result of `work`, or throws a {@link DeadlineError} after the given time. The work continues after that.
 */
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
