import { expect, test } from "vitest";
import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort, Grant } from "../../../durable-objects/connection/connection-port.ts";
import type { LogEntry, LogKey } from "../../../shared/account-access/call-log.ts";
import type { ResourceLimit } from "../../../shared/billing-contract/call.ts";
import { applicationEntries, withTargetsWithin } from "../../../workers/account/connections/application-log.ts";
import type { ConnectionIndex } from "../../../workers/account/connections/connection-index.ts";

const AT = "2026-11-20T10:00:00.000Z";
const PASS = { loginId: 1, accountId: 1001, application: "an-application" } as Grant;

/** Creates a connection with these log entries. Their ids are compared by code unit, as in SQLite. */
function connectionWith(...ids: string[]): ConnectionPort {
  const sorted = ids.toSorted((one, other) => (one < other ? 1 : -1));
  const entries = async (before: LogKey | null, limit: number) =>
    sorted
      .filter((id) => !before || AT < before.at || id < before.id)
      .slice(0, limit)
      .map((id) => ({ id, at: AT }) as LogEntry);
  return { entries } as ConnectionPort;
}

test("pages show simultaneous entries of several connections without gaps or repeats", async () => {
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

test("a connection whose entries have all expired is not read", async () => {
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

const OF_NO_LIMIT = ["plan:web-start", "order:6110"];
const ENTRIES = [
  ...[null, "domain:studio-ana.ca", "domain:ana.dev", "service:2101", "service:2105"],
  ...OF_NO_LIMIT,
].map((target, id) => ({ id, target }));

/** Creates a service list with two services per page. It records each read. */
function services(...ids: number[]) {
  const asked: unknown[] = [];
  return {
    asked,
    list: async ({ after }: { after?: { id: number } }) => {
      asked.push(after);
      const left = ids.filter((id) => id > (after?.id ?? 0));
      const items = left.slice(0, 2).map((id) => ({ id }));
      return { items, next: left.length > 2 ? (items.at(-1) ?? null) : null };
    },
  };
}

const targets = async (limit: ResourceLimit, list = services().list) =>
  (await withTargetsWithin(ENTRIES, limit, list)).map(({ target }) => target);

test("a limit to a service hides the targets of all other services", async () => {
  const { asked, list } = services();
  expect(await targets({ kind: "service", id: 2101 }, list)).toEqual([
    ...[null, null, null, "service:2101", null],
    ...OF_NO_LIMIT.map(() => null),
  ]);
  expect(asked).toEqual([]);
});

test("a limit to a domain shows the domain and all its services", async () => {
  const { asked, list } = services(2001, 2002, 2003, 2004, 2101);
  const seen = [null, "domain:studio-ana.ca", null, "service:2101", null, ...OF_NO_LIMIT.map(() => null)];
  expect(await targets({ kind: "domain", name: "studio-ana.ca" }, list)).toEqual(seen);
  expect(asked).toEqual([undefined, { id: 2002 }, { id: 2004 }]);
});

test("a zone entry is shown for its service, or for its domain if a service of that domain has the zone", async () => {
  const targets = [
    "zone:2101/studio-ana.ca",
    "zone:2101/studio-ana.com",
    "zone:2105/studio-ana.ca",
    "zone:21010/a.com",
  ];
  const entries = targets.map((target) => ({ target }));
  const seen = async (limit: ResourceLimit) =>
    (await withTargetsWithin(entries, limit, services(2101).list)).flatMap(({ target }) => target ?? []);
  expect(await seen({ kind: "service", id: 2101 })).toEqual(targets.slice(0, 2));
  expect(await seen({ kind: "domain", name: "studio-ana.ca" })).toEqual(targets.slice(0, 1));
  expect(await seen({ kind: "domain", name: "ana.ca" })).toEqual([]);
});
