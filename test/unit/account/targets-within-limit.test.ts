import { expect, test } from "vitest";
import type { ResourceLimit } from "../../../shared/billing-contract/call.ts";
import { withTargetsWithin } from "../../../workers/account/connections/application-log.ts";

const OF_NO_LIMIT = ["plan:web-start", "order:6110"];
const ENTRIES = [
  ...[null, "domain:studio-ana.ca", "domain:ana.dev", "service:2101", "service:2105"],
  ...OF_NO_LIMIT,
].map((target, id) => ({ id, target }));

/** Pages of two services; how often they were asked for. */
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

test("without a limit every target is shown, and nothing is asked", async () => {
  const { asked, list } = services();
  expect(await targets({ kind: "account" }, list)).toEqual(ENTRIES.map(({ target }) => target));
  expect(asked).toEqual([]);
});

test("limited to a service, it sees that one alone", async () => {
  const { asked, list } = services();
  expect(await targets({ kind: "service", id: 2101 }, list)).toEqual([
    ...[null, null, null, "service:2101", null],
    ...OF_NO_LIMIT.map(() => null),
  ]);
  expect(asked).toEqual([]);
});

test("limited to a domain name, it sees that one and its services, however many there are", async () => {
  const { asked, list } = services(2001, 2002, 2003, 2004, 2101);
  const seen = [null, "domain:studio-ana.ca", null, "service:2101", null, ...OF_NO_LIMIT.map(() => null)];
  expect(await targets({ kind: "domain", name: "studio-ana.ca" }, list)).toEqual(seen);
  expect(asked).toEqual([undefined, { id: 2002 }, { id: 2004 }]);
});

test("of zones it sees those of its service, or the one of its domain name on the services of that", async () => {
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

test("where no service is named, none is asked for", async () => {
  const { asked, list } = services(1);
  const seen = await withTargetsWithin(ENTRIES.slice(1, 3), { kind: "domain", name: "studio-ana.ca" }, list);
  expect(seen.map(({ target }) => target)).toEqual(["domain:studio-ana.ca", null]);
  expect(asked).toEqual([]);
});
