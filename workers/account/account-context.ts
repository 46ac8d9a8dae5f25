import type { Addresses } from "../../shared/addresses.ts";
import type { LogEntry, LogKey, Pass } from "../../shared/connections/connection.ts";
import type { OpenApiDocument } from "../../shared/operations/describe-openapi.ts";
import { operationsFor } from "../../shared/operations/operation.ts";
import type { AccountQuestions } from "./ask-account.ts";

/** Where a list goes on, as the caller holds it: signed, and good for one connection, operation and set of filters. */
export interface Cursors {
  /**
   * The key that a cursor stands for, or undefined for the first page.
   * @throws {OperationError} `invalid_parameter` for one that was altered, or made for other filters or elsewhere
   */
  read<Key extends object>(cursor: string | undefined, filters: object): Promise<Key | undefined>;
  /** The cursor of the next page; null on the last one. */
  write(next: object | null, filters: object): Promise<string | null>;
}

/** What account operations may use. Made anew for each call. */
export interface AccountContext {
  addresses: Addresses;
  /** The connection the call came through. */
  pass: Pass;
  billing: AccountQuestions;
  cursors: Cursors;
  /** The application's own entries for this login and account, older than a key, newest first. */
  entries(before: LogKey | undefined, limit: number): Promise<LogEntry[]>;
  /** The API's own description. */
  openApi(): OpenApiDocument;
}

/** Defines an operation on an account. */
export const accountOperation = operationsFor<AccountContext>();
