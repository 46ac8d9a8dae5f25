import type { AccountCommand } from "../../../durable-objects/account/account-command.ts";
import type { CheckedCommand } from "../../../shared/billing-contract/action-preview.ts";
import type { ActingBilling } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type { PreviewResult } from "../actions/command-definition.ts";

/**
 * What a command would do now, by the billing system's word.
 * @throws for one whose preparation previews it itself
 */
export async function previewCommand(
  billing: Pick<ActingBilling, "checkAction">,
  command: AccountCommand,
  query: ActorQuery,
): Promise<PreviewResult> {
  return billing.checkAction(query, checkedCommand(command));
}

function checkedCommand(command: AccountCommand): CheckedCommand {
  switch (command.name) {
    case "cancelService": {
      const { confirm: _, ...request } = command.request;
      return { operation: command.name, request };
    }
    case "orderPlan":
      return { operation: command.name, request: command.request };
    case "renewDomain":
      return { operation: command.name, request: command.request };
    case "changePlan":
      return { operation: command.name, request: command.request };
    case "transferDomainOut":
      return { operation: command.name, request: command.request };
    case "setDomainAutoRenew":
      return { operation: command.name, request: command.request };
    case "setDomainNameservers":
      return { operation: command.name, request: command.request };
    case "setDomainLock":
      return { operation: command.name, request: command.request };
    case "orderDomain":
    case "changeDnsZone":
      throw new Error(`${command.name} is previewed by its preparation`);
  }
}
