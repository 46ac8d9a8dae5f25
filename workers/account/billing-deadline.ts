/** The billing system gets this long for an answer to a customer or to an application; nothing else is waited for. */
export const BILLING_DEADLINE_MS = 8_000;
