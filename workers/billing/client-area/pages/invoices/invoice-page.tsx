import type { Child } from "hono/jsx";
import type { InvoiceTax } from "../../../../../shared/billing-contract/customer.ts";
import { DataTable } from "../../../../../shared/pages/data-table.tsx";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { typeset } from "../../../../../shared/pages/french-typography.ts";
import type { Language, Text } from "../../../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../../../shared/platform/money.ts";
import { TAX_NAMES, type TaxName } from "../../../engine/invoices/tax-rates.ts";
import { areaLink, DOMAINS_PATH, here, INVOICES_PATH, PAYMENT_METHODS_PATH, SERVICES_PATH } from "../../area-paths.ts";
import type { InvoiceDetails } from "../../area-reading.ts";
import { mayDo, type OwnRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage } from "../../components/area-page.tsx";
import { Facts } from "../../components/facts.tsx";
import { FormToken } from "../../components/form-token.tsx";
import { moneyOf, readableName } from "../../components/formats.ts";
import { PendingNote, RefusedNote, TakenFirstNote } from "../../components/order-notes.tsx";
import { thingsTexts } from "../pages-texts.ts";
import { HowToPay } from "./how-to-pay.tsx";

interface InvoicePageProps {
  own: OwnRequest;
  details: InvoiceDetails;
  /** Of the account. */
  credit: MinorUnits;
  hasCard: boolean;
  /** It was paid by the form that led here. */
  isPaidNow: boolean;
}

/** One invoice: what it is for, its taxes, what was paid, and how what is left is paid. */
export function InvoicePage({ own, details, credit, hasCard, isPaidNow }: InvoicePageProps) {
  const { invoice } = details;
  const { language } = own.visit;
  const texts = thingsTexts[language];
  const isPayable = ["unpaid", "payment_pending", "collections"].includes(invoice.status);
  const status = invoice.overdue
    ? `${texts.invoiceStatuses[invoice.status]} · ${texts.overdue}`
    : texts.invoiceStatuses[invoice.status];
  return (
    <AreaPage
      own={own}
      title={texts.invoice(invoice.number)}
      back={{ label: areaTexts[language].invoices, path: INVOICES_PATH }}
    >
      {isPaidNow && (
        <p class="note" role="status">
          {texts.paidNow}
        </p>
      )}
      <div class="card stack">
        <Facts
          facts={[
            [texts.status, status],
            [texts.issued, formatDate(invoice.issuedOn, language)],
            [texts.due, formatDate(invoice.dueOn, language)],
            ...(invoice.paidOn ? [[texts.paid, formatDate(invoice.paidOn, language)] as [string, Child]] : []),
            ...aboutOf(own, details),
          ]}
        />
        {isPayable && details.isTakenFirst && <TakenFirstNote own={own} />}
        {details.refused ? (
          <RefusedNote own={own} refused={details.refused} isOnInvoice />
        ) : (
          details.domain && !isPayable && <PendingNote own={own} status={details.domain.status} />
        )}
        <DataTable
          caption={texts.what}
          columns={[{ label: texts.what }, { label: texts.amount, amount: true }]}
          rows={rowsOf(own, details).map(([label, amount], index) => ({
            key: String(index),
            cells: [label, moneyOf(own, amount)],
          }))}
        />
      </div>
      {isPayable && (
        <Payment
          {...{ own, credit, hasCard }}
          id={invoice.id}
          number={invoice.number}
          balance={invoice.balanceDue}
          isOfUse={!details.isTakenFirst}
        />
      )}
    </AreaPage>
  );
}

interface PaymentProps extends Pick<InvoicePageProps, "own" | "credit" | "hasCard"> {
  id: number;
  number: string;
  balance: MinorUnits;
  /** What was ordered is done once it is paid. */
  isOfUse: boolean;
}

