import type {
  AccountCommandName,
  AccountCommands,
  ApprovableCommand,
} from "../../../durable-objects/account/account-command.ts";
import type { CommandResult } from "../../../durable-objects/account/account-dependencies.ts";
import type { CommandRefusal } from "../../../durable-objects/account/account-port.ts";
import type { Asks } from "../../../shared/account-access/asks.ts";
import type { ActionPreview } from "../../../shared/billing-contract/action-preview.ts";
import type { ActingBilling, Action } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type { CustomerBilling } from "../../../shared/billing-contract/customer.ts";
import type { CatalogueServicePort } from "../../../shared/catalogue-contract/catalogue-service.ts";
import { checkWithoutSource, type DomainCheck } from "../../../shared/catalogue-contract/domain-check.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { log } from "../../../shared/platform/log.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { ZoneSystem } from "../../../shared/zones-contract/zone-system.ts";
import type { AccountAccess } from "../admission/connection-admission.ts";
import type { ApprovalWording } from "../approvals/approval-words.ts";
import type { ServiceBilling } from "../queries/newer-questions.ts";
import type { CancellationConfirm } from "./cancellation-confirm.ts";

const NAME_DEADLINE_MS = 12_000;

/** What executing a command takes from the operation that defines it. */
export interface CommandDefinition<Name extends AccountCommandName> {
  id: Name;
  access: AccountAccess;
  /** That nothing was done, to end a sentence with. */
  nothingDone: Text;
  /** For the customer who allows it: what follows from that. */
  consequence: Text;
  /** What the customer can ask about that concerns it; whether it does, its preview says. */
  asks: readonly (keyof Asks)[];
  /** What the customer reads before they approve it; null of what is never asked about. */
  approvalWords: Name extends ApprovableCommand ? ApprovalWording<Name> : null;
  /** It is approved only within 15 minutes of a sign-in. */
  approvalNeedsSignIn?: boolean;
  /** Once done, the catalogue's cached availability of the domain name is out of date. */
  changesAvailability?: boolean;
  /**
   * Looks up what has to be known before the command is sent, such as a name's availability, and returns how to send
   * it or why it is refused. Changes nothing.
   */
  prepare(
    tools: CommandTools,
    request: AccountCommands[Name]["request"],
    query: ActorQuery,
  ): PreparedCommand | Promise<PreparedCommand>;
}

/** A command after what had to be looked up: how to send it, or why it is refused. */
export type PreparedCommand =
  | {
      /** Calls what does it synchronously. @param price of an order, that it is held to; see {@link atPrice} */
      ready: (action: Action, price?: MinorUnits) => Promise<CommandResult>;
      /** What it would do now, where that takes more than its request. Changes nothing. */
      preview?: () => Promise<PreviewResult>;
    }
  | { refused: CommandRefusal };

export type PreviewResult = { ok: true; value: ActionPreview } | { ok: false; problem: CommandRefusal };
export type CommandDefinitions = { [Name in AccountCommandName]: CommandDefinition<Name> };

/** An order at the price that was checked, where its caller expects none: the billing system refuses it at any other. */
export function atPrice<Request extends { expectedPrice: MinorUnits | null }>(
  request: Request,
  price: MinorUnits | undefined,
): Request {
  return price === undefined ? request : { ...request, expectedPrice: request.expectedPrice ?? price };
}

export interface CommandTools {
  billing: ActingBilling & ServiceBilling & Pick<CustomerBilling, "describe">;
  zones: ZoneSystem;
  names: NameChecks;
  confirm: CancellationConfirm;
}

/** Checks of a name at its registry, past every cache. */
export type NameChecks = Pick<CatalogueServicePort, "checkNameNow">;

/** The check of a name to be ordered. `unknown` where the registry cannot be asked, which the billing system judges. */
export async function checkForOrder(
  names: NameChecks,
  domain: string,
  requestId: string | undefined,
): Promise<DomainCheck> {
  const result = await checkNow(names, domain, null, requestId);
  return result.outcome === "checked" ? result.check : unanswered();
}

/** @param connection whose limit of domain checks counts it; null: it is not counted */
export async function checkNow(
  names: NameChecks,
  domain: string,
  connection: string | null,
  requestId: string | undefined,
): ReturnType<NameChecks["checkNameNow"]> {
  try {
    return await inTime(names.checkNameNow(domain, connection, requestId), NAME_DEADLINE_MS);
  } catch (cause) {
    log("catalogue_unreachable", { request_id: requestId, cause });
    return { outcome: "checked", check: unanswered(), rate: null };
  }
}

/** The catalogue itself did not answer. */
function unanswered(): DomainCheck {
  return checkWithoutSource("unknown", "unreachable", Date.now(), 5_000);
}
