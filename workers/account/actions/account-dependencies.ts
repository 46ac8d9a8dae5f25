import type { AccountDependencies, StuckActionList } from "../../../durable-objects/account/account-dependencies.ts";
import type { JournalTiming } from "../../../durable-objects/account/journal/journal-timing.ts";
import type { ActingBilling } from "../../../shared/billing-contract/actions.ts";
import type { CatalogueServicePort } from "../../../shared/catalogue-contract/catalogue-service.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import type { ZoneSystem } from "../../../shared/zones-contract/zone-system.ts";
import type { CancellationConfirm } from "./cancellation-confirm.ts";
import type { CommandTools } from "./command-definition.ts";
import { commandPreparation } from "./prepare-command.ts";
import type { RecheckDependencies } from "./recheck-connection.ts";

const FORGET_DEADLINE_MS = 5_000;
const DOMAIN = "domain:";

/** What the dependencies of an account's object are made from. */
export interface ActingDependencies extends RecheckDependencies {
  billing: ActingBilling & CommandTools["billing"];
  zones: ZoneSystem;
  catalogue: Pick<CatalogueServicePort, "forgetDomain" | "checkNameNow">;
  confirm: CancellationConfirm;
  stuckActions: StuckActionList;
  register: AccountDependencies["register"];
  now: () => number;
  billingSystem: string;
  timing: JournalTiming;
  settingPolicy: RatePolicy;
  signer: Signer;
  mailApprovals: AccountDependencies["mailApprovals"];
}

export function actingDependencies(dependencies: ActingDependencies): AccountDependencies {
  const { definitions, billing, zones, connectionOf, catalogue, confirm, now } = dependencies;
  const { billingSystem, stuckActions, register, timing, settingPolicy, signer, mailApprovals } = dependencies;
  const tools = { billing, zones, names: catalogue, confirm };
  return {
    now,
    billingSystem,
    timing,
    settingPolicy,
    stuckActions,
    register,
    prepare: commandPreparation({ definitions, billing, connectionOf, tools, signer, now }),
    mailApprovals,
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
