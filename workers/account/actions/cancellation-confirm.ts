import { OperationError } from "../../../shared/api/definition/problems.ts";
import type { CancellationStatement } from "../../../shared/billing-contract/actions.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { type Signer, sameBytes } from "../../../shared/platform/service-key.ts";
import { toStatement } from "../schemas/cancellation.ts";

const GOOD_FOR_MS = 15 * 60_000;
const DIGEST_BYTES = 18;
const FORM = /^([0-9a-z]{1,10})\.([\w-]{24})$/;

/**
 * What a customer confirms a cancellation with: the instant of the statement, and a keyed digest of it with account, service,
 * time and everything that was stated.
 */
export class CancellationConfirm {
  readonly #signer: Signer;
  readonly #now: () => number;

  constructor(signer: Signer, now: () => number) {
    this.#signer = signer;
    this.#now = now;
  }

  /** Good for 15 minutes. */
  async write(statement: CancellationStatement): Promise<string> {
    const at = this.#now().toString(36);
    const digest = await this.#digest(at, statement);
    return `${at}.${digest.toBase64({ alphabet: "base64url", omitPadding: true })}`;
  }

  /** Whether it confirms this very statement, lately. */
  async isGood(confirm: string, statement: CancellationStatement): Promise<boolean> {
    const [, at = "", digest = ""] = FORM.exec(confirm) ?? [];
    const age = this.#now() - Number.parseInt(at, 36);
    if (!(age >= 0 && age <= GOOD_FOR_MS)) return false;
    return sameBytes(await this.#digest(at, statement), Uint8Array.fromBase64(digest, { alphabet: "base64url" }));
  }

  #digest(at: string, statement: CancellationStatement): Promise<Uint8Array<ArrayBuffer>> {
    const { account, service, when, effectiveOn, consequences } = statement;
    const stated = [at, account.id, service.id, service.planId, service.status, when, effectiveOn, consequences];
    return this.#signer.sign("cancellation", JSON.stringify(stated), DIGEST_BYTES);
  }
}

/** The problem of a confirmation that is too old, or of what would not happen any more; it carries what would. */
export function staleConfirm(confirm: CancellationConfirm, addresses: Addresses) {
  return async (statement: CancellationStatement): Promise<OperationError> =>
    new OperationError(
      "refused",
      {
        en: "confirm is older than 15 minutes, or the cancellation would now do something else. Nothing was cancelled: show the customer the new statement and send its confirm.",
        fr: "confirm date de plus de 15 minutes, ou la résiliation aurait maintenant un autre effet. Rien n’a été résilié : montrez à la personne le nouveau relevé des conséquences (statement) et envoyez son confirm.",
      },
      { members: { statement: toStatement(statement, await confirm.write(statement), addresses) } },
    );
}
