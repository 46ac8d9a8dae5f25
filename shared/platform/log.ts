/**
 * The events in the log. `docs/operate/runbook.md` explains the meaning of each one, its effect on customers and the
 * next step.
 */
export type LogEvent =
  | "account_alarm"
  | "account_unreachable"
  | "action_failed"
  | "action_not_ended"
  | "action_not_prepared"
  | "action_settled"
  | "action_stuck"
  | "address_limit_failed"
  | "api_unreachable"
  | "approval_decided"
  | "approval_not_mailed"
  | "approval_unreachable"
  | "approvals_not_voided"
  | "approvals_unread"
  | "auth_code_key_unavailable"
  | "billing_acting_stopped"
  | "billing_action_restored"
  | "billing_addon_refused"
  | "billing_answer_unread"
  | "billing_circuit_closed"
  | "billing_circuit_opened"
  | "billing_domain_twice"
  | "billing_failed"
  | "billing_foreign_row"
  | "billing_host_failed"
  | "billing_invoice_gone"
  | "billing_invoice_may_be_charged"
  | "billing_not_admitted"
  | "billing_order_gateway_changed"
  | "billing_order_not_taken_back"
  | "billing_order_paid_itself"
  | "billing_order_refused"
  | "billing_order_taken_back"
  | "billing_order_waits"
  | "billing_outcome_unknown"
  | "billing_price_differs"
  | "billing_prices_refused"
  | "billing_registrar_refused"
  | "billing_row_unread"
  | "billing_setting_refused"
  | "billing_settled_order_taken"
  | "billing_unpaid_invoice_left"
  | "billing_unreachable"
  | "catalogue_unreachable"
  | "change_not_confirmed"
  | "change_not_ended"
  | "checkout_not_checked"
  | "client_table_failed"
  | "connection_alarm"
  | "connection_list"
  | "connection_not_made"
  | "connection_notice"
  | "connection_unreachable"
  | "departure_not_noticed"
  | "departures_not_noticed"
  | "dns_resolver_refused"
  | "erasure_failed"
  | "failed_mail_not_kept"
  | "holds_unreachable"
  | "internal_error"
  | "jurisdiction_changed"
  | "leaked_passwords_not_asked"
  | "mail_failed"
  | "mail_off"
  | "mailed_codes_limited"
  | "name_not_forgotten"
  | "not_recorded"
  | "notice_not_kept"
  | "notice_not_sent"
  | "notices_dropped"
  | "notices_not_sent"
  | "oauth_failed"
  | "object_not_restored"
  | "operator_act"
  | "operator_act_not_ended"
  | "operator_act_not_shown"
  | "operator_failed"
  | "operator_keys_unreachable"
  | "operator_part_unreachable"
  | "operator_refused"
  | "order_failed"
  | "order_not_done_yet"
  | "order_not_put_off"
  | "orders_not_done"
  | "page_failed"
  | "page_unavailable"
  | "payment_disputed"
  | "payment_event_failed"
  | "payment_unassigned"
  | "refund_failed"
  | "refund_not_sent"
  | "refund_unassigned"
  | "registrar_needs_provider"
  | "registrar_unavailable"
  | "registrations_dropped"
  | "registry_health_not_reported"
  | "registry_health_unknown"
  | "registry_rate_refused"
  | "registry_source_refused"
  | "registry_unreachable"
  | "renewal_not_charged"
  | "row_failed"
  | "run_not_recorded"
  | "sandbox_refused"
  | "scheduled_work_failed"
  | "scheduled_work_late"
  | "server_problem"
  | "service_key_unreachable"
  | "session_unreachable"
  | "set_ups_overdue"
  | "settled_action_not_told"
  | "sign_in_failed"
  | "sign_in_mail_not_sent"
  | "step_not_done"
  | "store_failed"
  | "store_held"
  | "store_resumed"
  | "stripe_failed"
  | "stuck_action_not_listed"
  | "tools_unknown"
  | "transfer_mail_not_sent"
  | "transfer_not_ended"
  | "transfers_not_ended"
  | "undeclared_problem"
  | "zone_change_refused"
  | "zone_server_failed"
  | "zone_server_not_admitted"
  | "zone_server_without_token"
  | "zones_unreachable";

