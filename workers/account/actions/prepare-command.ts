import type { AccountCommandName, AccountCommands } from "../../../durable-objects/account/account-command.ts";
import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";
import { asksOf } from "../../../shared/account-access/asks.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import { approvalTerms, mayAsk } from "../approvals/approval-terms.ts";
import { previewCommand } from "../approvals/command-preview.ts";
import type { CommandDefinitions, CommandTools, PreparedCommand } from "./command-definition.ts";
import { type RecheckDependencies, recheckConnection } from "./recheck-connection.ts";

/** Up to this age an admission is relied on; later the connection is checked again. */
const ADMISSION_GOOD_FOR_MS = 250;

export interface PreparationDependencies extends RecheckDependencies {
  tools: CommandTools;
  signer: Signer;
  /** Epoch milliseconds. */
  now: () => number;
}

/**
 * Prepares a command: what its definition looks up; then, where time has passed since the call was admitted, its connection once
 * more; last of all, where the customer may have to approve it, what it would do now.
 */
export function commandPreparation(dependencies: PreparationDependencies): AccountDependencies["prepare"] {
  const { definitions, tools, signer, now } = dependencies;
  return async (command, query, admittedAt, asksThen) => {
    const prepared = await prepare(definitions, tools, command, query);
    if ("refused" in prepared) return prepared;
    const { ready } = prepared;
    const { connection } = query;
    if (connection === undefined) return { ready };
    let asks = asksThen;
    if (now() - admittedAt > ADMISSION_GOOD_FOR_MS) {
      const checked = await recheckConnection(command, query, connection, dependencies);
      if ("refused" in checked) return checked;
      asks = asksOf(checked.standing);
    }
    const { asks: kinds } = definitions[command.name];
    if (!mayAsk(kinds, asks)) return { ready };
    const preview = await (prepared.preview?.() ?? previewCommand(tools.billing, command, query));
    if (!preview.ok) return { refused: preview.problem };
    // An approval is for what the connection is now, not for what it was as the call came.
    const checked = await recheckConnection(command, query, connection, dependencies);
    if ("refused" in checked) return checked;
    const approval = await approvalTerms(command, preview.value, { kinds, standing: checked.standing, signer });
    if (!approval) return { ready };
    // What is approved is done at this price or not at all.
    const { price } = preview.value;
    return { ready: price ? (action) => ready(action, price.amount) : ready, approval };
  };
}

/** Generic: so the type checker knows that a command's definition and its request belong together. */
function prepare<Name extends AccountCommandName>(
  definitions: CommandDefinitions,
  tools: CommandTools,
  { name, request }: { name: Name; request: AccountCommands[Name]["request"] },
  query: ActorQuery,
): PreparedCommand | Promise<PreparedCommand> {
  return definitions[name].prepare(tools, request, query);
}
