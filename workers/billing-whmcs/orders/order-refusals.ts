import type { CustomerInvoice } from "../../../shared/billing-contract/customer.ts";
import type { WriteRefused } from "../../../shared/billing-contract/result.ts";
import { refusal } from "../../../shared/ordering/refusals.ts";
import type { Text } from "../../../shared/platform/language.ts";
import type { PlacedOrder } from "../bridge/messages.ts";
import type { StoredOrder } from "./action-rows.ts";

/**
 * Returns the refusal of an order that the addon or staff cancelled. Its code is always `refused`, because a retry with
 * the same key then gets the same refusal. With other codes, a retry would place another order.
 */
export function refusedOrder(
  { price: { currency } }: StoredOrder,
  { subtotal, differs }: Pick<PlacedOrder, "subtotal" | "differs">,
): WriteRefused {
  if (subtotal !== null && differs.includes("price"))
    return { code: "refused", reason: OTHER_PRICE, price: { amount: subtotal, currency } };
  return differs.includes("gateway") ? NOT_TAKEN_NOW : CANCELLED;
}

/** Returns the refusal of a renewal or plan change whose unpaid invoice was not cancelled. */
export function refusedChange(
  { price }: StoredOrder,
  { number, subtotal: amount }: CustomerInvoice,
  differs: PlacedOrder["differs"],
): WriteRefused {
  const { currency } = price;
  const facts = {
    invoiced: `${(amount / 100).toFixed(2)} ${currency}`,
    ...{ number, isOther: differs.includes("price") },
  };
  const reason = differs.includes("gateway") ? mayBeCharged(facts) : needNotBePaid(facts);
  return { code: "refused", reason, price: { amount, currency } };
}

interface InvoiceFacts {
  /** The invoiced price before taxes, such as `18.99 CAD`. */
  invoiced: string;
  number: string;
  /** Whether the invoiced price differs from the agreed price. */
  isOther: boolean;
}

function needNotBePaid({ invoiced, number }: InvoiceFacts): Text {
  const fr = invoiced.replace(".", ",");
  return {
    en: `The billing system charges a different price: ${invoiced} before taxes. The client area shows an unpaid invoice of that amount, ${number}. You do not have to pay it. Nothing changes until it is paid.`,
    fr: `Le système de facturation demande un autre prix : ${fr} avant taxes. Une facture impayée de ce montant, ${number}, se trouve dans l’espace client et n’a pas à être payée ; rien n’est changé avant qu’elle ne le soit.`,
  };
}

function mayBeCharged({ invoiced, number, isOther }: InvoiceFacts): Text {
  const fr = invoiced.replace(".", ",");
  const other = isOther
    ? { en: "The billing system has another price. ", fr: "Le système de facturation demande un autre prix. " }
    : { en: "", fr: "" };
  return {
    en: `${other.en}Invoice ${number}, of ${invoiced} before taxes, is unpaid in the client area. Its payment method may charge a stored card automatically. Nothing changes until it is paid. To prevent that, ask the provider to cancel the invoice, or choose another payment method on its page.`,
    fr: `${other.fr}La facture ${number}, de ${fr} avant taxes, se trouve impayée dans l’espace client, sur un mode de paiement qui peut la débiter de lui-même sur une carte enregistrée. Rien n’est changé avant qu’elle ne soit payée. Qui ne le souhaite pas demande au fournisseur d’annuler la facture, ou choisit un autre mode de paiement sur sa page.`,
  };
}

const OTHER_PRICE: Text = {
  en: "The billing system has a different price, so the order was cancelled immediately. Nothing is due. price is the billing system's price. Once the customer agrees to it, order with a new key.",
  fr: "Le système de facturation a demandé un autre prix, et la commande a été annulée aussitôt : rien n’est à payer et rien ne sera fait. price indique ce qu’il demandait ; commandez avec une nouvelle clé une fois la personne d’accord.",
};

const NOT_TAKEN_NOW: WriteRefused = refusal(
  "refused",
  "The provider does not take orders here now. Nothing was ordered.",
  "Le fournisseur ne prend pas de commandes ici en ce moment. Rien n’a été commandé.",
);

export const CANCELLED: WriteRefused = refusal(
  "refused",
  "The provider has cancelled this order. Nothing is due, and nothing will be done.",
  "Le fournisseur a annulé cette commande. Rien n’est à payer pour elle, et rien ne sera fait.",
);