function Payment({ own, id, number, balance, credit, hasCard, isOfUse }: PaymentProps) {
  const { visit } = own;
  const texts = thingsTexts[visit.language];
  const button = isOfUse ? "button primary" : "button";
  const byCard = balance - Math.min(credit, balance);
  if (!own.payment.isSandbox) {
    return (
      <section class="card stack" aria-labelledby="pay">
        <h2 id="pay">{texts.payTitle}</h2>
        <HowToPay own={own} number={number} amount={moneyOf(own, balance)} button={button} />
      </section>
    );
  }
  return (
    <section class="card stack" aria-labelledby="pay">
      <h2 id="pay">{texts.payTitle}</h2>
      {credit > 0 && <p>{texts.creditFirst(moneyOf(own, credit))}</p>}
      {hasCard ? (
        <form class="stack" method="post" action={areaLink(visit, `${INVOICES_PATH}/${id}`)}>
          <FormToken own={own} />
          <p class="note">{texts.payNote}</p>
          <div class="buttons">
            <button class={button} type="submit">
              {byCard === 0 ? texts.payByCredit : texts.pay(moneyOf(own, byCard))}
            </button>
          </div>
        </form>
      ) : (
        <>
          <p>{texts.noCardToPay}</p>
          <p>
            <a class={button} href={areaLink(visit, PAYMENT_METHODS_PATH, { next: here(visit) })}>
              {areaTexts[visit.language].paymentMethods}
            </a>
          </p>
        </>
      )}
    </section>
  );
}

/** What is done when it is paid, with a way there for who may see it. */
function aboutOf(own: OwnRequest, { domain, service }: InvoiceDetails): [string, Child][] {
  const texts = thingsTexts[own.visit.language];
  const link = (path: string, label: string, isSeen: boolean) =>
    isSeen ? <a href={areaLink(own.visit, path)}>{label}</a> : label;
  return [
    ...(domain
      ? [
          [
            texts.about,
            <>
              {link(`${DOMAINS_PATH}/${domain.name}`, readableName(domain.name), mayDo(own, "domains"))} (
              {texts.domainStatuses[domain.status]})
            </>,
          ] as [string, Child],
        ]
      : []),
    ...(service
      ? [
          [
            texts.about,
            <>
              {link(`${SERVICES_PATH}/${service.id}`, service.plan, mayDo(own, "products"))} (
              {texts.serviceStatuses[service.status]})
            </>,
          ] as [string, Child],
        ]
      : []),
  ];
}

function rowsOf(own: OwnRequest, { invoice, lines, payments }: InvoiceDetails): [string, MinorUnits][] {
  const { language } = own.visit;
  const texts = thingsTexts[language];
  const items: [string, MinorUnits][] =
    lines.length > 0
      ? lines.map(({ description, amount }) => [typeset(description, language), amount])
      : [[texts.noLines, invoice.subtotal]];
  return [
    ...items,
    ...(lines.length > 1 ? [[texts.subtotal, invoice.subtotal] as [string, MinorUnits]] : []),
    ...invoice.taxes.map((tax): [string, MinorUnits] => [taxName(tax, language), tax.amount]),
    [texts.total, invoice.total],
    ...(invoice.creditApplied > 0 ? [[texts.credit, -invoice.creditApplied] as [string, MinorUnits]] : []),
    ...payments.map(({ amount, paidOn, refundedOn }): [string, MinorUnits] => [
      refundedOn ? texts.refund(formatDate(refundedOn, language)) : texts.payment(formatDate(paidOn, language)),
      -amount,
    ]),
    [texts.balance, invoice.status === "cancelled" || invoice.status === "refunded" ? 0 : invoice.balanceDue],
  ];
}

function taxName({ name, rate }: InvoiceTax, language: Language): string {
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 3 }).format(rate / 100);
  const known: Text | undefined = Object.hasOwn(TAX_NAMES, name) ? TAX_NAMES[name as TaxName] : undefined;
  return `${known?.[language] ?? name} (${percent})`;
}
