import type {
  Action,
  ActionResult,
  DomainRenewal,
  PlacedRenewal,
} from "../../../../shared/billing-contract/actions.ts";
import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import type { ActionRefused } from "../../../../shared/billing-contract/result.ts";
import {
  GRACE_DAYS,
  REDEMPTION_DAYS,
  RENEWAL_WINDOW_DAYS,
  renewalYears,
  yearsAhead,
} from "../../../../shared/domain-names/registry-rules.ts";
import { yearsInWords } from "../../../../shared/domain-names/terms.ts";
import { formatDate } from "../../../../shared/pages/formats.ts";
import { renewalLines } from "../accounts/renewal-price.ts";
import type { ActionRunner, Snapshot } from "../actions/action-runner.ts";
import { because, first, NOT_FOUND, paymentMethodMissing, priceChanged } from "../actions/refusals.ts";
import { type ExtensionPrices, extensionOf, extensionPrices } from "../catalogue/extension-prices.ts";
import { addDays, addYears } from "../clock/days.ts";
import { alreadyRequested, UNPAID_INVOICE } from "../orders/already-requested.ts";
import { newOrder } from "../orders/new-order.ts";
import type { OrderFollower } from "../orders/order-follower.ts";
import { isRegistered, ownDomain, ownDomainRead } from "./own-domain.ts";

const NOT_OFFERED = because(
  "not_offered",
  "Renewals of this extension are not sold.",
  "Les renouvellements de cette extension ne sont pas vendus.",
);

/** Renewing domain names. */
export class DomainRenewals {
  readonly #db: D1Database;
  readonly #runner: ActionRunner;
  readonly #follower: OrderFollower;

  constructor(db: D1Database, runner: ActionRunner, follower: OrderFollower) {
    this.#db = db;
    this.#runner = runner;
    this.#follower = follower;
  }

  renew(action: Action, { domain: name, years, expectedPrice }: DomainRenewal): Promise<ActionResult<PlacedRenewal>> {
    const handler = {
      reads: [
        ownDomainRead(this.#db, action.accountId, name),
        extensionPrices(this.#db, action.accountId, name),
        this.#db
          .prepare(
            `SELECT o.kind, ${UNPAID_INVOICE} AS unpaidInvoice FROM orders o JOIN domains d ON d.id = o.domain_id
             WHERE d.account_id = ? AND d.name = ? AND o.status IN ('open', 'paid')`,
          )
          .bind(action.accountId, name),
      ],
      decide: (situation: Snapshot) => {
        const [domains, prices, open] = situation.results;
        const domain = ownDomain(domains);
        if (!domain) return { refused: NOT_FOUND };
        const { currency } = situation.account;
        const sold = prices?.results[0] as ExtensionPrices | undefined;
        const lines = renewalLines(domain, years, sold?.renew ?? null, currency);
        if (!lines) return { refused: domain.status === "transferred_away" ? gone() : NOT_OFFERED };
        const amount = lines.reduce((sum, line) => sum + line.amount, 0);
        const before = open?.results[0] as { kind: string; unpaidInvoice: number | null } | undefined;
        const refused = first(
          before?.kind === "renew_domain" &&
            alreadyRequested(
              "A renewal of this name is already on order.",
              "Un renouvellement de ce nom fait déjà l’objet d’une commande.",
              before.unpaidInvoice,
            ),
          notRenewable(domain, years, situation.moment.today),
          priceChanged(expectedPrice, { amount, currency }),
          paymentMethodMissing(situation),
        );
        if (refused) return { refused };
        const order = { kind: "renew_domain", domain: domain.id, years } as const;
        const { statements, placed, computedFields } = newOrder(this.#db, situation, order, lines);
        const told = this.#follower.notice(action, situation.moment, "renewDomain", name);
        return { done: { statements: [...statements, told], value: { ...placed, years }, computedFields } };
      },
    };
    return this.#runner.run(action, "renewDomain", handler, (placed) => this.#follower.follow(placed, action));
  }
}

function notRenewable(domain: CustomerDomain, years: number, today: string): ActionRefused | null {
  if (!isRegistered(domain) || domain.expiresOn === null) return gone();
  const tld = extensionOf(domain.name);
  if (today > addDays(domain.expiresOn, GRACE_DAYS.of(tld) + REDEMPTION_DAYS.of(tld))) return gone();
  const sold = renewalYears(tld);
  if (!sold.includes(years)) {
    const { en, fr } = yearsInWords(sold);
    const message = { en: `must be ${en} under this extension`, fr: `doit être ${fr} pour cette extension` };
    return { code: "invalid_body", refused: [{ pointer: "/years", message }] };
  }
  const window = RENEWAL_WINDOW_DAYS.of(tld);
  const opensOn = window === null ? today : addDays(domain.expiresOn, -window);
  if (today < opensOn) {
    return because(
      "not_renewable",
      `The registry renews this name in its last ${window} days alone: from ${opensOn} on.`,
      `Le registre ne renouvelle ce nom que dans ses ${window} derniers jours : à partir du ${formatDate(opensOn, "fr")}.`,
    );
  }
  const ahead = yearsAhead(tld);
  if (addYears(domain.expiresOn, years) <= addYears(today, ahead)) return null;
  return because(
    "not_renewable",
    `The registry keeps names for at most ${ahead} years ahead.`,
    `Le registre n’enregistre pas un nom pour plus de ${ahead} ans.`,
  );
}

function gone(): ActionRefused {
  return because(
    "not_renewable",
    "Only a name that is registered here can be renewed.",
    "Seul un nom enregistré ici peut être renouvelé.",
  );
}
