import type { WriteOperation } from "../../../shared/billing-contract/writes.ts";
import type { MadeByOrder, StoredRequest } from "./order-request.ts";
import type { WriteState } from "./write-states.ts";

/** An action, as a row of `actions` has it. Instants are RFC 3339 in UTC. */
export interface StoredWrite {
  accountId: number;
  reference: string;
  operation: WriteOperation;
  target: string;
  begunAt: string;
  sentAt: string | null;
  state: WriteState;
  /** Null before it was judged. */
  request: StoredRequest | null;
  orderId: number | null;
  made: MadeByOrder | null;
  /** The value of a `done` one, the problem of a `refused` one. */
  answer: unknown;
}

export type WriteKey = Pick<StoredWrite, "accountId" | "reference">;

export type RawWrite = Omit<StoredWrite, "request" | "made" | "answer"> & {
  request: string | null;
  made: string | null;
  answer: string | null;
};

/** The columns of a row as it is read. */
export const COLUMNS = `account_id AS accountId, reference, operation, target, begun_at AS begunAt, sent_at AS sentAt, state, request,
  order_id AS orderId, made, answer`;

/** Now, as rows have it. */
export function instantNow({ now }: { now: () => number }): string {
  return new Date(now()).toISOString();
}

export function toRow({ request, made, answer, ...plain }: RawWrite): StoredWrite {
  return {
    ...plain,
    request: request === null ? null : JSON.parse(request),
    made: made === null ? null : JSON.parse(made),
    answer: answer === null ? null : JSON.parse(answer),
  };
}
