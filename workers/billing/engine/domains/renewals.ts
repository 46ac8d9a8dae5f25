import type { WriteCall } from "../../../../shared/billing-contract/call.ts";
import { isEnded } from "../../../../shared/billing-contract/customer.ts";
import type { DomainRenewal, PlacedRenewal } from "../../../../shared/billing-contract/domain-orders.ts";
import type { OwnDomain, Setting } from "../../../../shared/billing-contract/domain-settings.ts";
import { refusedDomainRenewal, renewedTerm } from "../../../../shared/ordering/domain-renewals.ts";
import { NOT_FOUND } from "../../../../shared/ordering/refusals.ts";
import { NO_LONGER_HELD } from "../../../../shared/ordering/registrar-settings.ts";
import { runWrite } from "../actions/run-write.ts";
import { CLIENT_AREA_LINKS } from "../client-area-links.ts";
import type { EngineContext } from "../engine-context.ts";
import { notice, sendNoticesAfterwards } from "../mails/notices.ts";
import { afterOrder } from "../orders/fulfilment.ts";
import { newOrder, orderNotice } from "../orders/new-order.ts";
import { extensionPrices, renewalLines } from "../pricing/domain-prices.ts";
import { domainRead, toDomain } from "../records/domains.ts";
import { type OrderKind, toUnpaidInvoice, UNPAID_INVOICE } from "../records/orders.ts";
import { raw, sql } from "../store/sql.ts";

export const renewalWrites = { renewDomain, setDomainAutoRenew };

function renewDomain(engine: EngineContext, call: WriteCall, renewal: DomainRenewal) {
  const { domain: name, years } = renewal;
  const { db } = engine;
  return runWrite<ReturnType<typeof renewalReads>, PlacedRenewal>(engine, call, {
    operation: "renewDomain",
    reads: renewalReads(db, call.accountId, name),
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
        open: open?.kind === "renew_domain" ? { unpaidInvoice: toUnpaidInvoice(open.unpaidInvoice) } : null,
        price,
        pricedYears: null,
        today: moment.today,
        paymentMethodOnFile: facts.paymentMethodOnFile,
        links: CLIENT_AREA_LINKS,
      });
      if (refused) return { refused };
      const order = { kind: "renew_domain", domain: domain.id, years } as const;
      const { statements, placed } = newOrder(engine, snapshot, order, lines);
      return {
        statements: [...statements, orderNotice(db, call, snapshot, "renewDomain", name)],
        value: { ...placed, years },
        preview: { price, renewal: renewedTerm(domain, years) },
        afterwards: (done) => afterOrder(engine, done),
      };
    },
  });
}

function renewalReads(db: D1Database, accountId: number, name: string) {
  const open = sql(db)<{ kind: OrderKind; unpaidInvoice: string | null }>`
    SELECT o.kind, ${raw(UNPAID_INVOICE)} AS unpaidInvoice FROM orders o JOIN domains d ON d.id = o.domain_id
    WHERE d.account_id = ${accountId} AND d.name = ${name} AND o.status IN ('open', 'paid')`;
  return { domain: domainRead(db, accountId, name), prices: extensionPrices(db, accountId, name), open };
}

/** Switches auto-renewal on or off. An existing renewal invoice stays open. */
function setDomainAutoRenew(
  engine: EngineContext,
  call: WriteCall,
  { domain: name, autoRenew }: Setting<"autoRenew", boolean>,
) {
  const { db } = engine;
  const reads = { domain: domainRead(db, call.accountId, name) };
  return runWrite<typeof reads, OwnDomain>(engine, call, {
    operation: null,
    reads,
    decide({ rows, account, facts: { chargesCard }, moment }) {
      const [row] = rows.domain;
      if (!row) return { refused: NOT_FOUND };
      const domain = toDomain(row);
      if (isEnded(domain)) return { refused: NO_LONGER_HELD };
      const value = { account, domain: { ...domain, autoRenew }, chargesCard };
      if (domain.autoRenew === autoRenew) return { unchanged: value };
      const update = sql(db)`UPDATE domains SET auto_renew = ${autoRenew ? 1 : 0} WHERE id = ${domain.id}`;
      const { name: named, expiresOn, renewalPrice, renewalYears } = domain;
      // The client area's page already explains the consequences of switching auto-renewal on, so the owner gets no
      // e-mail.
      if (autoRenew && call.connection === undefined) return { statements: [update], value };
      const content = autoRenew
        ? ({ kind: "autoRenewOn", domain: named } as const)
        : ({ kind: "autoRenewOff", domain: named, expiresOn } as const);
      const isCharged = autoRenew && chargesCard && renewalPrice !== null;
      return {
        statements: [update, notice(db, call, moment.at, content)],
        value,
        preview: {
          renewalCharge: isCharged ? { amount: renewalPrice, currency: account.currency, years: renewalYears } : null,
        },
        afterwards: () => sendNoticesAfterwards(engine, call.accountId),
      };
    },
  });
}
