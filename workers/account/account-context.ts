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
import type {
  AccountReference,
  CustomerReads,
  DomainList,
  ServiceList,
} from "../../shared/billing-contract/customer.ts";
import type { ClientArea } from "../../shared/billing-contract/description.ts";
import type { EventList } from "../../shared/billing-contract/events.ts";
import type { Text } from "../../shared/platform/language.ts";
import type { Signer } from "../../shared/platform/service-key.ts";
import type { ZoneSystem } from "../../shared/zones-contract/zone-system.ts";
import type { CancellationConfirm } from "./actions/cancellation-confirm.ts";
import type { HourlyPolicies } from "./actions/hourly-limits.ts";
import type { NameChecks } from "./actions/name-checks.ts";
import type { AccountAccess, ConnectionAdmission } from "./admission/connection-admission.ts";
import type { ConnectionIndex } from "./connections/connection-index.ts";
import { onAccount, published } from "./schemas/account.ts";

/** The dependencies that the operations of all calls share. */
export interface AccountTools {
  /** The billing system's reads. The lists that a connection's limit filters are in {@link AccountContext.lists}. */
  billing: Omit<Reads, "listServices" | "listDomains" | "listEvents">;
  catalogue: NameChecks;
  zones: ZoneSystem;
  signer: Signer;
  /** Writes and checks the confirmation of a cancellation. */
  confirm: CancellationConfirm;
  accountOf: (accountId: number) => AccountPort;
  connectionOf: (id: string) => ConnectionPort;
  index: Pick<ConnectionIndex, "ofApplication">;
  policies: HourlyPolicies;
  /** Returns the current time, in epoch milliseconds. */
  now: () => number;
}

/** The context of an account operation. It is created for each call. */
export interface AccountContext extends AccountTools, CallScope<AccountAccess> {
  admission: ConnectionAdmission;
  /** What the call's connection may do. */
  grant: Grant;
  /** Lists that contain only items within the connection's limit. */
  lists: {
    services(list: Omit<ServiceList, "within">): ReturnType<CustomerReads["listServices"]>;
    domains(list: Omit<DomainList, "within">): ReturnType<CustomerReads["listDomains"]>;
    events(list: Omit<EventList, "within">): ReturnType<CustomerReads["listEvents"]>;
  };
  /** The pages on which the customer manages the account. */
  clientArea: ClientArea;
  /** The actor and permissions for the operation's calls to the billing system. */
  query: ActorQuery;
}

/** The context of an operation that anyone may call. */
export interface PublicContext {
  /** Returns the API's own description. */
  openApi(): Promise<OpenApiDocument>;
}

/** The label of an operation in a few words. Customers see it in a connection's log and next to a tick box. */
interface Labelled {
  label: Text;
}

/** An account operation that a connection calls. */
export type AccountOperation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = Operation<AccountContext, Input, Output, AccountAccess> & Labelled & { access: AccountAccess };

/** An operation that anyone may call. */
type PublicOperation<Input extends z.ZodObject, Output extends z.ZodObject> = Operation<
  PublicContext,
  Input,
  Output,
  AccountAccess
> &
  Labelled & { access?: never };

/** Defines an operation that a connection calls. */
export function accountOperation<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: AccountOperation<Input, Output>,
): AccountOperation<Input, Output> {
  return operation;
}

/** Defines an operation that anyone may call. */
export function publicOperation<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: PublicOperation<Input, Output>,
): PublicOperation<Input, Output> {
  return operation;
}

/** The fields of a definition that depend on the kind of operation. Answers about an account are never cached. */
export type Derived = "freshFor" | "problems" | "output" | "run" | "access";
export interface Defined<Shape extends z.ZodRawShape> {
  access: AccountAccess;
  problems?: ProblemCode[];
  /** The fields of the answer in addition to `account`. */
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
