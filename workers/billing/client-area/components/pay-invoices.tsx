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
 * Returns the part of a balance that account credit does not cover; `null` if that amount is below the minimum of a
 * card payment.
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
 * Renders the button that pays several invoices together. For a single invoice, or if payment is made elsewhere, the
 * button links to a page instead.
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
