import * as z from "zod";

// Helpers to read settings that an operator writes as JSON. Valid entries are kept, and the first mistake of each
// invalid entry is reported.

/** Parses a JSON text. Returns its value, or a message if the text is not JSON. */
export function parseJson(text: string): { value: unknown } | { message: string } {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, "")) };
  } catch (error) {
    // expected: an operator may write invalid JSON; the caller logs the message
    return { message: `not JSON: ${(error as Error).message}` };
  }
}

/** Returns the text of the first mistake, which begins with the field's name if a field is wrong. */
export function firstMistake({ issues: [issue] }: z.ZodError): string {
  const member = issue?.path.filter((step) => typeof step === "string").join(".");
  return member ? `${member} ${issue?.message}` : `${issue?.message}`;
}

/** Returns a function that returns the message for an object with unknown fields, or for a value that is no object. */
export function objectError(unknownMember: string, notAnObject = "must be an object") {
  return (issue: z.core.$ZodRawIssue) =>
    issue.code === "unrecognized_keys" ? `${unknownMember} ${issue.keys.join(", ")}` : notAnObject;
}

function count(most: number) {
  const message = `must be a whole number from 1 to ${most}`;
  return z.int(message).min(1, message).max(most, message).exactOptional();
}

/** The schemas of a host's rate settings, by name. */
export const RATE_MEMBERS = {
  perMinute: count(6_000),
  burst: count(600),
  concurrency: count(32),
  perDay: count(10_000_000),
};
