import type { CustomerDomain, CustomerService } from "../../../shared/billing-contract/customer.ts";

export const ACCOUNT = { id: 1001, name: "Studio Ana Inc.", currency: "CAD" as const };
export const TERMS = {
  version: "2026-01-01",
  title: { en: "Terms of service", fr: "Conditions" },
  url: "https://maple.example/terms",
  items: [{ title: { en: "Terms of service", fr: "Conditions" }, url: "https://maple.example/terms" }],
};
const PAY = {
  ...{ type: "pay_invoice" as const, path: "/invoices/9001" },
  message: { en: "Pay the invoice.", fr: "Payez la facture." },
};
const INVOICE = {
  ...{ id: 9001, number: "M-9001", issuedOn: "2026-11-20", dueOn: "2026-12-04", paidOn: null },
  ...{ currency: "CAD" as const, subtotal: 1_899, creditApplied: 0, total: 1_994, balanceDue: 1_994 },
  ...{ taxes: [{ name: "GST", rate: 5, amount: 95 }], status: "unpaid" as const, overdue: false },
};
export const PLACED = { account: ACCOUNT, orderId: 7001, invoice: INVOICE, actionRequired: PAY };

export const serviceOf = (id: number): CustomerService => ({
  ...{ id, plan: "Web Start", planId: "web-start", line: "web-hosting", domain: "studio-ana.ca" },
  ...({ status: "active", billingCycle: "annually", nextDueDate: "2027-03-01" } as const),
  ...{ recurringPrice: 9_588, cancellation: null },
});
export const domainOf = (name: string, autoRenew: boolean): CustomerDomain => ({
  ...{ id: 4101, name, status: "active" as const, autoRenew, renewalPrice: 1_899, renewalYears: 1 },
  ...{ registeredOn: "2020-01-01", expiresOn: "2027-01-01", nextDueDate: "2027-01-01" },
});
export const settingsOf = (domain: string, nameservers: string[], locked: boolean) => ({
  ...{ account: ACCOUNT, domain, nameservers, locked, lockSupported: true },
  ...{ registrar: "Maple Registrar", eligibleForTransfer: true, reasons: [] },
});
