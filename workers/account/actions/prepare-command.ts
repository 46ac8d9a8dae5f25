import type { AccountDependencies, Preparation } from "../../../durable-objects/account/account-dependencies.ts";
import type { ActingBilling } from "../../../shared/billing-contract/actions.ts";
import { readAvailability } from "../../../shared/billing-contract/availability.ts";
import type {
  CatalogueServicePort,
  NameCheck,
  NameCheckResult,
} from "../../../shared/catalogue-contract/catalogue-service.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { CancellationConfirm } from "./cancellation-confirm.ts";

const NAME_DEADLINE_MS = 12_000;

/** What is asked about a name before it is ordered. */
export type NameChecks = Pick<CatalogueServicePort, "checkNameNow">;

/** What deeds are done with. */
export interface CommandTools {
  billing: ActingBilling;
  names: NameChecks;
  confirm: CancellationConfirm;
}

/**
 * Learns what has to be known before a deed is sent: what the registry says of a name, and whether what was confirmed still
 * holds. What is ready calls the billing system at once.
 */
export function commandPreparation({ billing, names, confirm }: CommandTools): AccountDependencies["prepare"] {
  return async ({ name, request }, query): Promise<Preparation> => {
    switch (name) {
      case "orderDomain": {
        const { availability, retryAfter } = await checkForOrder(names, request.domain, query.requestId);
        return { ready: (action) => billing.orderDomain(action, { ...request, availability, retryAfter }) };
      }
      case "orderPlan":
        return { ready: (action) => billing.orderPlan(action, request) };
      case "renewDomain":
        return { ready: (action) => billing.renewDomain(action, request) };
      case "changePlan":
        return { ready: (action) => billing.changePlan(action, request) };
      case "cancelService": {
        const { confirm: given, reason, ...asked } = request;
        const stated = await billing.stateCancellation(query, asked);
        if (!stated.ok) return { refused: stated.problem };
        const isGood = await confirm.isGood(given, stated.value);
        if (!isGood) return { refused: { code: "stale_confirm", statement: stated.value } };
        return { ready: (action) => billing.cancelService(action, { ...asked, reason }) };
      }
      case "transferDomainOut":
        return { ready: (action) => billing.prepareTransferOut(action, request.domain) };
      case "setDomainAutoRenew":
        return { ready: (action) => billing.setDomainAutoRenew(action, request) };
      case "setDomainNameservers":
        return { ready: (action) => billing.setDomainNameservers(action, request) };
      case "setDomainLock":
        return { ready: (action) => billing.setDomainLock(action, request) };
    }
  };
}

/** What cannot be asked is unknown; the billing system then says what that means for the name. */
async function checkForOrder(names: NameChecks, domain: string, requestId: string | undefined): Promise<NameCheck> {
  const result = await checkNow(names, domain, null, requestId);
  return result.outcome === "checked" ? result.check : UNANSWERED;
}

/** @param connection whose limit of domain checks counts it; null: it is not counted */
export async function checkNow(
  names: NameChecks,
  domain: string,
  connection: string | null,
  requestId: string | undefined,
): Promise<NameCheckResult> {
  const asked = names.checkNameNow(domain, connection, requestId);
  const result = await inTime(asked, NAME_DEADLINE_MS).catch((cause) => {
    log("catalogue_unreachable", { request_id: requestId, cause });
    return NOT_CHECKED;
  });
  if (result.outcome !== "checked") return result;
  return { ...result, check: { ...result.check, availability: readAvailability(result.check.availability) } };
}

/** The catalogue itself did not answer. */
const UNANSWERED: NameCheck = { availability: "unknown", reason: "unreachable", retryAfter: 5 };
const NOT_CHECKED: NameCheckResult = { outcome: "checked", check: UNANSWERED, rate: null };
