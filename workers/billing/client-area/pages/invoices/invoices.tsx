import type { Child } from "hono/jsx";
import type { CustomerInvoice } from "../../../../../shared/billing-contract/customer.ts";
import type { BillingProblem } from "../../../../../shared/billing-contract/result.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { CARD_AGREEMENT } from "../../../engine/payments/card-agreement.ts";
import { failed, isRefusal, notPaidHere, show } from "../../answers.tsx";
import {
  actorQuery,
  areaLink,
  type ClientAreaForm,
  PATHS,
  type SignedInRequest,
  writeCall,
} from "../../area-request.ts";
import { areaTexts } from "../../area-texts.ts";
import { moneyOf } from "../../components/area-page.tsx";
import { listPage, PAGE_LENGTH, placeOf } from "../../components/list-page.tsx";
import { StatusChip } from "../../components/status-chip.tsx";
import { InvoicePage, SAVES_CARD } from "./invoice-page.tsx";
import { invoiceTexts } from "./invoice-texts.ts";

const PAID_NOW = "paid";
export const CHECKOUT = "checkout";

/** Parameters of the address that lists what is to be paid. */
export const UNPAID_ALONE = { status: "unpaid" };

/** `GET /client-area/invoices`; with `status=unpaid` those that are to be paid. */
export async function showInvoices(request: SignedInRequest): Promise<Response> {
  const place = placeOf(request);
  const unpaidAlone = request.visit.url.searchParams.get("status") === UNPAID_ALONE.status;
  const { language } = request.visit;
  const { toPay, allInvoices } = invoiceTexts[language];
  return listPage(request, {
    title: unpaidAlone ? toPay : areaTexts[language].invoices,
    back: unpaidAlone ? { label: allInvoices, path: PATHS.invoices } : undefined,
    kept: unpaidAlone ? UNPAID_ALONE : undefined,
    read: await request.engine.listInvoices(actorQuery(request, "invoices"), {
      status: unpaidAlone ? "unpaid" : "all",
      limit: PAGE_LENGTH,
      ...(place && { after: { issuedOn: place.text, id: place.id } }),
    }),
    ...invoiceTable(request),
    order: ({ issuedOn }) => issuedOn,
  });
}

/** The table of invoices, with what is left to pay of each. */
export function invoiceTable(request: SignedInRequest) {
  const { language } = request.visit;
  const texts = invoiceTexts[language];
  return {
    path: PATHS.invoices,
    columns: [
      { label: texts.number },
      { label: texts.issued },
      { label: texts.due },
      { label: areaTexts[language].status },
      { label: texts.total, amount: true },
      { label: texts.balance, amount: true },
    ],
    row: (invoice: CustomerInvoice): Child[] => [
      <a href={areaLink(request.visit, `${PATHS.invoices}/${invoice.id}`)}>{invoice.number}</a>,
      formatDate(invoice.issuedOn, language),
      formatDate(invoice.dueOn, language),
      invoice.overdue ? (
        <StatusChip status="overdue" label={texts.overdue} />
      ) : (
        <StatusChip status={invoice.status} label={texts.statuses[invoice.status]} />
      ),
      moneyOf(request, invoice.total),
      moneyOf(request, invoice.balanceDue),
    ],
  };
}

/** `GET /client-area/invoices/<id>`; with `checkout`, by which the customer comes back from Stripe. */
export async function showInvoice(request: SignedInRequest, id: number): Promise<Response> {
  const { searchParams } = request.visit.url;
  const query = actorQuery(request, "invoices");
  const checkout = searchParams.get(CHECKOUT);
  if (checkout) await request.engine.reconcileCheckout(query, checkout);
  const read = await request.engine.readInvoice(query, id);
  if (!read.ok) return failed(request, read);
  const isPaidNow = (checkout !== null || searchParams.has(PAID_NOW)) && read.value.invoice.status === "paid";
  const page = <InvoicePage request={request} details={read.value} isPaidNow={isPaidNow} />;
  return show(request, page, { formsLeadTo: request.payment.checkoutOrigin });
}

/** `POST /client-area/invoices/<id>`: leads to Stripe's page, or is the sandbox's payment in a demonstration. */
export async function payInvoice(request: ClientAreaForm, id: number): Promise<Response> {
  const page = `${PATHS.invoices}/${id}`;
  if (request.payment.kind === "manual") return notPaidHere(request, page);
  if (request.payment.kind === "stripe") return payAtStripe(request, id);
  const card = await request.engine.readCard(actorQuery(request, "invoices"));
  if (!card.ok) return failed(request, card);
  if (!card.value.isSaved) return showInvoice(request, id);
  const paid = await request.engine.payInvoice(writeCall(request, ["invoices"]), id);
  if (paid.ok) return seeOther(areaLink(request.visit, page, { [PAID_NOW]: "1" }));
  return notPaid(request, id, paid.problem);
}

async function payAtStripe(request: ClientAreaForm, id: number): Promise<Response> {
  const { visit } = request;
  const agreedTo = request.form.get(SAVES_CARD);
  // What was shown holds no longer: the page shows what does.
  if (agreedTo !== null && agreedTo !== CARD_AGREEMENT.version) return showInvoice(request, id);
  // With the language always, so that there is a query.
  const page = `${PATHS.invoices}/${id}?lang=${visit.language}`;
  const returnTo = new URL(page, visit.url).href;
  const checkout = { invoices: [id], savesCard: agreedTo !== null, returnTo };
  const begun = await request.engine.beginCheckout(writeCall(request, ["invoices"]), checkout);
  if (!begun.ok) return notPaid(request, id, begun.problem);
  return seeOther(begun.value ?? `${page}&${PAID_NOW}=1`);
}

/** A refusal: it was paid or withdrawn meanwhile, and the page says which. */
function notPaid(request: SignedInRequest, id: number, problem: BillingProblem): Promise<Response> | Response {
  if (!isRefusal(problem)) return failed(request, { ok: false, problem });
  return seeOther(areaLink(request.visit, `${PATHS.invoices}/${id}`));
}
