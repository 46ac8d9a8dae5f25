import type { Agreement } from "../../durable-objects/connection/connection-port.ts";
import { NO_ASKS } from "../../shared/account-access/asks.ts";

/** Returns an agreement that allows orders on account 1001 of the demonstration. */
export function sampleAgreement(id: string, changes: Partial<Agreement> = {}): Agreement {
  return {
    id,
    name: "Sample App",
    application: "app",
    origin: { kind: "unverified" },
    returnsTo: "app.example",
    loginId: 1,
    accountId: 1001,
    accountName: "Studio Ana Inc.",
    currency: "CAD",
    scopes: ["account:read", "billing:write"],
    operations: null,
    limit: { kind: "account" },
    limitName: null,
    asks: NO_ASKS,
    madeAt: "2026-11-21T00:00:00.000Z",
    pages: "https://desk.example",
    endsAt: null,
    contact: { email: "owner@maple.example", language: "en" },
    ...changes,
  };
}
