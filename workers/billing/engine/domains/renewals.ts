import type { ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type { DomainRenewal, PlacedRenewal } from "../../../../shared/billing-contract/domain-orders.ts";
import { refusedDomainRenewal, renewedTerm } from "../../../../shared/ordering/domain-renewals.ts";
import { NOT_FOUND } from "../../../../shared/ordering/refusals.ts";
import { runWrite, type WriteHandler } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import { afterOrder, orderNotice } from "../orders/after-order.ts";
import { newOrder } from "../orders/new-order.ts";
import { extensionPrices, renewalLines } from "../pricing/domain-prices.ts";
import { domainRead, toDomain } from "../records/domains.ts";
import { type OrderKind, UNPAID_INVOICE } from "../records/orders.ts";
import { raw, sql } from "../store/sql.ts";

export const renewalWrites = {
  renewDomain(engine: EngineContext, action: WriteCall, renewal: DomainRenewal) {
    return runWrite(engine, action, renewalHandler(engine, action, renewal));
  },
};

function renewalHandler(
  engine: EngineContext,
  query: ActorQuery,
  renewal: DomainRenewal,
): WriteHandler<ReturnType<typeof renewalReads>, PlacedRenewal> {
  const { domain: name, years } = renewal;
  const { db } = engine;
  return {
    operation: "renewDomain",
    reads: renewalReads(db, query.accountId, name),
    decide(snapshot) {
      const { rows, moment, account, facts } = snapshot;
      const [row] = rows.domain;
      if (!row) return { refused: NOT_FOUND };
      const domain = toDomain(row);
      const { currency } = account;
      const lines = renewalLines(domain, years, rows.prices[0]?.renew ?? null, currency) ?? [];
      const amount = lines.reduce((sum, line) => sum + line.amount, 0);
      const [open] = rows.open;
      const price = lines.length > 0 ? { amount, currency } : null;
      const refused = refusedDomainRenewal(renewal, {
        domain,
        open: open?.kind === "renew_domain" ? open : null,
        price,
        pricedYears: null,
        today: moment.today,
        paymentMethodOnFile: facts.paymentMethodOnFile,
        links: engine.links,
      });
      if (refused) return { refused };
      const order = { kind: "renew_domain", domain: domain.id, years } as const;
      const { statements, placed } = newOrder(db, snapshot, order, lines);
      const placedNotice = orderNotice(engine, query, moment, "renewDomain", name);
      const preview = { price, renewal: renewedTerm(domain, years) };
      return { write: { statements: [...statements, placedNotice], value: { ...placed, years } }, preview };
    },
    afterwards: (placed) => afterOrder(engine, placed),
  };
}

function renewalReads(db: D1Database, accountId: number, name: string) {
  return {
    domain: domainRead(db, accountId, name),
    prices: extensionPrices(db, accountId, name),
    open: openOrderRead(db, accountId, name),
  };
}

function openOrderRead(db: D1Database, accountId: number, name: string) {
  return sql(db)<{ kind: OrderKind; unpaidInvoice: number | null }>`
    SELECT o.kind, ${raw(UNPAID_INVOICE)} AS unpaidInvoice FROM orders o JOIN domains d ON d.id = o.domain_id
    WHERE d.account_id = ${accountId} AND d.name = ${name} AND o.status IN ('open', 'paid')`;
}
