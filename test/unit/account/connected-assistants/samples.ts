import type { AccountLogEntry } from "../../../../durable-objects/account/account-port.ts";
import type { LogEntry } from "../../../../shared/account-access/call-log.ts";
import { type AssistantsPages, agreement, ids, MINUTE, NOW } from "./assistants-pages.ts";

function entry(
  minutesAgo: number,
  changes: Partial<LogEntry>,
): LogEntry & Pick<AccountLogEntry, "loginId" | "connection" | "approval"> {
  const at = new Date(NOW - minutesAgo * MINUTE).toISOString();
  return {
    id: `${at}-${minutesAgo}`,
    at,
    operation: "listDomains",
    target: null,
    outcome: "succeeded",
    status: 200,
    code: null,
    via: "mcp",
    requestId: "8e0f7a3c-0000-4000-8000-000000000000",
    ...{ loginId: 11, connection: "c", approval: null },
    ...changes,
  };
}

/** Returns the log of an application: one recent refused read and many earlier reads. */
export function busyLog(length = 214): LogEntry[] {
  return [
    entry(13, { operation: "listInvoices", outcome: "refused", status: 403, code: "outside_limit" }),
    ...Array.from({ length: length - 1 }, (_, at) => entry(20 + at, {})),
  ];
}

function busyActions(): AccountLogEntry[] {
  return [
    { ...entry(11, { operation: "orderDomain", target: "domain:ana.shop" }), outcome: "in_progress", status: null },
    entry(12, { operation: "renewDomain", target: "domain:studio-ana.ca", status: 201 }),
    entry(16, {
      operation: "changePlan",
      target: "service:2001",
      outcome: "failed",
      status: 503,
      code: "server_unavailable",
    }),
  ];
}

/**
 * Adds connections of each kind: a verified application, an API token, a registered application, and two installations
 * of one application.
 */
export async function sampleConnections({ connections }: AssistantsPages): Promise<{ atlas: string; token: string }> {
  const atlas = await agreement();
  const lastUsedAt = new Date(NOW - 12 * MINUTE).toISOString();
  await connections.make(atlas, { lastUsedAt, log: busyLog(), actions: busyActions() });
  const tokenId = await ids.mint();
  await connections.make(
    await agreement({
      id: tokenId,
      application: tokenId,
      name: "Nightly report",
      origin: { kind: "token", prefix: "fdk_7Hq2", lastFour: "x9Qa" },
      scopes: ["account:read", "billing:write"],
      operations: ["renewDomain", "setDomainAutoRenew"],
      limit: { kind: "domain", name: "studio-ana.ca" },
      limitName: "studio-ana.ca",
      madeAt: "2026-09-01T10:00:00Z",
      endsAt: "2027-03-01T10:00:00Z",
    }),
    { lastUsedAt: "2026-11-19T02:00:00Z", log: busyLog(29).slice(1) },
  );
  await connections.make(
    await agreement({
      name: "localhost tool",
      application: "registered-client",
      origin: { kind: "unverified" },
      accountId: 1002,
      accountName: "Ana Europe SARL",
      scopes: ["account:read", "domains:write"],
      madeAt: "2026-11-02T08:00:00Z",
    }),
  );
  for (const madeAt of ["2026-10-01T08:00:00Z", "2026-10-14T08:00:00Z"]) {
    await connections.make(
      await agreement({
        name: "Harbour Desk",
        application: "https://harbour.example/client",
        origin: { kind: "verified", domain: "harbour.example" },
        scopes: ["account:read"],
        madeAt,
      }),
    );
  }
  return { atlas: atlas.id, token: tokenId };
}
