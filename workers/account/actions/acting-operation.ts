import type * as z from "zod";
import type { CommandName } from "../../../durable-objects/account/command-map.ts";
import type { CommandExecutor } from "../../../durable-objects/account/commands/command-steps.ts";
import type { Asks } from "../../../shared/account-access/asks.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import type { ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type { ClientArea } from "../../../shared/billing-contract/description.ts";
import type { Text } from "../../../shared/platform/language.ts";
import type { ZoneSystem } from "../../../shared/zones-contract/zone-system.ts";
import { type AccountOperation, type Defined, type Derived, type OnAccount, onAccount } from "../account-context.ts";
import type { AccountAccess } from "../admission/connection-admission.ts";
import type { ApprovalWording } from "../approvals/approval-words.ts";
import type { CancellationConfirm } from "./cancellation-confirm.ts";
import { executeCommand } from "./execute-command.ts";
import type { NameChecks } from "./name-checks.ts";

/** What acting operations share. */
export interface ActingTools {
  billing: BillingSystem;
  zones: ZoneSystem;
  names: NameChecks;
  confirm: CancellationConfirm;
}

/** What an operation that changes an account may use. It runs in the account's object, made anew for each call. */
interface CommandContext extends ActingTools {
  /** Executes the operation's command, an order once per idempotency key. */
  command: CommandExecutor;
  clientArea: ClientArea;
  /** What the answer may show. */
  grant: { limit: ResourceLimit };
}

/** What an acting operation says besides the members that every operation has. */
interface ActingMembers<Name extends CommandName, Input extends z.ZodObject> {
  id: Name;
  /** That nothing was done, to end a sentence with. */
  nothingDone: Text;
  /** For the customer who allows it: what follows from that. */
  consequence: Text;
  /** The label as an item of a mail's list: what the application may do. */
  mailLabel: Text;
  /** What the customer can ask about that concerns it; whether it does, its preview says. */
  asks: readonly (keyof Asks)[];
  /** What the customer reads before they approve it; null of what is never asked about. */
  words: ApprovalWording<Input> | null;
  /** It is approved only within 15 minutes of a sign-in. */
  approvalNeedsSignIn?: boolean;
  /** Once done, the catalogue's cached availability of the domain name is out of date. */
  changesAvailability?: boolean;
}

/** An operation that changes an account: pages, mails, tokens and the account's object derive what they need from it. */
export type ActingOperation<
  Name extends CommandName = CommandName,
  // biome-ignore lint/suspicious/noExplicitAny: as of AnyOperation, whose schemas only the pipeline uses.
  Input extends z.ZodObject = any,
> = AccountOperation<Input> &
  ActingMembers<Name, Input> & {
    access: AccountAccess;
    /** The whole write, in the account's object. @returns the members of the answer */
    perform(context: CommandContext, input: z.output<Input>): Promise<OnAccount<z.ZodRawShape>>;
  };

export type ActingDefinitions = { [Name in CommandName]: ActingOperation<Name> };

/** Defines an operation that changes an account. Its `run` is the whole write, in the account's object. */
export function actingOperation<Name extends CommandName, Input extends z.ZodObject, Shape extends z.ZodRawShape>({
  output,
  run: perform,
  ...operation
}: Omit<AccountOperation<Input>, Derived> &
  ActingMembers<Name, Input> &
  Defined<Shape> & {
    run(context: CommandContext, input: z.output<Input>): Promise<OnAccount<Shape>>;
  }): ActingOperation<Name, Input> {
  return {
    ...{ problems: [], ...operation, freshFor: 0, perform },
    output: onAccount(output),
    run: (context, input) => executeCommand(operation, input, context),
  };
}
