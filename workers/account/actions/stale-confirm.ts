import { OperationError } from "../../../shared/api/definition/problems.ts";
import type { CancellationStatement } from "../../../shared/billing-contract/actions.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { toStatement } from "../schemas/cancellation.ts";
import type { CancellationConfirm } from "./cancellation-confirm.ts";

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
