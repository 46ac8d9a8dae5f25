import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import { type CustomerDomain, isEnded } from "../../../shared/billing-contract/customer.ts";
import { log } from "../../../shared/platform/log.ts";
import { type ApiOutcome, unavailable } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { type DomainRecord, readDomainRecords } from "./list-domains.ts";

/** As {@link ownDomainRecord}. */
export async function ownDomain(
  context: WhmcsContext,
  query: Pick<ActorQuery, "accountId" | "requestId">,
  name: string,
): Promise<ApiOutcome<CustomerDomain | null>> {
  const read = await ownDomainRecord(context, query, name);
  return read.kind === "ok" ? { kind: "ok", body: read.body?.domain ?? null } : read;
}

/**
 * The account's domain of a name, the newest of those that are over where none is not; null where it has none. Two that are not over
 * are ambiguous: none is picked.
 */
export async function ownDomainRecord(
  context: WhmcsContext,
  query: Pick<ActorQuery, "accountId" | "requestId">,
  name: string,
): Promise<ApiOutcome<DomainRecord | null>> {
  const read = await readDomainRecords(context, query, name);
  if (read.kind !== "ok") return read;
  // An installation that ignores the filter gives all of them.
  const rows = read.body.filter(({ domain }) => domain.name === name);
  const held = rows.filter(({ domain }) => !isEnded(domain));
  if (held.length > 1) {
    log("billing_domain_twice", { request_id: query.requestId, account: query.accountId, rows: held.length });
    return unavailable("refused");
  }
  return { kind: "ok", body: held[0] ?? rows.at(-1) ?? null };
}
