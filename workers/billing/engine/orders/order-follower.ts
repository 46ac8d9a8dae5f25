import type { ActionOperation, Placed } from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { logFailure } from "../../../../shared/platform/log.ts";
import type { Moment } from "../clock/billing-clock.ts";
import type { NoticeSender } from "../mails/notice-sender.ts";
import { notice } from "../mails/notices.ts";
import type { Fulfilment } from "./fulfilment.ts";
import { NEW_ORDER_ID } from "./new-order.ts";

/** What comes with an order that is placed: its mail, and doing what needs no payment. */
export class OrderFollower {
  readonly #db: D1Database;
  readonly #notices: NoticeSender;
  readonly #fulfilment: Fulfilment;
  readonly #afterwards: (work: Promise<unknown>) => void;

  constructor(
    db: D1Database,
    notices: NoticeSender,
    fulfilment: Fulfilment,
    afterwards: (work: Promise<unknown>) => void,
  ) {
    this.#db = db;
    this.#notices = notices;
    this.#fulfilment = fulfilment;
    this.#afterwards = afterwards;
  }

  /**
   * The statement that tells the owner of the order that the statements before have put in.
   * @param subject the name or plan that it is about
   */
  notice(query: ActorQuery, { at }: Moment, operation: ActionOperation, subject: Text | string): D1PreparedStatement {
    return notice(this.#db, query, at, { kind: "orderPlaced", operation, subject }, { orderId: NEW_ORDER_ID });
  }

  /** Without the answer waiting for it. */
  follow(
    { account, orderId, invoice }: Pick<Placed, "account" | "orderId" | "invoice">,
    { requestId }: ActorQuery,
  ): void {
    this.#afterwards(this.#doAndTell(account.id, invoice === null ? orderId : null, requestId));
  }

  /** Does what needs no payment, for an answer that says what is so afterwards. Never throws: the clock does what is left. */
  async doNow({ account, orderId }: Pick<Placed, "account" | "orderId">, { requestId }: ActorQuery): Promise<void> {
    if (orderId !== null) await this.#do(account.id, orderId, requestId);
    this.#afterwards(this.tell(account.id, requestId));
  }

  async #doAndTell(account: number, freeOrder: number | null, requestId: string | undefined): Promise<void> {
    if (freeOrder !== null) await this.#do(account, freeOrder, requestId);
    await this.tell(account, requestId);
  }

  async #do(account: number, order: number, requestId: string | undefined): Promise<void> {
    const fields = { request_id: requestId, account, order };
    await logFailure("order_failed", this.#fulfilment.fulfil(order, requestId), fields);
  }

  /** Sends what is due to be mailed to the account's owner. */
  async tell(account: number, requestId: string | undefined): Promise<void> {
    const sent = this.#notices.sendDue(MAX_MAILS, account, requestId);
    await logFailure("notices_not_sent", sent, { request_id: requestId, account });
  }
}

const MAX_MAILS = 20;
