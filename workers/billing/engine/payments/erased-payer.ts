import type { DataSubject } from "../../../../shared/operator-contract/erasure.ts";
import type { EngineContext } from "../engine-context.ts";
import { part, sql } from "../store/sql.ts";
import { expireSession } from "./checkouts.ts";
import { reconcileSession } from "./reconcile.ts";
import { detachCard } from "./saved-cards.ts";

/**
 * Deletes payment data at Stripe and here, after an erasure or before an account is closed. It expires the pages on
 * which the accounts could still pay or save a card, and removes their cards. For a login, the accounts are those
 * that only this login owns.
 * @throws if Stripe does not respond; the rows stay, and an erasure retries
 */
export async function forgetPayer(engine: EngineContext, { kind, id }: DataSubject): Promise<void> {
  const { db } = engine;
  const accounts =
    kind === "account"
      ? part`SELECT ${id}`
      : part`SELECT account_id FROM account_logins WHERE login_id = ${id} AND owner = 1 AND account_id NOT IN
          (SELECT account_id FROM account_logins WHERE login_id <> ${id} AND owner = 1)`;
  if (engine.stripe) {
    const pages = await sql(db)`SELECT session FROM checkouts
      WHERE account_id IN (${accounts}) AND state = 'open'`.all<{ session: string }>();
    for (const { session } of pages.results) {
      await expireSession(engine, session);
      await reconcileSession(engine, session);
    }
    const cards = await sql(db)`SELECT payment_method AS id FROM saved_cards
      WHERE account_id IN (${accounts})`.all<{ id: string }>();
    for (const card of cards.results) await detachCard(engine, card.id);
  }
  await db.batch([
    sql(db)`DELETE FROM checkouts WHERE account_id IN (${accounts})`,
    sql(db)`DELETE FROM saved_cards WHERE account_id IN (${accounts})`,
  ]);
}
