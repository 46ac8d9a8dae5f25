import * as z from "zod";

// How settings that an operator gives as JSON are read: mistakes are named, and never stop what is right.

/** The value of a text, or why it is no JSON. */
export function parseJson(text: string): { value: unknown } | { message: string } {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, "")) };
  } catch (error) {
    // expected: a setting need not be JSON; the refusal is logged
    return { message: `not JSON: ${(error as Error).message}` };
  }
}

/** The first mistake, as a sentence that begins with the member that has it. */
export function firstMistake({ issues: [issue] }: z.ZodError): string {
  const member = issue?.path.filter((step) => typeof step === "string").join(".");
  return member ? `${member} ${issue?.message}` : `${issue?.message}`;
}

/** The message of an object with other members than its own, or in the place of an object. */
export function objectError(unknownMember: string, notAnObject = "must be an object") {
  return (issue: z.core.$ZodRawIssue) =>
    issue.code === "unrecognized_keys" ? `${unknownMember} ${issue.keys.join(", ")}` : notAnObject;
}

function count(most: number) {
  const message = `must be a whole number from 1 to ${most}`;
  return z.int(message).min(1, message).max(most, message).exactOptional();
}

/** What can be set of a host's rate. */
export const RATE_MEMBERS = {
  perMinute: count(6_000),
  burst: count(600),
  concurrency: count(32),
  perDay: count(10_000_000),
};
