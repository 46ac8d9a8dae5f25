import { OperationError } from "../../../shared/api/definition/problems.ts";
import type { CancellationStatement } from "../../../shared/billing-contract/cancellation.ts";
import type { ClientArea } from "../../../shared/billing-contract/description.ts";
import { type Signer, sameBytes } from "../../../shared/platform/service-key.ts";
import { toAccountRef } from "../schemas/account.ts";
import { toCancellation } from "../schemas/cancellation.ts";

const GOOD_FOR_MS = 15 * 60_000;
const DIGEST_BYTES = 18;
const FORM = /^([0-9a-z]{1,10})\.([\w-]{24})$/;

/** A confirmation is the instant of the statement, and a keyed digest of that, the account, the service and all that was stated. */
export type CancellationConfirm = ReturnType<typeof cancellationConfirm>;

export function cancellationConfirm(signer: Signer, now: () => number) {
  const digest = (at: string, statement: CancellationStatement) => {
    const { account, service, when, effectiveOn, consequences } = statement;
    const stated = [at, account.id, service.id, service.planId, service.status, when, effectiveOn, consequences];
    return signer.sign("cancellation", JSON.stringify(stated), DIGEST_BYTES);
  };
  return {
    async write(statement: CancellationStatement): Promise<string> {
      const at = now().toString(36);
      const bytes = await digest(at, statement);
      return `${at}.${bytes.toBase64({ alphabet: "base64url", omitPadding: true })}`;
    },
    /** Whether it was written for the same statement in the last 15 minutes. */
    async isGood(confirm: string, statement: CancellationStatement): Promise<boolean> {
      const [, at = "", given = ""] = FORM.exec(confirm) ?? [];
      const age = now() - Number.parseInt(at, 36);
      if (!(age >= 0 && age <= GOOD_FOR_MS)) return false;
      return sameBytes(await digest(at, statement), Uint8Array.fromBase64(given, { alphabet: "base64url" }));
    },
  };
}

/** The problem of a confirmation that is too old, or of a cancellation that would now differ; it carries a new statement. */
export async function staleConfirm(
  confirm: CancellationConfirm,
  stated: CancellationStatement,
  clientArea: ClientArea,
): Promise<OperationError> {
  const cancellation = toCancellation(stated, await confirm.write(stated), clientArea);
  return new OperationError(
    "refused",
    {
      en: "confirm is older than 15 minutes, or the cancellation would now do something else. Nothing was cancelled: show the customer the new statement and send its confirm.",
      fr: "confirm date de plus de 15 minutes, ou la résiliation aurait maintenant un autre effet. Rien n’a été résilié : montrez à la personne le nouveau relevé des conséquences (statement) et envoyez son confirm.",
    },
    { members: { statement: { account: toAccountRef(stated.account), ...cancellation } } },
  );
}
