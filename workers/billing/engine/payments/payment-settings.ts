import type { Text } from "../../../../shared/platform/language.ts";

export interface PaymentSettings {
  /** `true`: by the sandbox's payment, which moves no money. */
  DEMONSTRATION: string;
  /** Address where customers pay otherwise, with the placeholder `{invoice}` for its number. Empty: the pages name none. */
  PAYMENT_URL: string;
  /** How customers pay otherwise, such as the bank account for transfers; lines. Both languages, or none. */
  PAYMENT_INSTRUCTIONS_EN?: string;
  PAYMENT_INSTRUCTIONS_FR?: string;
}

export interface PaymentWay {
  /** The client area has the sandbox's payment, which moves no money. */
  isSandbox: boolean;
  /** Where an invoice is paid; with null, where payments in general are. Null where no address is set. */
  addressFor(invoiceNumber: string | null): string | null;
  /** How to pay, in lines; null where that is not set. */
  instructions: Text | null;
}

const INVOICE = "{invoice}";

export function paymentWayOf(settings: PaymentSettings): PaymentWay {
  const { DEMONSTRATION, PAYMENT_URL: url, PAYMENT_INSTRUCTIONS_EN: en, PAYMENT_INSTRUCTIONS_FR: fr } = settings;
  return {
    instructions: en && fr ? { en, fr } : null,
    isSandbox: DEMONSTRATION === "true",
    addressFor: (invoiceNumber) => (url ? url.replaceAll(INVOICE, encodeURIComponent(invoiceNumber ?? "")) : null),
  };
}

/** @throws if the address is not an https address without credentials, or the instructions have one language only */
export function checkPaymentSettings(settings: Omit<PaymentSettings, "DEMONSTRATION">): void {
  const { PAYMENT_URL: url, PAYMENT_INSTRUCTIONS_EN: en, PAYMENT_INSTRUCTIONS_FR: fr } = settings;
  if (!en !== !fr) throw new Error("PAYMENT_INSTRUCTIONS_EN and PAYMENT_INSTRUCTIONS_FR are set together.");
  if (!url) return;
  const address = URL.parse(url.replaceAll(INVOICE, "1"));
  if (address?.protocol !== "https:" || address.username || address.password) {
    throw new Error(`PAYMENT_URL is not an address such as https://pay.provider.com/?invoice=${INVOICE}: ${url}`);
  }
}

/**
 * Checks that customers of the embedded engine can pay at all.
 * @throws if neither the sandbox's payment nor an address nor instructions are set
 */
export function checkPayable({ DEMONSTRATION, PAYMENT_URL, PAYMENT_INSTRUCTIONS_EN }: PaymentSettings): void {
  if (DEMONSTRATION === "true" || PAYMENT_URL || PAYMENT_INSTRUCTIONS_EN) return;
  throw new Error(
    "The embedded billing engine takes no payment. Set PAYMENT_URL to where your customers pay or PAYMENT_INSTRUCTIONS_EN and _FR, or DEMONSTRATION=true where all data is made up.",
  );
}
