import type { Child } from "hono/jsx";
import type { Permission } from "../../../../../shared/billing-contract/call.ts";
import type { CustomerInvoice, InvoiceTax } from "../../../../../shared/billing-contract/customer.ts";
import { DataTable } from "../../../../../shared/pages/data-table.tsx";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { typeset } from "../../../../../shared/pages/french-typography.ts";
import { BrandMark } from "../../../../../shared/pages/layout.tsx";
import { Tick } from "../../../../../shared/pages/tick.tsx";
import type { Language, Text } from "../../../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../../../shared/platform/money.ts";
import { TAX_NAMES, type TaxName } from "../../../engine/invoices/taxes.ts";
import { CARD_AGREEMENT } from "../../../engine/payments/card-agreement.ts";
import { checkoutAmount } from "../../../engine/payments/payment-settings.ts";
import type { InvoiceDetails } from "../../../engine/records/details.ts";
import { areaLink, mayDo, PATHS, type SignedInRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import {
  AreaForm,
  AreaPage,
  type DescriptionItem,
  DescriptionList,
  moneyOf,
  readableName,
} from "../../components/area-page.tsx";
import { PendingNote, RefusedNote, TakenFirstNote } from "../../components/order-notes.tsx";
import { StatusChip } from "../../components/status-chip.tsx";
import { domainTexts } from "../domains/domain-texts.ts";
import { serviceTexts } from "../services/service-texts.ts";
import { lined, Parties } from "./invoice-parties.tsx";
import { Stamp } from "./invoice-stamp.tsx";
import { invoiceTexts, paymentTexts } from "./invoice-texts.ts";

const REVERSED: TaxName = "VAT (reverse charge)";

/** The name of the checkbox that saves the card. */
export const SAVES_CARD = "save-card";

interface InvoicePageProps {
  request: SignedInRequest;
  details: InvoiceDetails;
  /** Whether the customer has just paid the invoice. */
  isPaidNow: boolean;
  /** Whether the payment page was unreachable when the customer tried to pay. */
  isUnreachable: boolean;
  /** Invoices for orders that were placed together with this invoice's order. */
  others: CustomerInvoice[];
}

/** Renders an invoice: its lines, taxes and payments, and how to pay the balance. */
export function InvoicePage({ request, details, isPaidNow, isUnreachable, others }: InvoicePageProps) {
  const { invoice } = details;
  const { language } = request.visit;
  const texts = invoiceTexts[language];
  const isPayable = ["unpaid", "payment_pending", "collections"].includes(invoice.status);
  return (
    <AreaPage
      request={request}
      title={texts.invoice(invoice.number)}
      back={{ label: areaTexts[language].invoices, path: PATHS.invoices }}
      status={<InvoiceStatus invoice={invoice} language={language} />}
    >
      {isPaidNow && (
        <p class="note not-printed" role="status">
          {request.payment.kind === "demonstration" ? texts.paidNow : texts.paidByCard}
        </p>
      )}
      {isUnreachable && (
        <p class="note not-printed" role="alert">
          {texts.unreachable}
        </p>
      )}
      {others.map((other) => (
        <p class="note not-printed">
          {texts.orderedWith}{" "}
          <a href={areaLink(request.visit, `${PATHS.invoices}/${other.id}`)}>{texts.invoice(other.number)}</a> ·{" "}
          {["unpaid", "collections"].includes(other.status)
            ? texts.stillToPay(moneyOf(request, other.balanceDue))
            : texts.statuses[other.status]}
        </p>
      ))}
      <div class="card stack loose sheet">
        <p class="brand">
          <BrandMark brand={request.theme.brand} />
        </p>
        <Stamp details={details} language={language} />
        {details.parties && <Parties parties={details.parties} language={language} />}
        <DescriptionList
          items={[
            [texts.issued, formatDate(invoice.issuedOn, language)],
            [texts.due, formatDate(invoice.dueOn, language)],
            invoice.paidOn ? [texts.paid, formatDate(invoice.paidOn, language)] : null,
            ...orderedOf(request, details),
          ]}
        />
        {isPayable && details.isTakenFirst && <TakenFirstNote request={request} />}
        {details.refused ? (
          <RefusedNote request={request} refused={details.refused} isOnInvoice />
        ) : (
          details.domain && !isPayable && <PendingNote request={request} status={details.domain.status} />
        )}
        <DataTable
          caption={texts.what}
          columns={[{ label: texts.what }, { label: texts.amount, amount: true }]}
          rows={linesOf(details, language).map(({ label, amount }, index) => ({
            key: String(index),
            cells: [label, moneyOf(request, amount)],
          }))}
        />
        <dl class="sums">
          {sumsOf(request, details).map(({ label, amount, isTotal }) => (
            <div class={isTotal ? "total" : undefined}>
              <dt>{label}</dt>
              <dd>{moneyOf(request, amount)}</dd>
            </div>
          ))}
        </dl>
        {invoice.taxes.some(({ name }) => name === REVERSED) && <p class="small muted">{texts.reversed}</p>}
      </div>
      {isPayable && <Payment request={request} details={details} />}
    </AreaPage>
  );
}

/**
 * Renders the payment section. If another customer has already paid for the item, paying is not the main action of the
 * page.
 */
function Payment({ request, details }: Pick<InvoicePageProps, "request" | "details">) {
  const { visit, payment } = request;
  const texts = invoiceTexts[visit.language];
  const { credit, hasCard, isTakenFirst, chargedOn } = details;
  const { id, number, status, balanceDue: balance } = details.invoice;
  const button = isTakenFirst ? "button" : "button primary";
  const isAtStripe = payment.kind === "stripe";
  const byCard = isAtStripe ? checkoutAmount(balance, credit) : Math.max(0, balance - credit);
  const pay = isAtStripe ? texts.payByCard : texts.pay;
  const section = (content: Child) => (
    <section class="card stack not-printed" aria-labelledby="pay">
      <h2 id="pay">{texts.payTitle}</h2>
      {content}
    </section>
  );
  if (payment.kind === "manual" || byCard === null) {
    return section(
      <>
        {byCard === null && <p>{texts.tooSmall}</p>}
        <HowToPay request={request} number={number} amount={moneyOf(request, balance)} button={button} />
      </>,
    );
  }
  if (isAtStripe && status === "payment_pending") return section(<p class="note">{texts.underWay}</p>);
  return section(
    <AreaForm request={request} class="stack" path={`${PATHS.invoices}/${id}`}>
      {credit > 0 && <p>{texts.creditFirst(moneyOf(request, credit))}</p>}
      {!isAtStripe && <p class="note">{texts.payNote}</p>}
      {chargedOn && <p>{texts.charged(formatDate(chargedOn, visit.language))}</p>}
      {isAtStripe && byCard > 0 && <p class="small muted">{texts.atStripe}</p>}
      {isAtStripe && byCard > 0 && !hasCard && <SaveCard language={visit.language} />}
      <div class="buttons">
        <button class={button} type="submit">
          {byCard === 0 ? texts.payByCredit : pay(moneyOf(request, byCard))}
        </button>
      </div>
    </AreaForm>,
  );
}

/** Renders the option to save the card, for payments at Stripe. */
export function SaveCard({ language }: { language: Language }) {
  return (
    <Tick
      id={SAVES_CARD}
      name={SAVES_CARD}
      value={CARD_AGREEMENT.version}
      label={paymentTexts[language].saveCard}
      consequences={[typeset(CARD_AGREEMENT.text, language)]}
    />
  );
}

interface HowToPayProps {
  request: SignedInRequest;
  /** The invoice number. */
  number: string;
  /** The formatted unpaid amount. */
  amount: string;
  /** The CSS classes of the link. */
  button: string;
}

/** Renders the payment instructions for an invoice that cannot be paid in the client area. */
function HowToPay({ request, number, amount, button }: HowToPayProps) {
  const texts = paymentTexts[request.visit.language];
  const { instructions } = request.payment;
  const address = request.payment.addressFor(number);
  return (
    <>
      <p>{texts.howToPay(amount, number)}</p>
      {address ? (
        <p>
          <a class={button} href={address} rel="noreferrer">
            {texts.pay(amount)}
          </a>
        </p>
      ) : (
        !instructions && <p>{texts.askUs}</p>
      )}
      {instructions && <p>{lined(instructions[request.visit.language])}</p>}
      <p class="small muted">{texts.recorded}</p>
    </>
  );
}

/** Returns the ordered items. An item is a link if the login may see it. */
function orderedOf(request: SignedInRequest, { domain, service }: InvoiceDetails): (DescriptionItem | null)[] {
  const { language } = request.visit;
  const { about } = invoiceTexts[language];
  const linked = (path: string, label: string, permission: Permission, status: string) => (
    <>
      {mayDo(request, permission) ? <a href={areaLink(request.visit, path)}>{label}</a> : label}
      <span class="not-printed"> ({status})</span>
    </>
  );
  return [
    domain && [
      about,
      linked(
        `${PATHS.domains}/${domain.name}`,
        readableName(domain.name),
        "domains",
        domainTexts[language].statuses[domain.status],
      ),
    ],
    service && [
      about,
      linked(
        `${PATHS.services}/${service.id}`,
        service.plan,
        "products",
        serviceTexts[language].statuses[service.status],
      ),
    ],
  ];
}

function InvoiceStatus({ invoice, language }: { invoice: InvoiceDetails["invoice"]; language: Language }) {
  const texts = invoiceTexts[language];
  return (
    <>
      <StatusChip status={invoice.status} label={texts.statuses[invoice.status]} />
      {invoice.overdue && (
        <>
          {" "}
          <StatusChip status="overdue" label={texts.overdue} />
        </>
      )}
    </>
  );
}

interface AmountRow {
  label: string;
  amount: MinorUnits;
  /** Whether the row is highlighted. */
  isTotal?: boolean;
}

function linesOf({ invoice, lines }: InvoiceDetails, language: Language): AmountRow[] {
  if (lines.length === 0) return [{ label: invoiceTexts[language].noLines, amount: invoice.subtotal }];
  return lines.map(({ description, amount }) => ({ label: typeset(description, language), amount }));
}

function sumsOf(request: SignedInRequest, { invoice, payments }: InvoiceDetails): AmountRow[] {
  const { language } = request.visit;
  const texts = invoiceTexts[language];
  return [
    { label: texts.subtotal, amount: invoice.subtotal },
    ...invoice.taxes.map((tax) => ({ label: taxName(tax, language), amount: tax.amount })),
    { label: texts.total, amount: invoice.total, isTotal: true },
    ...(invoice.creditApplied > 0 ? [{ label: texts.credit, amount: -invoice.creditApplied }] : []),
    ...payments.map(({ amount, paidOn, refundedOn, reference }) => {
      const date = formatDate(refundedOn ?? paidOn, language);
      const paid = reference === null ? texts.cardPayment(date) : texts.payment(date, reference);
      return { label: refundedOn ? texts.refund(date) : paid, amount: -amount };
    }),
    { label: texts.balance, amount: invoice.balanceDue },
  ];
}

/** Returns the name of a tax with its rate. */
export function taxName({ name, rate }: InvoiceTax, language: Language): string {
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 3 }).format(rate / 100);
  const known: Text | undefined = Object.hasOwn(TAX_NAMES, name) ? TAX_NAMES[name as TaxName] : undefined;
  return `${known?.[language] ?? name} (${percent})`;
}