/** The levels of the events that are not errors. */
const LEVELS: Partial<Record<LogEvent, "info" | "warn">> = {
  action_settled: "info",
  approval_decided: "info",
  billing_action_restored: "warn",
  billing_circuit_closed: "info",
  billing_circuit_opened: "warn",
  billing_host_failed: "warn",
  billing_order_gateway_changed: "warn",
  billing_order_refused: "warn",
  billing_order_taken_back: "warn",
  billing_outcome_unknown: "warn",
  billing_registrar_refused: "warn",
  mail_off: "warn",
  operator_act: "info",
  operator_refused: "warn",
  registry_unreachable: "warn",
  scheduled_work_late: "warn",
  sign_in_failed: "warn",
  store_held: "info",
  store_resumed: "info",
  undeclared_problem: "warn",
  zone_change_refused: "warn",
  zone_server_failed: "warn",
};

/**
 * The fields of a log line: ids, domain names, codes and counts. They never include other text from a person or another
 * system.
 */
export interface LogFields {
  /** The id of the request, as in its response, or of the scheduled run. */
  request_id?: string | null | undefined;
  account?: number | undefined;
  operation?: string | undefined;
  /** The thrown value, logged as {@link describeCause} describes it. */
  cause?: unknown;
  [field: string]: unknown;
}

/** The facts about a thrown value that may be logged. */
export interface Cause {
  name: string;
  /** The store's error code, such as `SQLITE_CONSTRAINT`. */
  code?: string | undefined;
  /** The constraint that failed in the store, such as `UNIQUE constraint failed: domains.name`. */
  constraint?: string | undefined;
  where?: string | undefined;
  /** The cause of this cause (`Error.cause`). */
  cause?: Cause | undefined;
}

/** Writes one JSON line at the event's level. */
export function log(event: LogEvent, { cause, ...fields }: LogFields = {}): void {
  const described = cause === undefined ? undefined : describeCause(cause);
  console[LEVELS[event] ?? "error"](JSON.stringify({ event, ...fields, cause: described }));
}

/**
 * Logs a failure that must not stop the caller.
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
/** Matches only at the start of the message, because the same words further on may be quoted from a request. */
const CONSTRAINT = /^(?:D1_ERROR: )?((?:[A-Z]+ )+constraint failed(?:: [\w., ]*\w)?)/;
const MAX_FRAMES = 3;
/** Matches stack frames, except those of the runtime. */
const FRAMES = /(?<=^\s+)at (?!.*\b(?:node|cloudflare-internal):).+$/gm;
const MAX_CAUSES = 4;

/**
 * Returns the name, store code, constraint and stack frames of a thrown value and of its causes. Messages are omitted,
 * because a parser, a store or another system may quote a customer's text in them.
 */
export function describeCause(thrown: unknown, depth = 1): Cause {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  const { message, stack = "", cause } = thrown;
  // The stack begins with the message, which may have lines that look like frames.
  const start = stack.indexOf(message);
  const frames = (start === -1 ? "" : stack.slice(start + message.length)).match(FRAMES) ?? [];
  return {
    name: /^\w{1,60}$/.test(thrown.name) ? thrown.name : "Error",
    code: STORE_CODE.exec(message)?.[0],
    constraint: CONSTRAINT.exec(message)?.[1],
    where: frames.slice(0, MAX_FRAMES).join(" ") || undefined,
    cause: cause === undefined || depth === MAX_CAUSES ? undefined : describeCause(cause, depth + 1),
  };
}

/**
 * Returns the value of work that the caller can do without. If the work fails, the failure is logged and the value is
 * `null`.
 */
export async function valueOrLogged<Value>(
  event: LogEvent,
  work: Promise<Value>,
  fields: LogFields = {},
): Promise<Value | null> {
  return work.catch((cause) => {
    log(event, { ...fields, cause });
    return null;
  });
}
