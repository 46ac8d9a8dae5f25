import type { CustomerInvoice } from "../../../../../shared/billing-contract/customer.ts";
import type { BillingProblem } from "../../../../../shared/billing-contract/result.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import type { Visit } from "../../../../../shared/pages/visit.ts";
import { CARD_AGREEMENT } from "../../../engine/payments/card-agreement.ts";
import { MAX_TOGETHER } from "../../../engine/payments/payment-settings.ts";
import { failed, isRefusal, notPaidHere, show, stopAt } from "../../answers.tsx";
import {
  actorQuery,
  areaLink,
  type ClientAreaForm,
  idOf,
  PATHS,
  type SignedInRequest,
  writeCall,
} from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { moneyOf } from "../../components/area-page.tsx";
import { groupedListPage } from "../../components/list-page.tsx";
import { StatusChip } from "../../components/status-chip.tsx";
import { InvoicePage, SAVES_CARD } from "./invoice-page.tsx";
import { invoiceTexts } from "./invoice-texts.ts";

const PAID_NOW = "paid";
/** The query parameter that is present if Stripe's page could not be reached. */
const UNREACHABLE = "unreachable";
/**
 * The query parameter with the ids of the other invoices, separated by spaces. Their orders were placed together with
 * this invoice's order.
 */
const WITH = "with";
const MAX_OTHERS = MAX_TOGETHER - 1;
/** The field with the id of an invoice to pay. The form has one field for each invoice. */
export const INVOICE = "invoice";
export const CHECKOUT = "checkout";

/** Handles `GET /client-area/invoices`. With `status=unpaid`, it lists only unpaid invoices. */
export function showInvoices(request: SignedInRequest): Promise<Response> {
  const { language } = request.visit;
  const { invoices, status } = areaTexts[language];
  const texts = invoiceTexts[language];
  return groupedListPage(request, {
    title: invoices,
    path: PATHS.invoices,
    read: (list) => request.engine.listAreaInvoices(actorQuery(request, "invoices"), list),
    searchLabel: texts.search,
    groups: [
      ["all", texts.groups.all],
      ["unpaid", texts.toPay],
      ["overdue", texts.overdue],
      ["paid", texts.groups.paid],
      ["closed", texts.groups.closed],
    ],
    columns: [
      { label: texts.number },
      { label: texts.issued },
      { label: texts.due },
      { label: status },
      { label: texts.total, amount: true },
      { label: texts.balance, amount: true },
      { label: texts.payTitle, amount: true, heard: true, whole: true },
    ],
    row: (invoice) => [
      <a href={areaLink(request.visit, `${PATHS.invoices}/${invoice.id}`)}>{invoice.number}</a>,
      formatDate(invoice.issuedOn, language),
      formatDate(invoice.dueOn, language),
      <InvoiceStatus request={request} invoice={invoice} />,
      moneyOf(request, invoice.total),
      moneyOf(request, invoice.balanceDue),
      isToPay(invoice) && <PayLink request={request} invoice={invoice} />,
    ],
  });
}

/** Returns whether an invoice can be paid now. It cannot while a payment is in progress. */
export function isToPay({ status }: CustomerInvoice): boolean {
  return status === "unpaid" || status === "collections";
}

/** Renders a link to the page that pays the invoice. */
export function PayLink({ request, invoice }: { request: SignedInRequest; invoice: CustomerInvoice }) {
  return (
    <a class="button" href={areaLink(request.visit, `${PATHS.invoices}/${invoice.id}`)}>
      {invoiceTexts[request.visit.language].payTitle}
      <span class="only-heard"> {invoice.number}</span>
    </a>
  );
}

export function InvoiceStatus({ request, invoice }: { request: SignedInRequest; invoice: CustomerInvoice }) {
  const texts = invoiceTexts[request.visit.language];
  if (invoice.overdue) return <StatusChip status="overdue" label={texts.overdue} />;
  return <StatusChip status={invoice.status} label={texts.statuses[invoice.status]} />;
}

/**
 * Returns the path of the first invoice's page, which links to the other invoices.
 * @param ids the ids of at least one invoice
 */
export function invoicesPage(visit: Visit, [id, ...others]: number[], parameters: Record<string, string> = {}): string {
  const kept = others.length > 0 && { [WITH]: others.join(" ") };
  return areaLink(visit, `${PATHS.invoices}/${id}`, { ...kept, ...parameters });
}

