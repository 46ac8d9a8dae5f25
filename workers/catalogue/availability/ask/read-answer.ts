/** No answer of a source is read further. */
export const MAX_ANSWER_BYTES = 65_536;

/** What is abandoned at the deadline is closed a moment later, so that the deadline is what is seen. */
export const CLOSING_MS = 50;
