import type { CatalogueServicePort } from "../../../shared/catalogue-contract/catalogue-service.ts";
import { checkWithoutSource, type DomainCheck } from "../../../shared/catalogue-contract/domain-check.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";

const DEADLINE_MS = 12_000;

/** The catalogue's check of a domain at its registry, without a cache. */
export type NameChecks = Pick<CatalogueServicePort, "checkNameNow">;

/**
 * Checks a domain for an order. If the catalogue or the registry makes no check, the status is `unknown`, and the
 * billing system decides.
 */
export async function checkForOrder(catalogue: NameChecks, domain: string, requestId: string): Promise<DomainCheck> {
  const result = await checkNow(catalogue, domain, null, requestId);
  return result.outcome === "checked" ? result.check : unanswered();
}

/**
 * Checks a domain.
 * @param connection the connection whose limit on domain checks includes this check; `null` if no limit applies
 */
export async function checkNow(
  catalogue: NameChecks,
  domain: string,
  connection: string | null,
  requestId: string,
): ReturnType<NameChecks["checkNameNow"]> {
  try {
    return await inTime(catalogue.checkNameNow(domain, connection, requestId), DEADLINE_MS);
  } catch (cause) {
    log("catalogue_unreachable", { request_id: requestId, cause });
    return { outcome: "checked", check: unanswered(), rate: null };
  }
}

/** Returns the status `unknown`, because the catalogue returned no check. */
function unanswered(): DomainCheck {
  return checkWithoutSource("unknown", "unreachable", Date.now(), 5_000);
}
