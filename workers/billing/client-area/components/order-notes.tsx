import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import { formatDate } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { About, DetailsResult, OrderToPay, RefusedOrder } from "../../engine/records/details.ts";
import { refusalWords } from "../../engine/records/orders.ts";
import { areaLink, PATHS } from "../area-paths.ts";
import { actorQuery, mayDo, type SignedInRequest } from "../area-request.ts";
import { invoiceTexts } from "../pages/invoices/invoice-texts.ts";
import { moneyOf } from "./formats.ts";
import { orderNoteTexts } from "./order-note-texts.ts";

/** The open orders about a domain or service; none for logins that may not see invoices. */
export async function ordersToPay(request: SignedInRequest, about: About): Promise<DetailsResult<OrderToPay[]>> {
  return mayDo(request, "invoices") ? request.engine.listOrdersToPay(actorQuery(request, "invoices"), about) : ok([]);
}

export function ToPayNotes({ request, orders }: { request: SignedInRequest; orders: OrderToPay[] }) {
  const { language } = request.visit;
  const texts = orderNoteTexts[language];
  const { invoice: invoiceTitle, overdue, statuses } = invoiceTexts[language];
  return (
    <>
      {orders.map(({ kind, invoice, isTakenFirst }) => (
        <p class="note">
          {isTakenFirst ? texts.takenFirst : texts.doneOncePaid[kind]}{" "}
          <a href={areaLink(request.visit, `${PATHS.invoices}/${invoice.id}`)}>{invoiceTitle(invoice.number)}</a>,{" "}
          {texts.leftToPay(moneyOf(request, invoice.balanceDue), formatDate(invoice.dueOn, language))}
          {invoice.overdue && (
            <>
              {" · "}
              <span class="warning">{overdue}</span>
            </>
          )}
          {invoice.status === "payment_pending" && ` · ${statuses.payment_pending}`}
        </p>
      ))}
    </>
  );
}

/** Warns, before payment, that another customer has paid for the name. */
export function TakenFirstNote({ request }: { request: SignedInRequest }) {
  return <p class="note warning">{orderNoteTexts[request.visit.language].takenFirst}</p>;
}

export function PendingNote({ request, status }: { request: SignedInRequest; status: CustomerDomain["status"] }) {
  const texts = orderNoteTexts[request.visit.language];
  switch (status) {
    case "pending":
      return <p class="note">{texts.notPaid}</p>;
    case "pending_registration":
      return <p class="note">{request.hasRegistrar ? texts.atRegistry : texts.noRegistry}</p>;
    case "pending_transfer":
      return <p class="note">{request.hasRegistrar ? texts.transferUnderWay : texts.noRegistryForTransfer}</p>;
    case "active":
    case "grace":
    case "redemption":
    case "expired":
    case "transferred_away":
    case "cancelled":
    case "fraud":
      return null;
  }
}

interface RefusedNoteProps {
  request: SignedInRequest;
  refused: RefusedOrder;
  /** The page is the invoice's, so no link to it is needed. */
  isOnInvoice?: boolean;
}

export function RefusedNote({ request, refused, isOnInvoice = false }: RefusedNoteProps) {
  const { visit } = request;
  const texts = orderNoteTexts[visit.language];
  const { kind, reason, refusedOn, invoice } = refused;
  const date = formatDate(refusedOn, visit.language);
  return (
    <div class="note stack tight">
      <p>
        <strong>{texts.refused[kind]}</strong> {texts.refusedBecause(typeset(refusalWords(reason), visit.language))}
      </p>
      {invoice && (
        <p>
          {mayDo(request, "invoices")
            ? texts.amountCameBack(moneyOf(request, invoice.total), date)
            : texts.cameBack(date)}
          {!isOnInvoice && mayDo(request, "invoices") && (
            <>
              {" "}
              <a href={areaLink(visit, `${PATHS.invoices}/${invoice.id}`)}>
                {invoiceTexts[visit.language].invoice(invoice.number)}
              </a>
            </>
          )}
        </p>
      )}
    </div>
  );
}
