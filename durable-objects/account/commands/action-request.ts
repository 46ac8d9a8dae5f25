import type { HourlyLimit } from "../../../shared/api/definition/operation.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type { LogFields } from "../../../shared/platform/log.ts";
import type { ActionRequest } from "../account-port.ts";
import type { CommandContent } from "../approvals/approval-requests.ts";

/** A request without a key is a setting. */
export function limitOf({ key }: ActionRequest): HourlyLimit {
  return key ? "orders" : "settings";
}

export function queryOf({
  accountId,
  loginId,
  permissions,
  connectionId: connection,
  requestId,
}: ActionRequest): ActorQuery {
  return { accountId, loginId, permissions, connection, requestId };
}

export function fieldsOf({ accountId, command, requestId }: ActionRequest): LogFields {
  return { request_id: requestId, account: accountId, operation: command.name };
}

/** What the customer approves of it. Of a Worker of an earlier version, which says no content, none is ever the same. */
export function contentOf(request: ActionRequest): CommandContent {
  const { connectionId, loginId, application, command, target, key, fingerprint } = request;
  const content = fingerprint ?? key?.fingerprint ?? crypto.randomUUID();
  return { connectionId, loginId, application, operation: command.name, target, fingerprint: content };
}
