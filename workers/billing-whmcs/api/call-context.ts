/** A longer list is not read whole. */
export const MAX_ROWS = 5_000;

/** Whom a call is for. */
export interface CallContext {
  /** Null: the provider's own data. */
  accountId: number | null;
  requestId?: string | undefined;
  deadlineMs?: number;
  /** Of an answer, if it may be larger than those about one account. */
  maxBytes?: number;
  /** In whose part of the slots it counts, where it is one of several about accounts of one login. */
  countedFor?: number | undefined;
  /** The question can be answered without it. */
  isOptional?: boolean;
  /** Of a list that is read whole; {@link MAX_ROWS} by default. */
  maxRows?: number;
}

/** Of a log line about a call. */
export function fieldsOf(action: string, { requestId, accountId }: CallContext) {
  return { request_id: requestId, account: accountId ?? undefined, action };
}
