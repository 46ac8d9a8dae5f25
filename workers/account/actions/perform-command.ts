import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";
import type { CommandRequest } from "../../../durable-objects/account/account-port.ts";
import type { CommandName } from "../../../durable-objects/account/command-map.ts";
import type { CatalogueServicePort } from "../../../shared/catalogue-contract/catalogue-service.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import type { ActingOperation } from "../account-context.ts";
import type { ActingTools } from "../acting-context.ts";
import { approvalTerms, mayAsk } from "../approvals/approval-terms.ts";
import { clientAreaLinks } from "../schemas/client-area-links.ts";
import { type RecheckDependencies, recheckConnection } from "./recheck-connection.ts";

const FORGET_DEADLINE_MS = 5_000;
const DOMAIN = "domain:";

export type ActingDefinitions = { [Name in CommandName]: ActingOperation<Name> };

export interface PerformingDependencies
  extends Pick<RecheckDependencies, "connectionOf">,
    Omit<ActingTools, "names">,
    Pick<
      AccountDependencies,
      "now" | "billingSystem" | "holds" | "timing" | "settingPolicy" | "stuckWrites" | "mailApprovals"
    > {
  definitions: ActingDefinitions;
  catalogue: Pick<CatalogueServicePort, "forgetDomain" | "checkNameNow">;
  signer: Signer;
}

/** What an account's object needs to run the operations of its commands. */
export function performingDependencies(dependencies: PerformingDependencies): AccountDependencies {
  const { definitions, billing, zones, catalogue, confirm, signer } = dependencies;
  const { now, billingSystem, holds, timing, settingPolicy, stuckWrites, mailApprovals } = dependencies;
  const tools: ActingTools = { billing, zones, names: catalogue, confirm };
  const definitionOf = ({ operation }: Pick<CommandRequest, "operation">): ActingOperation => definitions[operation];
  return {
    ...{ now, billingSystem, holds, timing, settingPolicy, stuckWrites, mailApprovals },
    run(command, request) {
      const { clientArea, limit, input } = request;
      const links = clientAreaLinks({ clientArea: clientArea.address }, clientArea.pages);
      return definitionOf(request).perform({ ...tools, command, links, grant: { limit } }, input);
    },
    authorize: (call) => billing.authorize(call),
    recheck: (request, call) => recheckConnection(request, definitionOf(request).access, call, dependencies),
    approvals: {
      mayAsk: (request, asks) => mayAsk(definitionOf(request).asks, asks),
      terms(request, preview, standing) {
        return approvalTerms(request, preview, { kinds: definitionOf(request).asks, standing, signer });
      },
    },
    lookUp: (actor, reference, sent) => billing.findWrite(actor, reference, sent),
    async done(operation, target, requestId) {
      const definition = Object.values<ActingOperation>(definitions).find(({ id }) => id === operation);
      if (!definition?.changesAvailability || !target?.startsWith(DOMAIN)) return;
      // Otherwise the catalogue's cache ends within five minutes.
      await inTime(catalogue.forgetDomain(target.slice(DOMAIN.length)), FORGET_DEADLINE_MS).catch((cause) =>
        log("name_not_forgotten", { request_id: requestId, cause }),
      );
    },
  };
}
