import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { CommandValue } from "../../../shared/billing-contract/writes.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { CommandRefusal } from "../account-port.ts";

/** Executes the command that an operation defines. */
export interface CommandExecutor {
  /**
   * Executes the command, once per key. For a used key, this method returns the first value and changes nothing.
   * @throws on every other outcome, which ends the operation
   */
  execute<Known, Value extends CommandValue>(steps: CommandSteps<Known, Value>): Promise<Value>;
}

/** The steps of one command: its lock, its reads and its write. */
export interface CommandSteps<Known, Value extends CommandValue> {
  /** The lock that the command needs. See `lockOn`. */
  lock: string;
  /** Reads the facts that the command needs and changes nothing. @throws {CommandRefused} */
  prepare?: (call: WriteCall) => Promise<Known>;
  /**
   * Sends the command to the billing system. If the customer may need to approve the command, an earlier call with
   * `commit: false` returns a preview. The call with `commit: true` executes the command and must send its request in
   * the tick in which it is called.
   * @param price the approved price; the write must fail at any other price. `null` if no price was approved.
   */
  write(call: WriteCall, known: NoInfer<Known>, price: MinorUnits | null): Promise<WriteReply<Value | WritePreview>>;
  /**
   * The timeout for the reply in milliseconds, if it is shorter than the default. The default leaves time to reach a
   * registrar.
   */
  answerTimeoutMs?: number;
}

/**
 * The reply to a write. With `billing_unavailable` the outcome is unknown, unless the problem states that nothing was
 * done.
 */
export type WriteReply<Value> = { ok: true; value: Value } | { ok: false; problem: CommandRefusal };

/** Reads the facts that a command needs. @throws {CommandRefused} */
export async function prepared<Known, Value extends CommandValue>(
  { prepare }: CommandSteps<Known, Value>,
  call: WriteCall,
): Promise<Known> {
  // A command without `prepare` needs no facts.
  return (await prepare?.(call)) as Known;
}

/** Returns the effect that a command would have now. @throws {CommandRefused} */
export async function previewed<Known, Value extends CommandValue>(
  { write }: CommandSteps<Known, Value>,
  call: WriteCall,
  known: Known,
): Promise<WritePreview> {
  const judged = await write({ ...call, commit: false }, known, null);
  if (!judged.ok) throw new CommandRefused(judged.problem);
  // With `commit: false`, every write returns a preview.
  return judged.value as WritePreview;
}

/** Thrown if a command is refused before anything is sent. */
export class CommandRefused extends Error {
  override name = "CommandRefused";
  readonly problem: CommandRefusal;

  constructor(problem: CommandRefusal) {
    super(`refused: ${problem.code}`);
    this.problem = problem;
  }
}
