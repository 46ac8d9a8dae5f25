/** Every event that is logged, with its level. `docs/deploying.md` says what each means and what to do. */
export const EVENTS = {
  account_alarm: "error",
  account_unreachable: "error",
  action_failed: "error",
  action_not_prepared: "error",
  action_stuck: "error",
  address_limit_failed: "error",
  api_unreachable: "error",
  auth_code_key_unavailable: "error",
  billing_failed: "error",
  billing_unreachable: "error",
  catalogue_unreachable: "error",
  client_table_failed: "error",
  connection_alarm: "error",
  connection_list: "error",
  connection_not_made: "error",
  connection_notice: "error",
  connection_unreachable: "error",
  departure_not_noticed: "error",
  departures_not_noticed: "error",
  dns_resolver_refused: "error",
  internal_error: "error",
  mail_failed: "error",
  mail_off: "warn",
  name_not_forgotten: "error",
  not_recorded: "error",
  notice_not_kept: "error",
  notice_not_sent: "error",
  notices_dropped: "error",
  notices_not_sent: "error",
  oauth_failed: "error",
  order_failed: "error",
  order_not_done_yet: "error",
  order_not_put_off: "error",
  orders_not_done: "error",
  page_failed: "error",
  page_unavailable: "error",
  registrar_unavailable: "error",
  registrations_exhausted: "error",
  registry_health_not_reported: "error",
  registry_health_unknown: "error",
  registry_rate_refused: "error",
  registry_source_refused: "error",
  registry_unreachable: "warn",
  row_failed: "error",
  sandbox_refused: "error",
  scheduled_work_failed: "error",
  server_problem: "error",
  session_unreachable: "error",
  sign_in_mail_not_sent: "error",
  step_not_done: "error",
  store_failed: "error",
  tools_unknown: "error",
  transfer_mail_not_sent: "error",
  transfer_not_ended: "error",
  transfers_not_ended: "error",
  undeclared_problem: "warn",
} as const satisfies Record<string, "info" | "warn" | "error">;
export type LogEvent = keyof typeof EVENTS;

/** Ids, codes and counts; never what a person or another system sent. */
export interface LogFields {
  /** Of the request that caused it, as its answer has it, or of the run of scheduled work. */
  request_id?: string | null | undefined;
  /** The id of the account. */
  account?: number | undefined;
  operation?: string | undefined;
  /** What was thrown; logged as {@link describeCause} has it. */
  cause?: unknown;
  [field: string]: unknown;
}

/** What a log line says of something that was thrown. */
export interface Cause {
  /** The name of its type. */
  name: string;
  /** The store's own, such as `SQLITE_CONSTRAINT`. */
  code?: string;
  /** Which constraint of the store failed, such as `UNIQUE constraint failed: domains.name`. */
  constraint?: string;
  /** The top frames of its stack. */
  where?: string;
  /** What it was caused by (`Error.cause`). */
  cause?: Cause;
}

/** Writes one JSON line at the event's level. */
export function log(event: LogEvent, { cause, ...fields }: LogFields = {}): void {
  console[EVENTS[event]](
    JSON.stringify({ event, ...fields, ...(cause !== undefined && { cause: describeCause(cause) }) }),
  );
}

/**
 * Logs the failure of work whose failure must not stop the caller.
 * @returns whether the work succeeded
 */
export async function logFailure(event: LogEvent, work: Promise<unknown>, fields: LogFields = {}): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (cause) {
    log(event, { ...fields, cause });
    return false;
  }
}

const STORE_CODE = /\b(?:SQLITE|D1)_[A-Z_]+\b/;
/** Only at the start of the message: the same words further on may be quoted from a request. */
const CONSTRAINT = /^(?:D1_ERROR: )?((?:[A-Z]+ )+constraint failed(?:: [\w., ]*\w)?)/;
const MAX_FRAMES = 3;
/** But for the runtime's own. */
const FRAMES = /^\s+at (?!.*\b(?:node|cloudflare-internal):).+$/gm;
const MAX_CAUSES = 4;

/**
 * Names, store code, constraint and stack frames of something that was thrown, and of its causes. Messages are left out:
 * a parser, a store or another system may quote in them what a customer sent.
 */
export function describeCause(thrown: unknown, depth = 1): Cause {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  const { message, stack = "", cause } = thrown;
  const code = STORE_CODE.exec(message)?.[0];
  const constraint = CONSTRAINT.exec(message)?.[1];
  // The stack begins with the message, whose lines may look like frames.
  const start = stack.indexOf(message);
  const frames = (start === -1 ? "" : stack.slice(start + message.length)).match(FRAMES) ?? [];
  const where = frames
    .slice(0, MAX_FRAMES)
    .map((frame) => frame.trim())
    .join(" ");
  return {
    name: /^\w{1,60}$/.test(thrown.name) ? thrown.name : "Error",
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(where && { where }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: describeCause(cause, depth + 1) }),
  };
}
