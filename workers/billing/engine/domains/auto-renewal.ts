import type { OwnDomain, QuoteResult } from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import { because, NOT_FOUND } from "../actions/refusals.ts";
import type { BillingClock } from "../clock/billing-clock.ts";
import { notice } from "../mails/notices.ts";
import { type AccountGate, RevisionConflict } from "../store/account-gate.ts";
import { found, unavailable } from "../store/results.ts";
import { ownDomain, ownDomainRead } from "./own-domain.ts";

export interface AutoRenewalDependencies {
  db: D1Database;
  gate: AccountGate;
  clock: BillingClock;
  tell: (question: ActorQuery) => void;
}

const OVER = ["expired", "transferred_away", "cancelled", "fraud"];
const MAX_ATTEMPTS = 20;

/**
 * Switches a domain's auto-renewal. An invoice that was made before stays.
 * @param tell sends what the owner of an account is to be told
 */
export async function setAutoRenew(
  { db, gate, clock, tell }: AutoRenewalDependencies,
  query: ActorQuery,
  setting: { domain: string; autoRenew: boolean },
): Promise<QuoteResult<OwnDomain>> {
  for (let round = 0; round < MAX_ATTEMPTS; round++) {
    const read = await gate.state(query, [ownDomainRead(db, query.accountId, setting.domain)]);
    if (!read.ok) return read;
    const { account, revision, clockOffsetMs, results } = read.value;
    const domain = ownDomain(results[0]);
    if (!domain) return { ok: false, problem: NOT_FOUND };
    if (OVER.includes(domain.status)) {
      const problem = because("not_allowed", "This name is no longer held here.", "Ce nom n’est plus détenu ici.");
      return { ok: false, problem };
    }
    const value = { account, domain: { ...domain, autoRenew: setting.autoRenew } };
    if (domain.autoRenew === setting.autoRenew) return found(value);
    const update = db
      .prepare("UPDATE domains SET auto_renew = ? WHERE id = ?")
      .bind(setting.autoRenew ? 1 : 0, domain.id);
    const told = notice(db, query, clock.moment(clockOffsetMs).at, {
      kind: "autoRenewOff",
      domain: domain.name,
      expiresOn: domain.expiresOn,
    });
    try {
      await gate.write(query, revision, setting.autoRenew ? [update] : [update, told]);
      if (!setting.autoRenew) tell(query);
      return found(value);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
  return unavailable();
}
