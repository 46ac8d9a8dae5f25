import type { ActResult, OperatorAnswer } from "../../../shared/operator-contract/answers.ts";
import type { OperatorContext } from "../operator-context.ts";
import type { CommandInput } from "./command-input.ts";

/** Answers a read. */
export type ReadHandler = (input: CommandInput, context: OperatorContext) => Promise<OperatorAnswer>;

/** What an act is. */
export interface ActHandler {
  /** What it is about, for the audit: such as `connection:<id>`; never a name or an address. */
  subjectOf(input: CommandInput): string;
  /** @throws {InputError} where what is asked contradicts itself */
  carryOut(input: CommandInput, context: OperatorContext, because: string): Promise<ActResult>;
}
