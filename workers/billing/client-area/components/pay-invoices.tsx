import type { CustomerInvoice } from "../../../../shared/billing-contract/customer.ts";
import { ButtonLink, Submit } from "../../../../shared/pages/buttons.tsx";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { checkoutAmount } from "../../engine/payments/payment-settings.ts";
import { areaLink, PATHS, type SignedInRequest } from "../area-request.ts";
import { invoiceTexts, paymentTexts } from "../pages/invoices/invoice-texts.ts";
import { INVOICE } from "../pages/invoices/invoices.tsx";
import { AreaForm, moneyOf } from "./area-page.tsx";
import { groupLink } from "./list-page.tsx";

/**
 * Returns the part of a balance to pay in addition to account credit; `null` if the balance is too small for a card
 * payment. A card payment uses less credit if the rest would be below Stripe's minimum amount.
 */
export function chargeOf({ payment }: SignedInRequest, balance: MinorUnits, credit: MinorUnits): MinorUnits | null {
  return payment.kind === "stripe" ? checkoutAmount(balance, credit) : Math.max(0, balance - credit);
}

interface PayInvoicesProps {
  request: SignedInRequest;
  invoices: CustomerInvoice[];
  /** The account credit, which is used first. */
  credit: MinorUnits;
}

/**
 * Renders the button that pays several invoices together. For a single invoice, or if the invoices cannot be paid
 * together here, the button links to a page instead.
 */
export function PayInvoices({ request, invoices, credit }: PayInvoicesProps) {
  const { payment, visit } = request;
  const { language } = visit;
  const balance = invoices.reduce((total, { balanceDue }) => total + balanceDue, 0);
  const charge = chargeOf(request, balance, credit);
  const label = paymentTexts[language].pay(moneyOf(request, charge ?? balance));
  const [first, ...others] = invoices;
  if (!first) return null;
  if (others.length === 0 || payment.kind === "manual" || charge === null) {
    const page = areaLink(visit, `${PATHS.invoices}/${first.id}`);
    const href = others.length === 0 ? page : groupLink(request, PATHS.invoices, "unpaid");
    return <ButtonLink class="button primary" href={href} label={label} />;
  }
  return (
    <AreaForm request={request} path={PATHS.invoices}>
      {invoices.map(({ id }) => (
        <input type="hidden" name={INVOICE} value={String(id)} />
      ))}
      <Submit class="button primary" label={charge === 0 ? invoiceTexts[language].payByCredit : label} />
    </AreaForm>
  );
}
