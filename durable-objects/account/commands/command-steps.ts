import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { CommandValue } from "../../../shared/billing-contract/writes.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { CommandRefusal } from "../account-port.ts";

/** Executes the command of an operation. */
export interface CommandExecutor {
  /**
   * Executes the command, once per key. Under a used key it returns the first value and changes nothing.
   * Any other outcome throws and ends the operation.
   */
  execute<Known, Value extends CommandValue>(steps: CommandSteps<Known, Value>): Promise<Value>;
}

/** The steps of one command: its lock, its reads and its write. */
export interface CommandSteps<Known, Value extends CommandValue> {
  /** See `lockOn`. */
  lock: string;
  /** Reads the facts that the command needs. Changes nothing. @throws {CommandRefused} */
  prepare?: (call: WriteCall) => Promise<Known>;
  /**
   * The billing system's write. If the customer may need to approve the command, the first call has `commit: false`.
   * The last call executes it. Send the request in the tick in which this function is called.
   * @param price the approved price: the write happens at this price or not at all; null if nothing was approved
   */
  write(call: WriteCall, known: NoInfer<Known>, price: MinorUnits | null): Promise<WriteReply<Value | WritePreview>>;
  /** The timeout of the answer in milliseconds, if it is shorter than for commands that may reach a registrar. */
  answerTimeoutMs?: number;
}

/**
 * The answer to a write. With `billing_unavailable` the outcome is unknown, unless the problem states that nothing was
 * done.
 */
export type WriteReply<Value> = { ok: true; value: Value } | { ok: false; problem: CommandRefusal };

/** Reads the facts that the command needs for its check. @throws {CommandRefused} */
export async function prepared<Known, Value extends CommandValue>(
  { prepare }: CommandSteps<Known, Value>,
  call: WriteCall,
): Promise<Known> {
  // Without a preparation, the command needs no facts.
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
  // Without `commit`, every write returns its preview.
  return judged.value as WritePreview;
}

/** Thrown by a command's preparation. Nothing was sent. */
export class CommandRefused extends Error {
  override name = "CommandRefused";
  readonly problem: CommandRefusal;

  constructor(problem: CommandRefusal) {
    super(`refused: ${problem.code}`);
    this.problem = problem;
  }
}
