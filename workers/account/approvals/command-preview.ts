import type { AccountCommand } from "../../../durable-objects/account/account-command.ts";
import type { ActingBilling, CheckedCommand } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type { PreviewResult } from "../actions/command-definition.ts";

/** What a command would do now, by the billing system's word; of one whose preparation does not preview it itself. */
export function previewCommand(
  billing: Pick<ActingBilling, "checkAction">,
  { name, request }: AccountCommand,
  query: ActorQuery,
): Promise<PreviewResult> {
  // The customer's confirmation of a statement was checked before; the billing system knows none.
  const { confirm: _, ...checked } = { confirm: null, ...request };
  return billing.checkAction(query, { operation: name, request: checked } as CheckedCommand);
}
