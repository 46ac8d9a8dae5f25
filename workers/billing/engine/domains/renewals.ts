import type { Action, DomainRenewal, PlacedRenewal } from "../../../../shared/billing-contract/actions.ts";
import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type { ActionRefused } from "../../../../shared/billing-contract/result.ts";
import { extensionOf } from "../../../../shared/domain-names/parse-domain.ts";
import { yearsInWords } from "../../../../shared/domain-names/registration-terms.ts";
import {
  GRACE_DAYS,
  REDEMPTION_DAYS,
  RENEWAL_WINDOW_DAYS,
  renewalYears,
  yearsAhead,
} from "../../../../shared/domain-names/registry-rules.ts";
import { formatDate } from "../../../../shared/pages/formats.ts";
import { addDays, addYears } from "../../../../shared/platform/calendar.ts";
import {
  alreadyRequested,
  firstRefusal,
  NOT_FOUND,
  paymentMethodMissing,
  priceChanged,
  refusal,
} from "../actions/refusals.ts";
import { runAction } from "../actions/run-action.ts";
import type { EngineContext } from "../engine-context.ts";
import { afterOrder, orderNotice } from "../orders/after-order.ts";
import { newOrder } from "../orders/new-order.ts";
import { extensionPrices, renewalLines } from "../pricing/domain-prices.ts";
import { domainRead, isRegistered, toDomain } from "../records/domains.ts";
import { type OrderKind, UNPAID_INVOICE } from "../records/orders.ts";
import { raw, sql } from "../store/sql.ts";

const NOT_OFFERED = refusal(
  "not_offered",
  "Renewals of this extension are not sold.",
  "Les renouvellements de cette extension ne sont pas vendus.",
);

export const domainRenewals = {
  renewDomain(engine: EngineContext, action: Action, { domain: name, years, expectedPrice }: DomainRenewal) {
    const { db } = engine;
    const { accountId } = action;
    return runAction(engine, action, {
      operation: "renewDomain",
      reads: {
        domain: domainRead(db, accountId, name),
        prices: extensionPrices(db, accountId, name),
        open: openOrderRead(db, accountId, name),
      },
      decide(snapshot) {
        const { rows, moment, account } = snapshot;
        const [row] = rows.domain;
        if (!row) return { refused: NOT_FOUND };
        const domain = toDomain(row);
        const { currency } = account;
        const lines = renewalLines(domain, years, rows.prices[0]?.renew ?? null, currency);
        if (!lines) return { refused: domain.status === "transferred_away" ? NOT_REGISTERED : NOT_OFFERED };
        const amount = lines.reduce((sum, line) => sum + line.amount, 0);
        const [open] = rows.open;
        const refused = firstRefusal(
          open?.kind === "renew_domain" &&
            alreadyRequested(
              "A renewal of this name is already on order.",
              "Un renouvellement de ce nom fait déjà l’objet d’une commande.",
              open.unpaidInvoice,
            ),
          notRenewable(domain, years, moment.today),
          priceChanged(expectedPrice, { amount, currency }),
          paymentMethodMissing(snapshot),
        );
        if (refused) return { refused };
        const order = { kind: "renew_domain", domain: domain.id, years } as const;
        const { statements, placed } = newOrder(db, snapshot, order, lines);
        const placedNotice = orderNotice(engine, action, moment, "renewDomain", name);
        return { write: { statements: [...statements, placedNotice], value: { ...placed, years } } };
      },
      afterwards: (placed: PlacedRenewal) => afterOrder(engine, placed),
    });
  },
};

function openOrderRead(db: D1Database, accountId: number, name: string) {
  return sql(db)<{ kind: OrderKind; unpaidInvoice: number | null }>`
    SELECT o.kind, ${raw(UNPAID_INVOICE)} AS unpaidInvoice FROM orders o JOIN domains d ON d.id = o.domain_id
    WHERE d.account_id = ${accountId} AND d.name = ${name} AND o.status IN ('open', 'paid')`;
}

function notRenewable(domain: CustomerDomain, years: number, today: string): ActionRefused | null {
  if (!isRegistered(domain) || domain.expiresOn === null) return NOT_REGISTERED;
  const tld = extensionOf(domain.name);
  if (today > addDays(domain.expiresOn, GRACE_DAYS.of(tld) + REDEMPTION_DAYS.of(tld))) return NOT_REGISTERED;
  const sold = renewalYears(tld);
  if (!sold.includes(years)) {
    const { en, fr } = yearsInWords(sold);
    const message = { en: `must be ${en} under this extension`, fr: `doit être ${fr} pour cette extension` };
    return { code: "invalid_body", refused: [{ pointer: "/years", message }] };
  }
  const window = RENEWAL_WINDOW_DAYS.of(tld);
  const opensOn = window === null ? today : addDays(domain.expiresOn, -window);
  if (today < opensOn) {
    return refusal(
      "not_renewable",
      `The registry renews this name in its last ${window} days alone: from ${opensOn} on.`,
      `Le registre ne renouvelle ce nom que dans ses ${window} derniers jours : à partir du ${formatDate(opensOn, "fr")}.`,
    );
  }
  const ahead = yearsAhead(tld);
  if (addYears(domain.expiresOn, years) <= addYears(today, ahead)) return null;
  return refusal(
    "not_renewable",
    `The registry keeps names for at most ${ahead} years ahead.`,
    `Le registre n’enregistre pas un nom pour plus de ${ahead} ans.`,
  );
}

const NOT_REGISTERED = refusal(
  "not_renewable",
  "Only a name that is registered here can be renewed.",
  "Seul un nom enregistré ici peut être renouvelé.",
);
