import type { Child } from "hono/jsx";
import type { CustomerInvoice } from "../../../../../shared/billing-contract/customer.ts";
import type { BillingProblem } from "../../../../../shared/billing-contract/result.ts";
import { formatDate } from "../../../../../shared/pages/formats.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import type { Visit } from "../../../../../shared/pages/visit.ts";
import { CARD_AGREEMENT } from "../../../engine/payments/card-agreement.ts";
import { failed, isRefusal, notPaidHere, show } from "../../answers.tsx";
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
import { listPage, PAGE_LENGTH, placeOf } from "../../components/list-page.tsx";
import { StatusChip } from "../../components/status-chip.tsx";
import { InvoicePage, SAVES_CARD } from "./invoice-page.tsx";
import { invoiceTexts } from "./invoice-texts.ts";

const PAID_NOW = "paid";
/** Parameter with the invoices that were ordered with the page's own: their ids, with spaces between. */
const WITH = "with";
const MAX_OTHERS = 2;
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

/** The page of the first of several invoices, which names the others. @param ids at least one */
export function invoicesPage(visit: Visit, [id, ...others]: number[], parameters: Record<string, string> = {}): string {
  const kept = others.length > 0 && { [WITH]: others.join(" ") };
  return areaLink(visit, `${PATHS.invoices}/${id}`, { ...kept, ...parameters });
}

/**
 * `GET /client-area/invoices/<id>`; with `checkout`, by which the customer comes back from Stripe, and with the invoices that were ordered in the
 * same checkout.
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
  const page = <InvoicePage request={request} details={read.value} isPaidNow={isPaidNow} others={others} />;
  return show(request, page, { formsLeadTo: request.payment.checkoutOrigin });
}

/** `POST /client-area/invoices/<id>` */
export async function payInvoice(request: ClientAreaForm, id: number): Promise<Response> {
  return request.payment.kind === "manual" ? notPaidHere(request, `${PATHS.invoices}/${id}`) : pay(request, [id]);
}

/** Leads to Stripe's page, where invoices are paid together; or makes the sandbox's payment of a demonstration, of one after the other. */
export async function pay(request: ClientAreaForm, ids: number[]): Promise<Response> {
  const { visit, engine, payment } = request;
  const page = invoicesPage(visit, ids);
  if (payment.kind === "stripe") return payAtStripe(request, ids);
  const card = await engine.readCard(actorQuery(request, "invoices"));
  if (!card.ok) return failed(request, card);
  if (!card.value.isSaved) return seeOther(page);
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
  // What was shown holds no longer: the page shows what does.
  if (agreedTo !== null && agreedTo !== CARD_AGREEMENT.version) return seeOther(page);
  // With the language always, so that there is a query.
  const returnTo = new URL(invoicesPage(visit, ids, { lang: visit.language }), visit.url).href;
  const checkout = { invoices: ids, savesCard: agreedTo !== null, returnTo };
  const begun = await request.engine.beginCheckout(writeCall(request, ["invoices"]), checkout);
  if (!begun.ok) return notPaid(request, page, begun.problem);
  return seeOther(begun.value ?? invoicesPage(visit, ids, { [PAID_NOW]: "1" }));
}

/** A refusal: it was paid or withdrawn meanwhile, and the page says which. */
function notPaid(request: SignedInRequest, page: string, problem: BillingProblem): Promise<Response> | Response {
  return isRefusal(problem) ? seeOther(page) : failed(request, { ok: false, problem });
}
