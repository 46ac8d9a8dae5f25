import type { ActResult, OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import type { ActOutcome } from "../audit/audit.ts";
import type { OperatorContext } from "../composition.ts";
import { ConsoleError } from "../responses.ts";
import {
  type ActCommand,
  CONFIRM,
  type FieldValues,
  InputError,
  isSent,
  type NamedCommand,
  type OperatorCommand,
  type ReadCommand,
  readInput,
  reasonIn,
} from "./command.ts";

/**
 * The outcome of an act. If `confirm` is present, the act has not run. The same request with this code runs the act.
 */
export interface ActReply extends ActResult {
  confirm?: string;
}

const CODE_BYTES = 4;
const CODE_MINUTES = 15;

/**
 * Runs a read command. Records a lookup about a customer before it returns the data.
 * @throws if the lookup cannot be recorded
 */
export async function answerRead(
  command: NamedCommand<ReadCommand>,
  sent: Record<string, unknown>,
  context: OperatorContext,
): Promise<OperatorAnswer> {
  const { name, fields, run, subjects, announce } = command;
  refuseReader(command, context);
  const input = readInput(fields, sent, context.now());
  const answer = await run(input, context);
  await context.audit.addReads(name, subjects?.(input, answer) ?? [], context);
  await announce?.(input, context);
  return answer;
}

/** Returns the complete answer of a read command as JSON; `null` if the command has no such form. */
export async function streamRead(
  command: NamedCommand<ReadCommand>,
  sent: Record<string, unknown>,
  context: OperatorContext,
): Promise<ReadableStream<Uint8Array> | null> {
  const { name, fields, stream, subjects, announce } = command;
  if (!stream) return null;
  refuseReader(command, context);
  const input = readInput(fields, sent, context.now());
  const whole = await stream(input, context);
  await context.audit.addReads(name, subjects?.(input, null) ?? [], context);
  await announce?.(input, context);
  return whole;
}

/** Rejects an operator with read-only access. @throws {ConsoleError} if the command requires an operator who may act */
function refuseReader(command: OperatorCommand, { operator }: OperatorContext): void {
  if (isSent(command) && !operator.mayAct) throw new ConsoleError(403, "may_not_act", "You have read-only access.");
}

/**
 * Runs an act that the operator has confirmed, or that will be refused. Otherwise returns the preview. Records the
 * start of the act, then its outcome. If the start cannot be recorded, the act does not run.
 */
export async function carryOutAct(
  command: NamedCommand<ActCommand>,
  sent: Record<string, unknown>,
  context: OperatorContext,
): Promise<ActReply> {
  refuseReader(command, context);
  const because = reasonIn(sent);
  const input = readInput(command.fields, sent, context.now());
  const earlier = await context.audit.newestOn(command.subject(input));
  const unconfirmed = await toConfirm(command, input, { given: sent[CONFIRM], earlier }, context);
  return unconfirmed ?? recorded(command, input, { because, earlier }, context);
}

/**
 * Returns the preview that the operator must confirm; `null` if the operator has confirmed it or the act will be
 * refused. A code works only once, because the confirmed act becomes the newest on its subject. It expires after {@link
 * CODE_MINUTES} minutes.
 * @param earlier the newest act on the subject
 */
async function toConfirm(
  command: NamedCommand<ActCommand>,
  input: FieldValues,
  { given, earlier }: { given: unknown; earlier: string | null },
  context: OperatorContext,
): Promise<ActReply | null> {
  const preview = await command.preview(input, context);
  if (preview === null) return null;
  // The code signs the operator, the input, the preview and the expiry time. If any of them changes, the operator must
  // confirm again.
  const codeUntil = async (ends: number) => {
    const shown = JSON.stringify([context.operator.who, command.name, input, preview, earlier, ends]);
    const code = await context.signer.sign("operator confirmation", shown, CODE_BYTES);
    return `${ends.toString(36)}-${code.toHex()}`;
  };
  const now = Math.floor(context.now() / 1000);
  const ends = Number.parseInt(String(given), 36);
  const isOfThis = given === (await codeUntil(ends));
  if (isOfThis && now < ends) return null;
  // A preview shows data about its subject, so it is recorded as a lookup.
  await context.audit.addReads(command.name, [command.subject(input)], context);
  const why = isOfThis ? EXPIRED : given === undefined || given === "" ? "" : CHANGED;
  return { isDone: false, text: `${why}${preview}`, confirm: await codeUntil(now + CODE_MINUTES * 60) };
}

const EXPIRED = `The code has expired: it works for ${CODE_MINUTES} minutes. Nothing was done. `;
const CHANGED = "The code does not match this command, or the effect has changed since. ";

async function recorded(
  { name, subject, run }: NamedCommand<ActCommand>,
  input: FieldValues,
  { because, earlier }: { because: string; earlier: string | null },
  context: OperatorContext,
): Promise<ActReply> {
  const { audit, requestId } = context;
  const id = await audit.beginAct(name, subject(input), because, earlier, context);
  if (id === null)
    return {
      isDone: false,
      text: "Somebody else acted on the same subject in the meantime. Nothing was done: try again.",
    };
  const end = (outcome: ActOutcome, text: string) =>
    logFailure("operator_act_not_ended", audit.endAct(id, outcome, text), { request_id: requestId, act: name });
  let result: ActResult;
  try {
    result = await run(input, context, because);
  } catch (cause) {
    const isInput = cause instanceof InputError;
    await end(isInput ? "refused" : "failed", isInput ? cause.message : "The act failed. The log has the cause.");
    throw cause;
  }
  const outcome = result.isDone ? "done" : "refused";
  log("operator_act", { request_id: requestId, act: name, outcome });
  const isWritten = await end(outcome, result.text);
  return isWritten ? result : { ...result, text: `${result.text} ${NOT_WRITTEN}` };
}

const NOT_WRITTEN = "Its outcome could not be recorded, so acts lists it as begun.";
