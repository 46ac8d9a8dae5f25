import type { ActionPreview } from "../../../shared/billing-contract/action-preview.ts";
import type { CheckedCommand, CheckedRequests, QuoteResult } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type { ContractChecks } from "../../../shared/billing-contract/guarded-methods.ts";
import { autoRenewalChecks } from "./domains/auto-renewal.ts";
import { registrarSettingChecks } from "./domains/registrar-settings.ts";
import { renewalChecks } from "./domains/renewals.ts";
import { transferChecks } from "./domains/transfers-out.ts";
import type { EngineContext } from "./engine-context.ts";
import { domainOrderChecks } from "./orders/domain-orders.ts";
import { planOrderChecks } from "./orders/plan-orders.ts";
import { cancellationChecks } from "./services/cancellations.ts";
import { planChangeChecks } from "./services/plan-changes.ts";

const CHECKS: ContractChecks<EngineContext> = {
  ...domainOrderChecks,
  ...planOrderChecks,
  ...renewalChecks,
  ...planChangeChecks,
  ...cancellationChecks,
  ...autoRenewalChecks,
  ...registrarSettingChecks,
  ...transferChecks,
};

/** Judges a command by the decision of its action, without the effects. */
export function checkAction<Name extends keyof CheckedRequests>(
  engine: EngineContext,
  query: ActorQuery,
  { operation, request }: CheckedCommand<Name>,
): Promise<QuoteResult<ActionPreview>> {
  return CHECKS[operation](engine, query, request);
}
