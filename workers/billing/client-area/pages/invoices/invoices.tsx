import type { CustomerInvoice } from "../../../../../shared/billing-contract/customer.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { failed, notFound, notPaidHere, show } from "../../answers.tsx";
import { areaLink, INVOICES_PATH } from "../../area-paths.ts";
import { asks, type ClientAreaForm, type OwnRequest } from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { AreaPage } from "../../components/area-page.tsx";
import { idOf, moneyOf } from "../../components/formats.ts";
import { PAGE_LENGTH, PagedList, placeOf } from "../../components/paged-list.tsx";
import { thingsTexts } from "../pages-texts.ts";
import { InvoicePage } from "./invoice-page.tsx";

const PAID_NOW = "paid";

/** What an address says for the list of what is to be paid. */
export const UNPAID_ALONE = { status: "unpaid" };

/** `GET /client-area/invoices`; with `status=unpaid` those that are to be paid. */
export async function showInvoices(own: OwnRequest): Promise<Response> {
  const place = placeOf(own);
  const unpaidAlone = own.visit.url.searchParams.get("status") === UNPAID_ALONE.status;
  const read = await own.engine.listInvoices(asks(own, "invoices"), {
    status: unpaidAlone ? "unpaid" : "all",
    limit: PAGE_LENGTH,
    ...(place && { after: { issuedOn: place.text, id: place.id } }),
  });
  if (!read.ok) return failed(own, read);
  const { language } = own.visit;
  const title = unpaidAlone ? thingsTexts[language].toPay : areaTexts[language].invoices;
  const { items, next } = read.value;
  return show(
    own,
    <AreaPage
      own={own}
      title={title}
      {...(unpaidAlone && { back: { label: thingsTexts[language].allInvoices, path: INVOICES_PATH } })}
    >
      <InvoiceList
        own={own}
        caption={title}
        invoices={items}
        next={next}
        kept={unpaidAlone ? UNPAID_ALONE : undefined}
      />
    </AreaPage>,
  );
}

interface InvoiceListProps {
  own: OwnRequest;
  caption: string;
  invoices: CustomerInvoice[];
  next: { issuedOn: string; id: number } | null;
  /** What else the list's address says. */
  kept?: Record<string, string> | undefined;
}

/** Invoices with what is left to pay of them. */
export function InvoiceList({ own, caption, invoices, next, kept }: InvoiceListProps) {
  const { language } = own.visit;
  const texts = thingsTexts[language];
  return (
    <PagedList
      own={own}
      path={INVOICES_PATH}
      kept={kept}
      caption={caption}
      columns={[
        { label: texts.number },
        { label: texts.issued },
        { label: texts.due },
        { label: texts.status },
        { label: texts.total, amount: true },
        { label: texts.balance, amount: true },
      ]}
      rows={invoices.map((invoice) => ({
        key: String(invoice.id),
        cells: [
          <a href={areaLink(own.visit, `${INVOICES_PATH}/${invoice.id}`)}>{invoice.number}</a>,
          formatDate(invoice.issuedOn, language),
          formatDate(invoice.dueOn, language),
          invoice.overdue ? <span class="warning">{texts.overdue}</span> : texts.invoiceStatuses[invoice.status],
          moneyOf(own, invoice.total),
          moneyOf(own, leftOf(invoice)),
        ],
      }))}
      next={next && { text: next.issuedOn, id: next.id }}
    />
  );
}

/** `GET /client-area/invoices/<id>`. */
export async function showInvoice(own: OwnRequest, id: string): Promise<Response> {
  const number = idOf(id);
  if (number === null) return notFound(own);
  const query = asks(own, "invoices");
  const [read, card, account] = await Promise.all([
    own.reading.invoice(query, number),
    own.reading.paymentMethodOnFile(query),
    own.engine.readAccount(query),
  ]);
  if (!read.ok) return failed(own, read);
  if (!card.ok) return failed(own, card);
  if (!account.ok) return failed(own, account);
  const isPaidNow = own.visit.url.searchParams.has(PAID_NOW) && read.value.invoice.status === "paid";
  const { creditBalance: credit } = account.value;
  return show(own, <InvoicePage {...{ own, credit, isPaidNow }} details={read.value} hasCard={card.value} />);
}

/** `POST /client-area/invoices/<id>`: the sandbox's payment, in a demonstration alone. No other address of the service can pay. */
export async function payInvoice(own: ClientAreaForm, id: string): Promise<Response> {
  const number = idOf(id);
  if (number === null) return notFound(own);
  if (!own.payment.isSandbox) return notPaidHere(own, `${INVOICES_PATH}/${number}`);
  const query = asks(own, "invoices");
  const card = await own.reading.paymentMethodOnFile(query);
  if (!card.ok) return failed(own, card);
  const page = `${INVOICES_PATH}/${number}`;
  if (!card.value) return showInvoice(own, id);
  const paid = await own.engine.payInvoice(query, number);
  if (paid.ok) return seeOther(areaLink(own.visit, page, { [PAID_NOW]: "1" }));
  const { problem } = paid;
  switch (problem.code) {
    case "billing_unavailable":
    case "access_lost":
    case "permission_denied":
    case "not_found":
      return failed(own, { ok: false, problem });
    default:
      // Paid or withdrawn meanwhile: the page says which.
      return seeOther(areaLink(own.visit, page));
  }
}

function leftOf({ status, balanceDue }: CustomerInvoice): number {
  return status === "cancelled" || status === "refunded" ? 0 : balanceDue;
}