/**
 * Handles `GET /client-area/invoices/<id>`. The parameter `checkout` is present after a return from Stripe. The
 * parameter `with` lists the invoices for orders that were placed together with this invoice's order.
 */
export async function showInvoice(request: SignedInRequest, id: number): Promise<Response> {
  const { searchParams } = request.visit.url;
  const query = actorQuery(request, "invoices");
  const checkout = searchParams.get(CHECKOUT);
  if (checkout) await request.engine.reconcileCheckout(query, checkout);
  const read = await request.engine.readInvoice(query, id);
  if (!read.ok) return failed(request, read);
  const others = [];
  for (const other of (searchParams.get(WITH) ?? "").split(" ", MAX_OTHERS).map(idOf)) {
    const found = other !== null && (await request.engine.readInvoice(query, other));
    if (found !== false && found.ok) others.push(found.value.invoice);
  }
  const isPaidNow = (checkout !== null || searchParams.has(PAID_NOW)) && read.value.invoice.status === "paid";
  const isUnreachable = searchParams.has(UNREACHABLE) && isToPay(read.value.invoice);
  const page = <InvoicePage {...{ request, details: read.value, isPaidNow, isUnreachable, others }} />;
  return show(request, page, { formsLeadTo: request.payment.checkoutOrigin });
}

/** Handles `POST /client-area/invoices/<id>`. */
export function payInvoice(request: ClientAreaForm, id: number): Promise<Response> {
  return payTogether(request, [id]);
}

/** Handles `POST /client-area/invoices`. It pays the invoices in the form. */
export async function payInvoices(request: ClientAreaForm): Promise<Response> {
  const ids = [...new Set(request.form.getAll(INVOICE).map(idOf))].filter((id) => id !== null);
  return ids.length === 0 || ids.length > MAX_TOGETHER ? stopAt(request, "unreadableForm") : payTogether(request, ids);
}

function payTogether(request: ClientAreaForm, ids: number[]): Promise<Response> {
  if (request.payment.kind === "manual") return notPaidHere(request, `${PATHS.invoices}/${ids[0]}`);
  return pay(request, ids);
}

/**
 * Redirects to Stripe's page, which charges the invoices in one payment. With sandbox payments, pays each invoice
 * separately.
 */
export async function pay(request: ClientAreaForm, ids: number[]): Promise<Response> {
  const { visit, engine, payment } = request;
  const page = invoicesPage(visit, ids);
  if (payment.kind === "stripe") return payAtStripe(request, ids);
  for (const id of ids) {
    const paid = await engine.payInvoice(writeCall(request, ["invoices"]), id);
    if (!paid.ok) return notPaid(request, page, paid.problem);
  }
  return seeOther(invoicesPage(visit, ids, { [PAID_NOW]: "1" }));
}

async function payAtStripe(request: ClientAreaForm, ids: number[]): Promise<Response> {
  const { visit } = request;
  const page = invoicesPage(visit, ids);
  const agreedTo = request.form.get(SAVES_CARD);
  // The agreement that the customer saw is outdated, so show the page with the current one.
  if (agreedTo !== null && agreedTo !== CARD_AGREEMENT.version) return seeOther(page);
  // The language is always included, so that the URL has a query string.
  const returnTo = new URL(invoicesPage(visit, ids, { lang: visit.language }), visit.url).href;
  const checkout = { invoices: ids, savesCard: agreedTo !== null, returnTo };
  const begun = await request.engine.beginCheckout(writeCall(request, ["invoices"]), checkout);
  if (!begun.ok && begun.problem.code === "billing_unavailable") {
    return seeOther(invoicesPage(visit, ids, { [UNREACHABLE]: "1" }));
  }
  if (!begun.ok) return notPaid(request, page, begun.problem);
  return seeOther(begun.value ?? invoicesPage(visit, ids, { [PAID_NOW]: "1" }));
}

/**
 * Handles a failed payment. After a refusal, redirects to the invoice page, which shows whether and how the invoice can
 * be paid.
 */
function notPaid(request: SignedInRequest, page: string, problem: BillingProblem): Promise<Response> | Response {
  return isRefusal(problem) ? seeOther(page) : failed(request, { ok: false, problem });
}
