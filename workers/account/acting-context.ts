import type * as z from "zod";
import type { CommandName } from "../../durable-objects/account/command-map.ts";
import type { CommandExecutor } from "../../durable-objects/account/commands/command-steps.ts";
import type { Asks } from "../../shared/account-access/asks.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { ResourceLimit } from "../../shared/billing-contract/call.ts";
import type { Text } from "../../shared/platform/language.ts";
import type { ZoneSystem } from "../../shared/zones-contract/zone-system.ts";
import type { CancellationConfirm } from "./actions/cancellation-confirm.ts";
import type { NameChecks } from "./actions/name-checks.ts";
import type { ApprovalWording } from "./approvals/approval-words.ts";
import type { ClientAreaLinks } from "./schemas/client-area-links.ts";

/** What an operation that changes an account may use. It runs in the account's object, made anew for each call. */
export interface CommandContext extends ActingTools {
  /** Executes the operation's command, an order once per idempotency key. */
  command: CommandExecutor;
  links: ClientAreaLinks;
  /** What the answer may show. */
  grant: { limit: ResourceLimit };
}

/** What acting operations share. */
export interface ActingTools {
  billing: BillingSystem;
  zones: ZoneSystem;
  names: NameChecks;
  confirm: CancellationConfirm;
}

/** What an acting operation says besides the members that every operation has. */
export interface ActingMembers<Name extends CommandName, Input extends z.ZodObject> {
  id: Name;
  /** That nothing was done, to end a sentence with. */
  nothingDone: Text;
  /** For the customer who allows it: what follows from that. */
  consequence: Text;
  /** The label as an item of a mail's list: what the application may do. */
  mailLabel: Text;
  /** What the customer can ask about that concerns it; whether it does, its preview says. */
  asks: readonly (keyof Asks)[];
  /** What the customer reads before they approve it; null of what is never asked about. */
  words: ApprovalWording<Input> | null;
  /** It is approved only within 15 minutes of a sign-in. */
  approvalNeedsSignIn?: boolean;
  /** Once done, the catalogue's cached availability of the domain name is out of date. */
  changesAvailability?: boolean;
}
