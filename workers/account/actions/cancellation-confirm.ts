import type { CancellationStatement } from "../../../shared/billing-contract/cancellation.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";

const GOOD_FOR_MS = 15 * 60_000;
const SIGNATURE_BYTES = 18;
const PURPOSE = "cancellation";
const FORM = /^([0-9a-z]{1,10})\.([\w-]{24})$/;

/**
 * Writes and checks confirmations of cancellations. A confirmation contains the time of the statement, signed together
 * with the account, the service and the statement.
 */
export type CancellationConfirm = ReturnType<typeof cancellationConfirm>;

export function cancellationConfirm(signer: Signer, now: () => number) {
  const signedText = (at: string, statement: CancellationStatement) => {
    const { account, service, when, effectiveOn, consequences } = statement;
    const stated = [at, account.id, service.id, service.planId, service.status, when, effectiveOn, consequences];
    return JSON.stringify(stated);
  };
  return {
    async write(statement: CancellationStatement): Promise<string> {
      const at = now().toString(36);
      const bytes = await signer.sign(PURPOSE, signedText(at, statement), SIGNATURE_BYTES);
      return `${at}.${bytes.toBase64({ alphabet: "base64url", omitPadding: true })}`;
    },
    /** Checks whether a confirmation is for the same statement and at most 15 minutes old. */
    async isGood(confirm: string, statement: CancellationStatement): Promise<boolean> {
      const [, at = "", given = ""] = FORM.exec(confirm) ?? [];
      const age = now() - Number.parseInt(at, 36);
      if (!(age >= 0 && age <= GOOD_FOR_MS)) return false;
      const signature = Uint8Array.fromBase64(given, { alphabet: "base64url" });
      return signer.verify(PURPOSE, signedText(at, statement), signature);
    },
  };
}
