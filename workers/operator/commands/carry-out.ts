import type { ActResult } from "../../../shared/operator-contract/answers.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import type { ActOutcome } from "../audit/operator-acts.ts";
import type { ActingContext, OperatorContext } from "../operator-context.ts";
import { ConsoleError } from "../responses.ts";
import { CONFIRM, CommandInput, InputError, reasonIn } from "./command-input.ts";
import { type ActCommandName, definitionOf } from "./command-list.ts";
import { ACTS } from "./handlers.ts";

/** What came of an act; with `confirm` nothing did yet, and the same with this code beside it is carried out. */
export interface ActReply extends ActResult {
  confirm?: string;
}

const CODE_BYTES = 4;

/**
 * Carries an act out, confirmed where it asks for that, and written down: first that it begins, then what came of it. What cannot be
 * written down is not carried out.
 */
export async function carryOutAct(
  name: ActCommandName,
  sent: Record<string, unknown>,
  context: OperatorContext,
): Promise<ActReply> {
  if (!mayAct(context)) throw new ConsoleError(403, "may_not_act", "You may read here, and not act.");
  const because = reasonIn(sent);
  const input = CommandInput.read(definitionOf(name).fields, sent);
  const unconfirmed = await toConfirm(name, input, sent[CONFIRM], context);
  return unconfirmed ?? recorded(name, input, because, context);
}

function mayAct(context: OperatorContext): context is ActingContext {
  return context.operator.mayAct;
}

/** The preview that has to be confirmed; null: it was, or there is nothing to confirm. */
async function toConfirm(
  name: ActCommandName,
  input: CommandInput,
  given: unknown,
  context: ActingContext,
): Promise<ActReply | null> {
  const handler = ACTS[name];
  const preview = "preview" in handler ? await handler.preview(input, context) : null;
  if (preview === null) return null;
  // Over what was shown to whom: where that has changed meanwhile, it is shown again.
  const shown = JSON.stringify([context.operator.who, name, input.toJSON(), preview]);
  const confirm = (await context.signer.sign("operator confirmation", shown, CODE_BYTES)).toHex();
  if (given === confirm) return null;
  // A preview shows whom it is about.
  const { reads, requestId, now, operator } = context;
  await reads.add({ who: operator.who, command: name, subjects: [handler.subjectOf(input)], requestId, at: now() });
  const changed = given === undefined || given === "" ? "" : "That code is not of this, or it has changed since. ";
  return { isDone: false, text: `${changed}${preview}`, confirm };
}

async function recorded(
  name: ActCommandName,
  input: CommandInput,
  because: string,
  context: ActingContext,
): Promise<ActReply> {
  const { subjectOf, carryOut } = ACTS[name];
  const { acts, now, requestId, operator } = context;
  const subject = subjectOf(input);
  const id = await acts.begin({ who: operator.who, act: name, subject, because, requestId, at: now() });
  const end = (outcome: ActOutcome, text: string) =>
    logFailure("operator_act_not_ended", acts.end(id, outcome, text, now()), { request_id: requestId, act: name });
  let result: ActResult;
  try {
    result = await carryOut(input, context, because);
  } catch (cause) {
    const isInput = cause instanceof InputError;
    await end(isInput ? "refused" : "failed", isInput ? cause.message : "It failed: the log has the cause.");
    throw cause;
  }
  const outcome = result.isDone ? "done" : "refused";
  log("operator_act", { request_id: requestId, act: name, outcome });
  const isWritten = await end(outcome, result.text);
  return isWritten ? result : { ...result, text: `${result.text} ${NOT_WRITTEN}` };
}

const NOT_WRITTEN = "What came of it could not be written down: acts has it as begun.";
