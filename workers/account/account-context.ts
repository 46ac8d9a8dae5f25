import type { AccountCommandName, AccountCommands } from "../../durable-objects/account/account-command.ts";
import { operationsFor } from "../../shared/api/definition/operation.ts";
import type { OpenApiDocument } from "../../shared/api/openapi/describe-openapi.ts";
import type { LogKey } from "../../shared/api/pipeline/call-record.ts";
import type { Grant } from "../../shared/api/pipeline/grant.ts";
import type { Addresses } from "../../shared/platform/addresses.ts";
import type { ActionQuotes } from "./actions/action-quotes.ts";
import type { CancellationConfirm } from "./actions/cancellation-confirm.ts";
import type { Cursors } from "./api/cursors.ts";
import type { AuditedCall } from "./connections/application-log.ts";
import type { AccountQueries } from "./queries/account-queries.ts";

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
  ): Promise<AccountCommands[Name]["value"]>;
  /** What a customer confirms a cancellation with. */
  confirm: CancellationConfirm;
  cursors: Cursors;
  /** The application's own entries for this login and account, older than a key, newest first. */
  entries(before: LogKey | undefined, limit: number): Promise<AuditedCall[]>;
  /** The API's own description. */
  openApi(): OpenApiDocument;
}

/** Defines an operation on an account. */
export const accountOperation = operationsFor<AccountContext>();
