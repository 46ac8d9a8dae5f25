import type Stripe from "stripe";
import type { AccountReference } from "../../../../shared/billing-contract/customer.ts";
import type { ContractMethods } from "../../../../shared/billing-contract/guarded-billing.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import type { Write } from "../../../../shared/billing-contract/writes.ts";
import { runWrite } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import type { CardDetails } from "../records/details.ts";
import { ERASED_DOMAIN } from "../store/account-store.ts";
import { sql, type TypedStatement } from "../store/sql.ts";
import { StripeRefusal, stripeOf } from "../stripe/stripe-api.ts";

/** A saved card, with Stripe's ids. */
export interface SavedCard {
  customer: string;
  paymentMethod: string;
  /** The version of the agreement that the customer accepted. */
  agreement: string;
  /** The time at which the customer entered the card, in epoch milliseconds. */
  agreedAt: number;
  /** The card's details; `null` for the sandbox's card, and if Stripe reports none. */
  details: CardDetails | null;
}

/** The writes for the client area's page of payment methods. */
export interface CardWrites {
  /** Removes the saved card, first at Stripe. Stripe must not keep a card that is no longer charged. */
  removeCard: Write<null, AccountReference>;
}

export const cardWrites = {
  async removeCard(engine, call) {
    const { db } = engine;
    const { accountId } = call;
    const read = await engine.accounts.read(call, {
      card: sql(db)<{ id: string }>`SELECT payment_method AS id FROM saved_cards WHERE account_id = ${accountId}`,
    });
    if (!read.ok) return read;
    const [card] = read.value.rows.card;
    if (!card) return ok(read.value.account);
    if (engine.stripe) await detachCard(engine, card.id);
    return runWrite<Record<never, never>, AccountReference>(engine, call, {
      operation: null,
      reads: {},
      decide: ({ account }) => ({
        statements: [sql(db)`DELETE FROM saved_cards WHERE account_id = ${accountId} AND payment_method = ${card.id}`],
        value: account,
      }),
    });
  },
} satisfies ContractMethods<EngineContext, CardWrites>;

/** Removes a card at Stripe. Succeeds if Stripe no longer has it. */
export async function detachCard(engine: EngineContext, paymentMethod: string): Promise<void> {
  const { api } = await stripeOf(engine);
  try {
    const path = `/v1/payment_methods/${encodeURIComponent(paymentMethod)}/detach`;
    await api.send<Stripe.PaymentMethod>(path, {}, crypto.randomUUID(), engine.requestId);
  } catch (error) {
    // expected: Stripe no longer has the card.
    if (!(error instanceof StripeRefusal)) throw error;
  }
}

/**
 * Returns the statement that stores a card, unless the stored card is newer. It does nothing if the account does not
 * exist, or was closed or erased.
 */
export function saveCard(db: D1Database, accountId: number, card: SavedCard): TypedStatement<never> {
  const { customer, paymentMethod, agreement, agreedAt } = card;
  const details = card.details && JSON.stringify(card.details);
  return sql(db)`INSERT INTO saved_cards (account_id, customer, payment_method, agreement, agreed_at, details)
    SELECT id, ${customer}, ${paymentMethod}, ${agreement}, ${agreedAt}, ${details} FROM accounts
      WHERE id = ${accountId} AND closed_at IS NULL AND email NOT LIKE ${`%@${ERASED_DOMAIN}`}
    ON CONFLICT DO UPDATE SET customer = excluded.customer, payment_method = excluded.payment_method,
      agreement = excluded.agreement, agreed_at = excluded.agreed_at, details = excluded.details
      WHERE excluded.agreed_at >= agreed_at`;
}
