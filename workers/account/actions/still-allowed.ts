import type { Deed } from "../../../durable-objects/account/account-command.ts";
import type { AccountSurroundings } from "../../../durable-objects/account/account-dependencies.ts";
import type { DeedRefusal } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import { scopeOf } from "../../../shared/account-access/scopes.ts";
import type { Question, Reach } from "../../../shared/billing-contract/actor.ts";
import type { CustomerBilling } from "../../../shared/billing-contract/customer.ts";
import { AccountQuestions } from "../ask-account.ts";

/** A call that was admitted so long ago at most is sent with what the connection said then. */
const ADMISSION_GOOD_FOR_MS = 250;

/** What says whether a connection still allows an action. */
export interface StandingTools {
  connectionOf: (id: string) => Pick<ConnectionPort, "standing">;
  billing: Pick<CustomerBilling, "listServices">;
  /** Epoch milliseconds. */
  now: () => number;
}

/**
 * A preparation that asks the connection once more when all else is known, if time has passed since the call was admitted.
 * An action may have waited for its turn, and for a registry; meanwhile the customer may have ended or narrowed the connection.
 */
export function checkedByConnection(
  prepare: AccountSurroundings["prepare"],
  tools: StandingTools,
): AccountSurroundings["prepare"] {
  return async (deed, question, admittedAt) => {
    const prepared = await prepare(deed, question, admittedAt);
    if ("refused" in prepared || question.connection === undefined) return prepared;
    if (tools.now() - admittedAt <= ADMISSION_GOOD_FOR_MS) return prepared;
    const refused = await refusalOf(deed, question, question.connection, tools);
    return refused ? { refused } : prepared;
  };
}

async function refusalOf(
  deed: Deed,
  question: Question,
  connection: string,
  { connectionOf, billing }: StandingTools,
): Promise<DeedRefusal | null> {
  const standing = await connectionOf(connection).standing();
  if (!standing) return { code: "unauthorized" };
  const { scopes, operations, limit } = standing;
  const isGiven = operations === null ? scopes.includes(scopeOf(deed.name)) : operations.includes(deed.name);
  if (!isGiven) return { code: "insufficient_scope" };
  return (await isInReach(deed, limit, question, billing)) ? null : { code: "outside_limit" };
}

async function isInReach(
  deed: Deed,
  limit: Reach,
  question: Question,
  billing: StandingTools["billing"],
): Promise<boolean> {
  if (limit.kind === "account") return true;
  const about = aboutOf(deed);
  if (about === null) return false;
  if (about.kind === limit.kind) return about.id === (limit.kind === "service" ? limit.id : limit.name);
  if (limit.kind !== "domain" || typeof about.id !== "number") return false;
  // Nothing else of it is asked.
  const questions = new AccountQuestions(billing as CustomerBilling, { ...question, permissions: [] }, limit);
  const { items } = await questions.listServices({ status: "all", limit: 1, after: { id: about.id - 1 } });
  return items[0]?.id === about.id;
}

/** What a deed is about; null of an order, which no limit lets through. */
function aboutOf({ name, request }: Deed): { kind: "service" | "domain"; id: number | string } | null {
  switch (name) {
    case "orderDomain":
    case "orderPlan":
      return null;
    case "changePlan":
    case "cancelService":
      return { kind: "service", id: request.serviceId };
    default:
      return { kind: "domain", id: request.domain };
  }
}
