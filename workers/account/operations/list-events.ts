import * as z from "zod";
import { readOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";
import { cursorOf, readCursor } from "../queries/cursors.ts";
import { AccountEvent, toApprovalEvent, toBillingEvent } from "../schemas/event.ts";
import { pageInput } from "../schemas/input.ts";

/** The last event that was read from each source: the billing system and the account's object. */
interface Position {
  billing: number;
  approvals: number;
}

const POLL_SECONDS = 60;

export const listEvents = readOperation({
  id: "listEvents",
  http: { method: "GET", path: "/account/events" },
  title: "Follow what happens",
  summary: {
    en: "What has happened on the account since the last call, oldest first, kept 30 days.",
    fr: "Ce qui s’est passé sur le compte depuis le dernier appel, du plus ancien au plus récent, conservé 30 jours.",
  },
  label: { en: "Follow what happens", fr: "Suivre ce qui se passe" },
  description:
    "Events of the account, oldest first, for programs that poll. Each names its order, domain name, invoice, service or approval, and nothing more; other operations read the rest. Every answer has a `cursor`; send it as `after` in the next call. Events that the login may not read, or outside the connection's limit, are left out; approvals are those that this connection requested. Events are kept 30 days. The OpenAPI document starts with the types that the provider's billing system does not report.",
  access: { scope: "account:read", permissions: [], limit: "filtered" },
  input: z.strictObject({
    after: pageInput.cursor.describe("`cursor` of the previous answer; without it, the oldest events are returned."),
    limit: pageInput.limit,
  }),
  output: {
    events: z.array(AccountEvent).describe("Oldest first."),
    cursor: z.string().describe("Send it as `after` in the next call."),
    truncated: z.boolean().describe("Whether events after `after` were deleted because of their age."),
    has_more: z.boolean().describe("Whether more events are available now."),
    next_poll_seconds: z.int().describe("How long to wait before the next call; 0 if there are more."),
  },
  example: {},
  async run(context, { after, limit }) {
    const { lists, grant, accountOf } = context;
    const from = (await readCursor<Position>(context, after, {}, "after")) ?? { billing: 0, approvals: 0 };
    const [{ account, ...billed }, decided] = await Promise.all([
      answered(context, lists.events({ after: from.billing, limit })),
      accountOf(grant.accountId).approvalDecisions(grant.id, { after: from.approvals, limit }),
    ]);
    const found = [
      ...billed.events.map((one) => ({ source: "billing", id: one.id, event: toBillingEvent(one) })),
      ...decided.events.map((one) => ({ source: "approvals", id: one.id, event: toApprovalEvent(one) })),
    ];
    // If a source has more events, its next event may be older than events that the other source returned.
    const known = Math.min(...[billed, decided].filter(({ hasMore }) => hasMore).map(({ next }) => next));
    const shown = found
      .filter(({ id }) => id <= known)
      .toSorted((one, other) => one.id - other.id)
      .slice(0, limit);
    // A source with events that are not shown is read again from the first of these events.
    const readTo = (source: keyof Position, { events, next }: { events: { id: number }[]; next: number }) => {
      const left = events[shown.filter((one) => one.source === source).length];
      return left ? left.id - 1 : next;
    };
    const position: Position = { billing: readTo("billing", billed), approvals: readTo("approvals", decided) };
    const hasMore = billed.hasMore || decided.hasMore || found.length > shown.length;
    return {
      account,
      events: shown.map(({ event }) => event),
      cursor: await cursorOf(context, position, {}),
      truncated: billed.truncated || decided.truncated,
      has_more: hasMore,
      next_poll_seconds: hasMore ? 0 : POLL_SECONDS,
    };
  },
});
