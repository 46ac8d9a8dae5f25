import { expect, test } from "vitest";
import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort, Grant } from "../../../durable-objects/connection/connection-port.ts";
import type { LogEntry, LogKey } from "../../../shared/account-access/call-log.ts";
import { applicationEntries } from "../../../workers/account/connections/application-log.ts";
import type { ConnectionIndex } from "../../../workers/account/connections/connection-index.ts";

const AT = "2026-11-20T10:00:00.000Z";
const PASS = { loginId: 1, accountId: 1001, application: "an-application" } as Grant;

/** The entries of a connection, compared code by code as SQLite does. */
function connectionWith(...ids: string[]): ConnectionPort {
  const sorted = ids.toSorted((one, other) => (one < other ? 1 : -1));
  const entries = async (before: LogKey | null, limit: number) =>
    sorted
      .filter((id) => !before || AT < before.at || id < before.id)
      .slice(0, limit)
      .map((id) => ({ id, at: AT }) as LogEntry);
  return { entries } as ConnectionPort;
}

test("of what happened at one instant on several connections, no page leaves out or repeats any", async () => {
  const connections: Record<string, ConnectionPort> = {
    first: connectionWith("0000a", "0000Z", "00009"),
    second: connectionWith("0000B", "0000b", "0000_"),
  };
  const index = {
    ofApplication: async () => Object.keys(connections).map((id) => ({ id, madeAt: 0, endedAt: null })),
  } as unknown as ConnectionIndex;
  const acted = connectionWith("0000Y", "00008");
  const entries = (_actor: object, before: LogKey | null, limit: number) => acted.entries(before, limit);
  const account = { entries } as unknown as AccountPort;
  const connectionOf = (id: string) => connections[id] as ConnectionPort;
  const context = { grant: PASS, index, connectionOf, accountOf: () => account, now: () => 0 };
  const walked: string[] = [];
  let before: LogKey | undefined;
  for (;;) {
    const [entry] = await applicationEntries(context, before, 1);
    if (!entry) break;
    walked.push(entry.id);
    before = { at: entry.at, id: entry.id };
  }
  expect(walked).toEqual(["0000b", "0000a", "0000_", "0000Z", "0000Y", "0000B", "00009", "00008"]);
});

test("connections whose every entry has been forgotten are not asked", async () => {
  const days = 86_400_000;
  const rows = [
    { id: "alive", madeAt: 0, endedAt: null },
    { id: "ended", madeAt: 0, endedAt: 20 * days },
    { id: "long-ended", madeAt: 0, endedAt: 20 * days - 1 },
  ];
  const index = { ofApplication: async () => rows } as unknown as ConnectionIndex;
  const asked: string[] = [];
  const connection = (id: string) => {
    asked.push(id);
    return connectionWith(id);
  };
  const account = () => ({ entries: async () => [] }) as unknown as AccountPort;
  const context = { grant: PASS, index, connectionOf: connection, accountOf: account, now: () => 200 * days };
  await applicationEntries(context, undefined, 10);
  expect(asked.toSorted()).toEqual(["alive", "ended"]);
});
