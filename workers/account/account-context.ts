import * as z from "zod";
import type { CommandName } from "../../durable-objects/account/command-map.ts";
import type { CommandExecutor } from "../../durable-objects/account/commands/command-steps.ts";
import type { Grant } from "../../durable-objects/connection/connection-port.ts";
import type { Asks } from "../../shared/account-access/asks.ts";
import type { LogKey } from "../../shared/account-access/call-log.ts";
import { ReportedValue, withReport } from "../../shared/api/definition/call-report.ts";
import { type Operation, operationsFor } from "../../shared/api/definition/operation.ts";
import type { ProblemCode } from "../../shared/api/definition/problems.ts";
import type { OpenApiDocument } from "../../shared/api/openapi/describe-openapi.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { ResourceLimit } from "../../shared/billing-contract/call.ts";
import type { AccountReference } from "../../shared/billing-contract/customer.ts";
import type { Addresses } from "../../shared/platform/addresses.ts";
import type { Text } from "../../shared/platform/language.ts";
import type { ZoneSystem } from "../../shared/zones-contract/zone-system.ts";
import type { CancellationConfirm } from "./actions/cancellation-confirm.ts";
import type { NameChecks } from "./actions/name-checks.ts";
import type { Quotes } from "./actions/quotes.ts";
import type { AccountAccess } from "./admission/connection-admission.ts";
import type { ApprovalWording } from "./approvals/approval-words.ts";
import type { AuditedCall } from "./connections/application-log.ts";
import type { AccountQueries } from "./queries/account-queries.ts";
import type { Cursors } from "./queries/cursors.ts";
import { AccountRef, toAccountRef } from "./schemas/account.ts";
import type { ClientAreaLinks } from "./schemas/client-area-links.ts";
import type { ServiceZones } from "./zones/service-zones.ts";

/** What account operations may use. Made anew for each call. */
export interface AccountContext {
  addresses: Addresses;
  /** The connection the call came through. */
  grant: Grant;
  /** Where the account's things are managed. */
  links: ClientAreaLinks;
  /** Reads from the billing system. */
  queries: AccountQueries;
  /** Quotes of orders and statements of cancellations, what an action would do, and orders as they are now. Nothing is changed. */
  quotes: Quotes;
  /** The zones of the account's services, on the servers that the provider has connected. */
  zones: ServiceZones;
  /** Runs an acting operation in the account's object. @returns its answer */
  perform(operation: CommandName, input: object): Promise<ReportedValue<Record<string, unknown>>>;
  /** What a customer confirms a cancellation with. */
  confirm: CancellationConfirm;
  cursors: Cursors;
  /** The application's own entries for this login and account, older than a key, newest first. */
  entries(before: LogKey | undefined, limit: number): Promise<AuditedCall[]>;
  /** The API's own description. */
  openApi(): Promise<OpenApiDocument>;
}

/** What an operation that changes an account may use. It runs in the account's object, made anew for each call. */
interface CommandContext extends ActingTools {
  /** Executes the operation's command, an order once per idempotency key. */
  command: CommandExecutor;
  links: ClientAreaLinks;
  /** What the answer may show. */
  grant: { limit: ResourceLimit };
}

/** What acting operations share. */
export interface ActingTools {
  billing: BillingSystem;
  zones: ZoneSystem;
  names: NameChecks;
  confirm: CancellationConfirm;
}

/** Defines an operation that needs no connection. */
export const publicOperation = operationsFor<AccountContext, AccountAccess>();

type DefinedOperation<Input extends z.ZodObject> = Operation<AccountContext, Input, z.ZodObject, AccountAccess> & {
  access: AccountAccess;
  /** The operation in a few words of the customer's: in the log of a connection, beside a tick. */
  label: Text;
};

export function accountOperation<Input extends z.ZodObject>(
  operation: DefinedOperation<Input>,
): DefinedOperation<Input> {
  return operation;
}

/** What a definition leaves to its kind of operation. No answer on an account is ever stored. */
type Derived = "freshFor" | "problems" | "output" | "run";
interface Defined<Shape extends z.ZodRawShape> {
  problems?: ProblemCode[];
  /** The members of the answer, besides the account at its beginning. */
  output: Shape;
}
type AnswerMembers<Shape extends z.ZodRawShape> = z.input<z.ZodObject<Shape>>;
type OnAccount<Shape extends z.ZodRawShape> = AnswerMembers<Shape> & { account: AccountReference };

/** Defines an operation that reads from an account. */
export function readOperation<Input extends z.ZodObject, Shape extends z.ZodRawShape>({
  output,
  run,
  ...operation
}: Omit<DefinedOperation<Input>, Derived | "effect"> &
  Defined<Shape> & {
    run(context: AccountContext, input: z.output<Input>): Promise<OnAccount<Shape> | ReportedValue<OnAccount<Shape>>>;
  }): DefinedOperation<Input> {
  return {
    ...{ problems: [], ...operation, effect: "read", freshFor: 0 },
    output: z.object({ account: AccountRef, ...output }),
    async run(context, input) {
      const answer = await run(context, input);
      return answer instanceof ReportedValue ? withReport(published(answer.value), answer.report) : published(answer);
    },
  };
}

function published({ account, ...members }: { account: AccountReference }) {
  return { account: toAccountRef(account), ...members };
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
> = DefinedOperation<Input> &
  ActingMembers<Name, Input> & {
    /** Runs in the account's object. @returns the answer */
    perform(context: CommandContext, input: z.output<Input>): Promise<Record<string, unknown>>;
  };

/** Defines an operation that changes an account. Its `run` is the whole write, in the account's object. */
export function actingOperation<Name extends CommandName, Input extends z.ZodObject, Shape extends z.ZodRawShape>({
  output,
  run,
  ...operation
}: Omit<DefinedOperation<Input>, Derived> &
  ActingMembers<Name, Input> &
  Defined<Shape> & {
    run(context: CommandContext, input: z.output<Input>): Promise<OnAccount<Shape>>;
  }): ActingOperation<Name, Input> {
  return {
    ...{ problems: [], ...operation, freshFor: 0 },
    output: z.object({ account: AccountRef, ...output }),
    perform: async (context, input) => published(await run(context, input)),
    run: (context, input) => context.perform(operation.id, input),
  };
}
