import type { AccountCommandName, AccountCommands } from "../../durable-objects/account/account-command.ts";
import type { Grant } from "../../durable-objects/connection/grant.ts";
import type { LogKey } from "../../shared/account-access/call-log.ts";
import type { Scope } from "../../shared/account-access/scopes.ts";
import type { Reported } from "../../shared/api/definition/call-report.ts";
import { type Access, operationsFor } from "../../shared/api/definition/operation.ts";
import type { OpenApiDocument } from "../../shared/api/openapi/describe-openapi.ts";
import type { Permission } from "../../shared/billing-contract/actor.ts";
import type { Addresses } from "../../shared/platform/addresses.ts";
import type { ActionQuotes } from "./actions/action-quotes.ts";
import type { CancellationConfirm } from "./actions/cancellation-confirm.ts";
import type { Cursors } from "./api/cursors.ts";
import type { AuditedCall } from "./connections/application-log.ts";
import type { AccountQueries } from "./queries/account-queries.ts";

/** What an operation on an account needs of its caller's connection. */
export interface AccountAccess extends Access {
  /** Besides the base scope. */
  scope: Scope;
  permissions: Permission[];
}

/** What account operations may use. Made anew for each call. */
export interface AccountContext {
  addresses: Addresses;
  /** The connection the call came through. */
  grant: Grant;
  billing: AccountQueries;
  /** What acting would do. */
  acting: ActionQuotes;
  /** Does something, once per idempotency key. */
  act<Name extends AccountCommandName>(
    name: Name,
    request: AccountCommands[Name]["request"],
  ): Promise<Reported<AccountCommands[Name]["value"]>>;
  /** What a customer confirms a cancellation with. */
  confirm: CancellationConfirm;
  cursors: Cursors;
  /** The application's own entries for this login and account, older than a key, newest first. */
  entries(before: LogKey | undefined, limit: number): Promise<AuditedCall[]>;
  /** The API's own description. */
  openApi(): OpenApiDocument;
}

/** Defines an operation on an account. */
export const accountOperation = operationsFor<AccountContext, AccountAccess>();
