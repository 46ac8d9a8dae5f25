import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";
import type { JournalTiming } from "../../../durable-objects/account/journal.ts";
import type { ActingBilling } from "../../../shared/billing-contract/actions.ts";
import type { CatalogueServicePort } from "../../../shared/catalogue-contract/catalogue-service.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";
import type { CancellationConfirm } from "./cancellation-confirm.ts";
import { commandPreparation } from "./prepare-command.ts";
import { checkedByConnection, type StandingTools } from "./still-allowed.ts";

const FORGET_DEADLINE_MS = 5_000;
const DOMAIN = "domain:";

/** What an account's object acts with. */
export interface ActingWorld extends StandingTools {
  billing: ActingBilling & StandingTools["billing"];
  catalogue: Pick<CatalogueServicePort, "forgetDomain" | "checkNameNow">;
  confirm: CancellationConfirm;
  now: () => number;
  timing: JournalTiming;
  settingPolicy: RatePolicy;
}

/** The billing system and the catalogue, as an account's object knows them. */
export function actingDependencies(world: ActingWorld): AccountDependencies {
  const { billing, connectionOf, catalogue, confirm, now, timing, settingPolicy } = world;
  return {
    now,
    timing,
    settingPolicy,
    prepare: checkedByConnection(commandPreparation({ billing, names: catalogue, confirm }), {
      billing,
      connectionOf,
      now,
    }),
    find: (actor, reference) => billing.findAction(actor, reference),
    async done(operation, target, requestId) {
      if (operation !== "orderDomain" || !target?.startsWith(DOMAIN)) return;
      // What the catalogue remembers ends within five minutes by itself.
      await inTime(catalogue.forgetDomain(target.slice(DOMAIN.length)), FORGET_DEADLINE_MS).catch((cause) =>
        log("name_not_forgotten", { request_id: requestId, cause }),
      );
    },
  };
}
