import { expect, test } from "vitest";
import type { ApprovalDecided } from "../../../durable-objects/account/approvals/approval-port.ts";
import { ReportedValue } from "../../../shared/api/definition/call-report.ts";
import { type BillingEvent, type EventList, eventIdAt, eventPage } from "../../../shared/billing-contract/events.ts";
import { Signer } from "../../../shared/platform/service-key.ts";
import type { AccountContext } from "../../../workers/account/account-context.ts";
import { listEvents } from "../../../workers/account/operations/list-events.ts";

const NOW = Date.parse("2026-11-20T15:00:00Z");
const ID = eventIdAt(NOW);
const ACCOUNT = { id: 1001, name: "Studio Ana Inc.", currency: "CAD" };

/** A source of events. Its `hidden` events take up space on a page, but the login cannot see them. */
type Source<Event> = { events: Event[]; at?: number; hidden?: Event[] };

/** Returns a function that reads a source page by page. */
const pageFrom =
  <Event extends { id: number }>(source: Source<Event>) =>
  (list: Pick<EventList, "after" | "limit">) => {
    const { events, hidden = [], at = NOW } = source;
    const found = [...hidden, ...events]
      .toSorted((one, other) => one.id - other.id)
      .filter(({ id }) => id > list.after);
    const page = eventPage(found.slice(0, list.limit + 1), list, at);
    return { ...page, events: page.events.filter((event) => !hidden.includes(event)) };
  };

function reader(billing: Source<BillingEvent>, approvals: Source<ApprovalDecided>) {
  const [billed, decided] = [pageFrom(billing), pageFrom(approvals)];
  const context = {
    signer: new Signer(async () => ({ original: new Uint8Array(32).buffer })),
    grant: { id: "connection-1", accountId: 1001 },
    operation: listEvents,
    query: { requestId: "request-1" },
    lists: { events: async (list: EventList) => ({ ok: true, value: { account: ACCOUNT, ...billed(list) } }) },
    accountOf: () => ({ approvalDecisions: async (_: string, list: EventList) => decided(list) }),
  } as unknown as AccountContext;
  return async (after: string | undefined, limit: number) => {
    const answer = await listEvents.run(context, { after, limit });
    return (answer instanceof ReportedValue ? answer.value : answer) as {
      events: { id: string; type: string; at: string; data: object }[];
      cursor: string;
      truncated: boolean;
      has_more: boolean;
      next_poll_seconds: number;
    };
  };
}

const paid = (offset: number): BillingEvent => ({ id: ID + offset, type: "invoice.paid", subject: offset });
const declined = (offset: number): ApprovalDecided => ({
  ...{ id: ID + offset, approvalId: `approval-${offset}`, decision: "declined" },
});

test.each([1, 2, 3, 7])("pages of %i contain every event of both sources once and in the same order", async (limit) => {
  const billing = { events: [1, 2, 6, 7, 9].map(paid), hidden: [-2, -1, 0].map(paid) };
  const read = reader(billing, { events: [3, 4, 5, 8].map(declined) });
  const seen: string[] = [];
  let page = await read(undefined, limit);
  for (;;) {
    expect(page.events.length).toBeLessThanOrEqual(limit);
    seen.push(...page.events.map(({ type, data }) => `${type} ${Object.values(data).join(" ")}`));
    if (!page.has_more) break;
    expect(page.next_poll_seconds).toBe(0);
    page = await read(page.cursor, limit);
  }
  expect(page.next_poll_seconds).toBe(60);
  const [bill, decide] = [(n: number) => `invoice.paid ${n}`, (n: number) => `approval.decided approval-${n} declined`];
  expect(seen).toEqual([bill(1), bill(2), decide(3), decide(4), decide(5), bill(6), bill(7), decide(8), bill(9)]);
});

test("a cursor at the end returns later events of each source, even if one source's clock is slow", async () => {
  const [billing, approvals] = [{ events: [paid(5_000_000)] }, { events: [] as ApprovalDecided[] }];
  const read = reader(billing, approvals);
  const { cursor, events } = await read(undefined, 25);
  expect(events).toMatchObject([{ type: "invoice.paid", at: "2026-11-20T15:00:05.000Z" }]);
  expect(await read(cursor, 25)).toMatchObject({ events: [], has_more: false });
  approvals.events.push(declined(1));
  expect((await read(cursor, 25)).events).toMatchObject([
    { type: "approval.decided", data: { approval_id: "approval-1", decision: "declined" } },
  ]);
});

test("the answer states whether a source has deleted events since the cursor", async () => {
  const [billing, approvals]: [Source<BillingEvent>, Source<ApprovalDecided>] = [{ events: [] }, { events: [] }];
  const read = reader(billing, approvals);
  const { cursor } = await read(undefined, 25);
  expect(await read(cursor, 25)).toMatchObject({ truncated: false });
  approvals.at = NOW + 40 * 86_400_000;
  expect(await read(cursor, 25)).toMatchObject({ truncated: true });
});

test("the answer also reports deleted events of a source that shows no event", async () => {
  const [billing, approvals] = [{ events: [1, 2].map(paid) }, { events: [declined(3)], at: NOW }];
  const read = reader(billing, approvals);
  const { cursor } = await read(undefined, 1);
  expect(await read(cursor, 1)).toMatchObject({ truncated: false });
  Object.assign(approvals, { events: [], at: NOW + 40 * 86_400_000 });
  expect(await read(cursor, 1)).toMatchObject({ truncated: true });
});

test("an unknown cursor is refused with the name of its parameter", async () => {
  const read = reader({ events: [] }, { events: [] });
  await expect(read("forged", 25)).rejects.toMatchObject({ code: "invalid_parameter", refused: [{ name: "after" }] });
});
