import type { Agreement, ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { PendingAuthorization } from "../../../durable-objects/session/session-port.ts";
import type { AccountReference } from "../../../shared/billing-contract/customer.ts";
import type { SignedIn } from "../../../shared/pages/sign-in/session.ts";
import type { ObjectIds } from "../../../shared/platform/ids.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { logFailure } from "../../../shared/platform/log.ts";
import type { ConnectionIndex } from "./connection-index.ts";

/** The customer's decision on the consent page. */
export interface Consent extends Pick<Agreement, "scopes" | "limit" | "limitName" | "asks"> {
  signedIn: SignedIn;
  /** The language of the consent page. */
  language: Language;
  account: AccountReference;
}

export interface MakeConnectionDependencies {
  ids: ObjectIds;
  index: ConnectionIndex;
  connectionOf: (id: string) => ConnectionPort;
  now: () => number;
  requestId: string;
}

/**
 * Makes the connection for one consent. The row in the index is written first, because without it nobody could find the
 * connection to end it.
 * @returns the redirect URL with the authorization code
 */
export async function makeConnection(
  { ids, index, connectionOf, now, requestId }: MakeConnectionDependencies,
  pending: PendingAuthorization,
  { signedIn, language, account, scopes, limit, limitName, asks }: Consent,
): Promise<string> {
  const { request, client, name, origin, returnsTo } = pending;
  const agreement: Agreement = {
    id: await ids.mint(),
    application: request.clientId,
    resource: request.resource,
    ...{ name, origin, returnsTo, scopes, limit, limitName, asks },
    ...partiesOf(signedIn, language, account),
    operations: null,
    pages: request.issuer,
    madeAt: new Date(now()).toISOString(),
    endsAt: null,
  };
  await index.add(agreement);
  const connection = connectionOf(agreement.id);
  try {
    return await connection.open(agreement, request, client, requestId);
  } catch (error) {
    // The object may have made the connection after all. Nobody has the authorization code, so the connection is ended.
    await takeBack({ index, connection, requestId }, agreement);
    throw error;
  }
}

/** Returns the fields of an agreement that describe its login and its account. */
export function partiesOf({ loginId, email }: SignedIn, language: Language, { id, name, currency }: AccountReference) {
  return { loginId, contact: { email, language }, accountId: id, accountName: name, currency };
}

/** Ends a connection that may exist, and deletes its row in the index. Never throws. */
export async function takeBack(
  {
    index,
    connection,
    requestId,
  }: { index: Pick<ConnectionIndex, "forget">; connection: Pick<ConnectionPort, "end">; requestId: string },
  { id, accountId }: Agreement,
): Promise<void> {
  const fields = { request_id: requestId, account: accountId };
  await Promise.all([
    logFailure("connection_unreachable", connection.end("disconnected", requestId), fields),
    logFailure("connection_list", index.forget(id), fields),
  ]);
}
