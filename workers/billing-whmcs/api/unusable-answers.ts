import type * as z from "zod";
import { printable } from "../../../shared/platform/json.ts";
import { log } from "../../../shared/platform/log.ts";
import { type CallContext, fieldsOf } from "./call-context.ts";
import { knownWords, type Unavailable, unavailable } from "./outcome.ts";

/** In one log line. */
const MAX_PATHS = 5;

/** An error that the action does not list: a read is repeated rather than guessed at. */
export function unlisted(action: string, { text }: { text: string }, context: CallContext): Unavailable {
  log("billing_host_failed", { ...fieldsOf(action, context), reason: "refused", said: knownWords(text) });
  return unavailable("refused");
}

/** An answer that does not read. @param at names of members */
export function unread(action: string, at: string[], context: CallContext): Unavailable {
  log("billing_answer_unread", { ...fieldsOf(action, context), at });
  return unavailable("unread");
}

/** A list that is too long to be read whole. */
export function tooLong(action: string, context: CallContext): Unavailable {
  log("billing_list_too_long", fieldsOf(action, context));
  return unavailable("too_large");
}

/** Names of members, never what they hold. */
export function pathsOf({ issues }: z.ZodError): string[] {
  return issues.slice(0, MAX_PATHS).map(({ path }) => printable(path.join(".")));
}
