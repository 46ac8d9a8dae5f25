import type * as z from "zod";
import type { AccountPort } from "../../durable-objects/account/account-port.ts";
import type { ConnectionPort, Grant } from "../../durable-objects/connection/connection-port.ts";
import { ReportedValue } from "../../shared/api/definition/call-report.ts";
import type { Operation } from "../../shared/api/definition/operation.ts";
import type { ProblemCode } from "../../shared/api/definition/problems.ts";
import type { OpenApiDocument } from "../../shared/api/openapi/describe-openapi.ts";
import type { CallScope } from "../../shared/api/pipeline/run-operation.ts";
import type { Reads } from "../../shared/billing-contract/billing-system.ts";
import type { ActorQuery } from "../../shared/billing-contract/call.ts";
import type { AccountReference } from "../../shared/billing-contract/customer.ts";
import type { ClientArea } from "../../shared/billing-contract/description.ts";
import type { Addresses } from "../../shared/platform/addresses.ts";
import type { Text } from "../../shared/platform/language.ts";
import type { Signer } from "../../shared/platform/service-key.ts";
import type { ZoneSystem } from "../../shared/zones-contract/zone-system.ts";
import type { CancellationConfirm } from "./actions/cancellation-confirm.ts";
import type { HourlyPolicies } from "./actions/hourly-limits.ts";
import type { NameChecks } from "./actions/name-checks.ts";
import type { AccountAccess, ConnectionAdmission } from "./admission/connection-admission.ts";
import type { ConnectionIndex } from "./connections/connection-index.ts";
import { onAccount, published } from "./schemas/account.ts";

/** What the operations of every call share. */
export interface AccountTools {
  billing: Reads;
  catalogue: NameChecks;
  zones: ZoneSystem;
  signer: Signer;
  /** What a customer confirms a cancellation with. */
  confirm: CancellationConfirm;
  accountOf: (accountId: number) => AccountPort;
  connectionOf: (id: string) => ConnectionPort;
  index: Pick<ConnectionIndex, "ofApplication">;
  policies: HourlyPolicies;
  /** Epoch milliseconds. */
  now: () => number;
  /** The API's own description. */
  describeApi(addresses: Addresses, requestId: string): Promise<OpenApiDocument>;
}

/** What account operations may use. Made anew for each call. */
export interface AccountContext extends AccountTools, CallScope<AccountAccess> {
  admission: ConnectionAdmission;
  /** The connection the call came through. */
  grant: Grant;
  /** Where the account's things are managed. */
  clientArea: ClientArea;
  /** The operation's call to the billing system. */
  query: ActorQuery;
}

/** An operation of the account. Only one with `access` is given a connection. */
export type AccountOperation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = Operation<AccountContext, Input, Output, AccountAccess> & {
  /** The operation in a few words of the customer's: in the log of a connection, beside a tick. */
  label: Text;
};

/** Defines an operation. */
export function accountOperation<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: AccountOperation<Input, Output>,
): AccountOperation<Input, Output> {
  return operation;
}

/** What a definition leaves to its kind of operation. No answer on an account is ever stored. */
export type Derived = "freshFor" | "problems" | "output" | "run" | "access";
export interface Defined<Shape extends z.ZodRawShape> {
  access: AccountAccess;
  problems?: ProblemCode[];
  /** The members of the answer, besides the account at its beginning. */
  output: Shape;
}
export type OnAccount<Shape extends z.ZodRawShape> = z.input<z.ZodObject<Shape>> & { account: AccountReference };

/** Defines an operation that reads from an account. */
export function readOperation<Input extends z.ZodObject, Shape extends z.ZodRawShape>({
  output,
  run,
  ...operation
}: Omit<AccountOperation<Input>, Derived | "effect"> &
  Defined<Shape> & {
    run(context: AccountContext, input: z.output<Input>): Promise<OnAccount<Shape> | ReportedValue<OnAccount<Shape>>>;
  }): AccountOperation<Input> {
  return {
    ...{ problems: [], ...operation, effect: "read", freshFor: 0 },
    output: onAccount(output),
    async run(context, input) {
      const answer = await run(context, input);
      return answer instanceof ReportedValue
        ? new ReportedValue(published(answer.value), answer.report)
        : published(answer);
    },
  };
}
