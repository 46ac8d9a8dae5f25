import type { ActionOperation } from "../../../shared/billing-contract/actions.ts";
import type { ActionState } from "./action-states.ts";
import type { MadeByOrder, StoredRequest } from "./order-request.ts";

/** An action, as a row of `actions` has it. Instants are RFC 3339 in UTC. */
export interface StoredAction {
  accountId: number;
  reference: string;
  operation: ActionOperation;
  target: string;
  begunAt: string;
  sentAt: string | null;
  state: ActionState;
  /** Null before it was judged. */
  request: StoredRequest | null;
  /** The highest order of the account before it was sent; null for what places none. */
  watermark: number | null;
  orderId: number | null;
  made: MadeByOrder | null;
  /** It was sent through the addon, which has its reference. */
  isThroughAddon: boolean;
  /** The value of a `done` one, the problem of a `refused` one. */
  answer: unknown;
}

export type ActionKey = Pick<StoredAction, "accountId" | "reference">;

export type RawAction = Omit<StoredAction, "request" | "made" | "answer" | "isThroughAddon"> & {
  request: string | null;
  made: string | null;
  answer: string | null;
};

/** The columns of a row as it is read. */
export const COLUMNS = `account_id AS accountId, reference, operation, target, begun_at AS begunAt, sent_at AS sentAt, state, request,
  watermark, order_id AS orderId, made, answer`;

/** Now, as rows have it. */
export function instantNow({ now }: { now: () => number }): string {
  return new Date(now()).toISOString();
}

/** A request as rows have it, with the mark of one that is sent through the addon. */
export function written(request: StoredRequest | object, isThroughAddon: boolean): string {
  return JSON.stringify(isThroughAddon ? { ...request, throughAddon: true } : request);
}

export function toRow(row: RawAction): StoredAction {
  const { request: stored, made, answer, ...plain } = row;
  const { throughAddon = false, ...request } = stored === null ? {} : JSON.parse(stored);
  return {
    ...plain,
    isThroughAddon: throughAddon,
    request: stored === null ? null : request,
    made: made === null ? null : JSON.parse(made),
    answer: answer === null ? null : JSON.parse(answer),
  };
}
