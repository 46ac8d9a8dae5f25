import type { AccountCommandName, AccountCommands } from "../../../durable-objects/account/account-command.ts";
import type {
  AccountDependencies,
  Preparation,
  StuckActionList,
} from "../../../durable-objects/account/account-dependencies.ts";
import type { JournalTiming } from "../../../durable-objects/account/journal.ts";
import type { ActingBilling } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type { CatalogueServicePort } from "../../../shared/catalogue-contract/catalogue-service.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";
import type { ZoneSystem } from "../../../shared/zones-contract/zone-system.ts";
import type { CancellationConfirm } from "./cancellation-confirm.ts";
import type { CommandDefinitions, CommandTools } from "./command-definition.ts";
import { type RecheckDependencies, withConnectionRecheck } from "./recheck-connection.ts";

const FORGET_DEADLINE_MS = 5_000;
const DOMAIN = "domain:";

/** What the dependencies of an account's object are made from. */
export interface ActingDependencies extends RecheckDependencies {
  billing: ActingBilling & CommandTools["billing"];
  zones: ZoneSystem;
  catalogue: Pick<CatalogueServicePort, "forgetDomain" | "checkNameNow">;
  confirm: CancellationConfirm;
  stuckActions: StuckActionList;
  now: () => number;
  timing: JournalTiming;
  settingPolicy: RatePolicy;
}

export function actingDependencies(dependencies: ActingDependencies): AccountDependencies {
  const { definitions, billing, zones, connectionOf, catalogue, confirm, now } = dependencies;
  const { stuckActions, timing, settingPolicy } = dependencies;
  return {
    now,
    timing,
    settingPolicy,
    stuckActions,
    prepare: withConnectionRecheck(
      async (command, query) => prepare(definitions, { billing, zones, names: catalogue, confirm }, command, query),
      { definitions, billing, connectionOf, now },
    ),
    lookUp: (actor, reference, sent) => billing.findAction(actor, reference, sent),
    async done(operation, target, requestId) {
      const definition = Object.values(definitions).find(({ id }) => id === operation);
      if (!definition?.changesAvailability || !target?.startsWith(DOMAIN)) return;
      // Otherwise the catalogue's cache ends within five minutes.
      await inTime(catalogue.forgetDomain(target.slice(DOMAIN.length)), FORGET_DEADLINE_MS).catch((cause) =>
        log("name_not_forgotten", { request_id: requestId, cause }),
      );
    },
  };
}

/** Generic: so the type checker knows that a command's definition and its request belong together. */
function prepare<Name extends AccountCommandName>(
  definitions: CommandDefinitions,
  tools: CommandTools,
  { name, request }: { name: Name; request: AccountCommands[Name]["request"] },
  query: ActorQuery,
): Preparation | Promise<Preparation> {
  return definitions[name].prepare(tools, request, query);
}
