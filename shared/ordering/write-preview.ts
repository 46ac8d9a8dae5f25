import type { AccountReference } from "../billing-contract/customer.ts";
import type { WritePreview } from "../billing-contract/write-preview.ts";

/** The parts of a command's preview. A part is absent if it does not apply to the command. */
export type PreviewParts = Partial<Omit<WritePreview, "account">>;

/** Returns the preview of a command. The command changes something unless `parts` has `changes: false`. */
export function previewOf(account: AccountReference, parts: PreviewParts): WritePreview {
  const nothing = { price: null, renewalCharge: null, isDowngrade: false, statement: null, settings: null };
  const noQuote = { domainOrder: null, planOrder: null, planChange: null, planName: null, renewal: null };
  return { account, changes: true, ...nothing, ...noQuote, ...parts };
}
