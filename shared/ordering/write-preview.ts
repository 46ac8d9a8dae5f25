import type { AccountReference } from "../billing-contract/customer.ts";
import type { WritePreview } from "../billing-contract/write-preview.ts";

/** A preview of one command: absent fields do not apply. */
export type PreviewParts = Partial<Omit<WritePreview, "account">>;

/** The preview of a command that changes something, unless `parts` says otherwise. */
export function previewOf(account: AccountReference, parts: PreviewParts): WritePreview {
  const nothing = { price: null, renewalCharge: null, isDowngrade: false, statement: null, settings: null };
  const noQuote = { domainOrder: null, planOrder: null, planChange: null, planName: null, renewal: null };
  return { account, changes: true, ...nothing, ...noQuote, ...parts };
}
