import type { CustomerDomain, InvoiceReference } from "../../../../shared/billing-contract/customer.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import { formatDate } from "../../../../shared/pages/formats.ts";
import { byLanguage, typeset } from "../../../../shared/pages/french-typography.ts";
import type { About, DetailsResult, OrderToPay, RefusedOrder } from "../../engine/records/details.ts";
import { refusalWords } from "../../engine/records/orders.ts";
import { actorQuery, areaLink, mayDo, PATHS, type SignedInRequest } from "../area-request.ts";
import { invoiceTexts } from "../pages/invoices/invoice-texts.ts";
import { moneyOf } from "./area-page.tsx";

/** Returns the open orders for a domain or service. The list is empty if the login cannot see invoices. */
export async function ordersToPay(request: SignedInRequest, about: About): Promise<DetailsResult<OrderToPay[]>> {
  return mayDo(request, "invoices") ? request.engine.listOrdersToPay(actorQuery(request, "invoices"), about) : ok([]);
}

/** Returns the unpaid renewal invoices, by domain name. The map is empty if the login cannot see invoices. */
export async function unpaidRenewals(request: SignedInRequest): Promise<Map<string, InvoiceReference>> {
  if (!mayDo(request, "invoices")) return new Map();
  const read = await request.engine.listUnpaidRenewals(actorQuery(request, "invoices"));
  return read.ok ? read.value : new Map();
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

/** Renders a warning on an unpaid invoice that another customer has already paid for the domain. */
export function TakenFirstNote({ request }: { request: SignedInRequest }) {
  return <p class="note warning">{orderNoteTexts[request.visit.language].takenFirst}</p>;
}

export function PendingNote({ request, status }: { request: SignedInRequest; status: CustomerDomain["status"] }) {
  const texts = orderNoteTexts[request.visit.language];
  switch (status) {
    case "pending":
      return <p class="note">{texts.notPaid}</p>;
    case "pending_registration":
      return <p class="note">{request.registrar ? texts.atRegistry : texts.noRegistry}</p>;
    case "pending_transfer":
      return <p class="note">{request.registrar ? texts.transferUnderWay : texts.noRegistryForTransfer}</p>;
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
  /** Whether the note is on the page of the invoice, which needs no link to itself. */
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

const NOT_CARRIED_OUT = { en: "This order could not be completed.", fr: "Cette commande n’a pas pu être exécutée." };

/** The texts of notes on pending and refused orders. */
const orderNoteTexts = byLanguage({
  noRegistry: {
    en: "No registrar is connected here, so the name is not registered yet.",
    fr: "Aucun bureau d’enregistrement n’est connecté ici ; le nom n’est donc pas encore enregistré.",
  },
  atRegistry: {
    en: "The order is paid, and the registry is processing the registration. It is usually done within a few minutes. You do not have to do anything.",
    fr: "La commande est payée ; l’enregistrement est en cours auprès du registre. Il est habituellement fait en quelques minutes. Vous n’avez rien à faire.",
  },
  noRegistryForTransfer: {
    en: "No registrar is connected here, so the name is not transferred yet.",
    fr: "Aucun bureau d’enregistrement n’est connecté ici ; le nom n’est donc pas encore transféré.",
  },
  transferUnderWay: {
    en: "The transfer is paid and in progress. The current registrar or the registry may take several days to release the name.",
    fr: "Le transfert est payé et en cours : le bureau d’enregistrement actuel ou le registre peut mettre quelques jours à libérer le nom.",
  },
  notPaid: { en: "Its invoice is not paid yet.", fr: "Sa facture n’est pas encore payée." },
  doneOncePaid: {
    register: {
      en: "The name is registered once its invoice is paid:",
      fr: "Le nom sera enregistré une fois sa facture payée :",
    },
    transfer: {
      en: "The transfer begins once its invoice is paid:",
      fr: "Le transfert commencera une fois sa facture payée :",
    },
    renew_domain: {
      en: "The name is renewed once the invoice is paid:",
      fr: "Le nom sera renouvelé une fois la facture payée :",
    },
    plan: { en: "The plan begins once its invoice is paid:", fr: "Le forfait commencera une fois sa facture payée :" },
    renew_service: {
      en: "The next term begins once its invoice is paid:",
      fr: "La prochaine période attend le paiement de sa facture :",
    },
    plan_change: {
      en: "The plan is changed once the invoice is paid:",
      fr: "Le forfait changera une fois la facture payée :",
    },
  },
  takenFirst: {
    en: "Another customer paid for this name first, so this order cannot be completed. If you pay its invoice now, the amount becomes account credit. Without payment, the order ends automatically.",
    fr: "Une autre personne a payé ce nom la première : cette commande ne peut donc pas être exécutée. Un paiement serait seulement porté au crédit du compte ; sans paiement, la commande prend fin d’elle-même.",
  },
  leftToPay: (amount: string, due: string) => ({
    en: `${amount} to pay, due on ${due}`,
    fr: `${amount} à payer, échéance le ${due}`,
  }),
  refused: {
    register: { en: "This name could not be registered.", fr: "Ce nom n’a pas pu être enregistré." },
    transfer: {
      en: "This name could not be transferred to us; it stays where it is.",
      fr: "Ce nom n’a pas pu être transféré chez nous ; il reste où il est.",
    },
    renew_domain: {
      en: "This name could not be renewed; its expiry date is unchanged.",
      fr: "Ce nom n’a pas pu être renouvelé ; son échéance reste la même.",
    },
    plan: NOT_CARRIED_OUT,
    renew_service: NOT_CARRIED_OUT,
    plan_change: NOT_CARRIED_OUT,
  },
  refusedBecause: (reason: string) => ({ en: `Reason: ${reason}`, fr: `Motif indiqué : ${reason}` }),
  cameBack: (date: string) => ({
    en: `Your payment was returned on ${date} as account credit.`,
    fr: `Le montant payé a été porté au crédit du compte le ${date}.`,
  }),
  amountCameBack: (amount: string, date: string) => ({
    en: `Your payment of ${amount} was returned on ${date} as account credit, which your next payment uses first.`,
    fr: `Le montant payé, ${amount}, a été porté au crédit du compte le ${date} ; il servira en premier au prochain paiement.`,
  }),
});
