import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import { isEnded } from "../../../../shared/billing-contract/customer.ts";
import { NOT_FOUND } from "../../../../shared/ordering/refusals.ts";
import { NO_LONGER_HELD } from "../../../../shared/ordering/registrar-settings.ts";
import { changeAccount } from "../actions/run-action.ts";
import type { EngineContext } from "../engine-context.ts";
import { notice } from "../mails/notices.ts";
import { sendNoticesAfterwards } from "../orders/after-order.ts";
import { domainRead, toDomain } from "../records/domains.ts";
import { sql } from "../store/sql.ts";

/** An invoice for a renewal that exists already stays. */
export const autoRenewal = {
  async setDomainAutoRenew(
    engine: EngineContext,
    query: ActorQuery,
    { domain: name, autoRenew }: { domain: string; autoRenew: boolean },
  ) {
    const { db } = engine;
    const reads = { domain: domainRead(db, query.accountId, name) };
    const result = await changeAccount(engine, query, reads, ({ account, rows, moment }) => {
      const [row] = rows.domain;
      if (!row) return { refused: NOT_FOUND };
      const domain = toDomain(row);
      if (isEnded(domain)) return { refused: NO_LONGER_HELD };
      const value = { account, domain: { ...domain, autoRenew } };
      if (domain.autoRenew === autoRenew) return { statements: [], value };
      const update = sql(db)`UPDATE domains SET auto_renew = ${autoRenew ? 1 : 0} WHERE id = ${domain.id}`;
      const switchedOff = notice(db, query, moment.at, {
        kind: "autoRenewOff",
        domain: domain.name,
        expiresOn: domain.expiresOn,
      });
      return { statements: autoRenew ? [update] : [update, switchedOff], value };
    });
    if (result.ok && !autoRenew) sendNoticesAfterwards(engine, query.accountId);
    return result;
  },
};
