import type { ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import { type CustomerDomain, isEnded } from "../../../../shared/billing-contract/customer.ts";
import type { Setting } from "../../../../shared/billing-contract/domain-settings.ts";
import { NOT_FOUND, type WriteRefusal } from "../../../../shared/ordering/refusals.ts";
import { NO_LONGER_HELD } from "../../../../shared/ordering/registrar-settings.ts";
import { changeAccount, type Snapshot } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import { notice } from "../mails/notices.ts";
import { sendNoticesAfterwards } from "../orders/after-order.ts";
import { domainRead, toDomain } from "../records/domains.ts";
import { sql } from "../store/sql.ts";

/** An invoice for a renewal that exists already stays. */
export const autoRenewalWrites = {
  setDomainAutoRenew(
    engine: EngineContext,
    query: WriteCall,
    { domain: name, autoRenew }: Setting<"autoRenew", boolean>,
  ) {
    const { db } = engine;
    return changeAccount(engine, query, domainReads(db, query, name), (snapshot) => {
      const held = heldDomain(snapshot);
      if ("refused" in held) return held;
      const { account, moment } = snapshot;
      const { domain } = held;
      const value = { account, domain: { ...domain, autoRenew } };
      if (domain.autoRenew === autoRenew) return { statements: [], value };
      const update = sql(db)`UPDATE domains SET auto_renew = ${autoRenew ? 1 : 0} WHERE id = ${domain.id}`;
      if (autoRenew) return { statements: [update], value };
      const switchedOff = notice(db, query, moment.at, {
        kind: "autoRenewOff",
        domain: domain.name,
        expiresOn: domain.expiresOn,
      });
      const afterwards = () => sendNoticesAfterwards(engine, query.accountId);
      return { statements: [update, switchedOff], value, afterwards };
    });
  },
};

function domainReads(db: D1Database, { accountId }: ActorQuery, name: string) {
  return { domain: domainRead(db, accountId, name) };
}

/** The domain, where its automatic renewal can be set. */
function heldDomain({
  rows,
}: Snapshot<ReturnType<typeof domainReads>>): { refused: WriteRefusal } | { domain: CustomerDomain } {
  const [row] = rows.domain;
  if (!row) return { refused: NOT_FOUND };
  const domain = toDomain(row);
  return isEnded(domain) ? { refused: NO_LONGER_HELD } : { domain };
}
