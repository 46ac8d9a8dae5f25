export interface PaymentSettings {
  /** `true`: by the sandbox's payment, which moves no money. */
  DEMONSTRATION: string;
  /** Address where customers pay otherwise, with the placeholder `{invoice}` for its number. Empty: the pages name none. */
  PAYMENT_URL: string;
}

export interface PaymentWay {
  /** The client area has the sandbox's payment, which moves no money. */
  isSandbox: boolean;
  /** Where an invoice is paid; with null, where payments in general are. Null where no address is set. */
  addressFor(invoiceNumber: string | null): string | null;
}

const INVOICE = "{invoice}";

export function paymentWayOf({ DEMONSTRATION, PAYMENT_URL: url }: PaymentSettings): PaymentWay {
  return {
    isSandbox: DEMONSTRATION === "true",
    addressFor: (invoiceNumber) => (url ? url.replaceAll(INVOICE, encodeURIComponent(invoiceNumber ?? "")) : null),
  };
}

/** @throws if the address is not an https address without credentials */
export function checkPaymentSettings({ PAYMENT_URL: url }: Pick<PaymentSettings, "PAYMENT_URL">): void {
  if (!url) return;
  const address = URL.parse(url.replaceAll(INVOICE, "1"));
  if (address?.protocol !== "https:" || address.username || address.password) {
    throw new Error(`PAYMENT_URL is not an address such as https://pay.provider.com/?invoice=${INVOICE}: ${url}`);
  }
}

/**
 * Checks that customers of the embedded engine can pay at all.
 * @throws if neither the sandbox's payment nor an address is set
 */
export function checkPayable({ DEMONSTRATION, PAYMENT_URL }: PaymentSettings): void {
  if (DEMONSTRATION === "true" || PAYMENT_URL) return;
  throw new Error(
    "The embedded billing engine takes no payment. Set PAYMENT_URL to where your customers pay, or DEMONSTRATION=true where all data is made up.",
  );
}
