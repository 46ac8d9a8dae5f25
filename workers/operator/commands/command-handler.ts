import type { ActResult, OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import type { ActingContext, OperatorContext } from "../operator-context.ts";
import type { CommandInput } from "./command-input.ts";

/** Answers a read. */
export type ReadHandler = (input: CommandInput, context: OperatorContext) => Promise<OperatorAnswer>;

/** What an act is. */
export interface ActHandler {
  /** What it is about, for the audit: such as `connection:<id>`; never a name or an address. */
  subjectOf(input: CommandInput): string;
  /** @throws {InputError} where what is asked contradicts itself */
  carryOut(input: CommandInput, context: ActingContext, because: string): Promise<ActResult>;
}

/** An act that a slip of the keyboard would make expensive. */
export interface ConfirmedActHandler extends ActHandler {
  /**
   * What it would do, with whom and how much, for the operator to confirm; null: carried out without asking, as it is small or refused.
   * @throws {InputError} where what is asked contradicts itself
   */
  preview(input: CommandInput, context: OperatorContext): Promise<string | null>;
}
