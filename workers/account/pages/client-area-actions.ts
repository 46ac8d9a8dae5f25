import { RpcTarget } from "cloudflare:workers";
import type {
  AccountPort,
  CommandRefusal,
  CommandReply,
  CommandRequest,
} from "../../../durable-objects/account/account-port.ts";
import {
  type CommandExecutor,
  CommandRefused,
  prepared,
  previewed,
} from "../../../durable-objects/account/commands/command-steps.ts";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import type { LogKey } from "../../../shared/account-access/call-log.ts";
import { CUSTOMER_POLICY } from "../../../shared/account-access/rate-policies.ts";
import { isKeyed } from "../../../shared/api/definition/operation.ts";
import { refusedMembers } from "../../../shared/api/pipeline/input-errors.ts";
import { readTarget } from "../../../shared/api/pipeline/read-input.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type {
  AccountEvent,
  ActionPreview,
  ActionProblem,
  ActionResult,
  CustomerAction,
  CustomerActions,
  UndecidedApproval,
} from "../../../shared/billing-contract/client-area.ts";
import type { ClientArea } from "../../../shared/billing-contract/description.ts";
import { failure, ok, unavailable } from "../../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { CommandValue } from "../../../shared/billing-contract/writes.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import { rateStateOf } from "../../../shared/platform/rate-limit.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import type { Zone } from "../../../shared/zones-contract/zone-system.ts";
import type { AccountOperation } from "../account-context.ts";
import { commandDefinitions } from "../acting-operations.ts";
import type { ActingLogins } from "../actions/acting-logins.ts";
import type { ActingOperation, ActingTools } from "../actions/acting-operation.ts";
import { keyDigests } from "../actions/digests.ts";
import { statementOf } from "../approvals/approval-terms.ts";
import { describeApproval } from "../approvals/approval-words.ts";
import { readDnsZone } from "../operations/read-dns-zone.ts";
import { BILLING_DEADLINE_MS } from "../queries/billing-answers.ts";
import type { DescribeBilling } from "../queries/remembered-descriptions.ts";
import { findServiceZone } from "../zones/service-zones.ts";
import { accountEvents, type EventServices } from "./account-events.ts";
import { approvalPath } from "./page-addresses.ts";
import type { ActingCustomer } from "./page-request.ts";
import { isRecent } from "./sign-in/recent-sign-in.ts";

/** The maximum number of attempts for a repeated form, which waits for the outcome of the first form. */
const MAX_ATTEMPTS = 10;
const ATTEMPT_AFTER_MS = 1_000;
const BUSY_RETRY_S = 10;

export interface ActionServices extends ActingTools, Pick<EventServices, "connectionOf"> {
  accountOf: (accountId: number) => Pick<AccountPort, "act" | "entries" | "undecidedApprovals">;
  actingLogins: Pick<ActingLogins, "add">;
  signer: Signer;
  describe: DescribeBilling;
  /** Returns the current time, in epoch milliseconds. */
  now: () => number;
}

/** A customer's changes in the client area. They are API operations, which the account's object runs. */
export class AreaActions extends RpcTarget implements CustomerActions {
  readonly #services: ActionServices;
  readonly #customer: ActingCustomer;

  constructor(services: ActionServices, customer: ActingCustomer) {
    super();
    this.#services = services;
    this.#customer = customer;
  }

  preview(action: CustomerAction): Promise<ActionResult<ActionPreview>> {
    return this.#answer(action, async (definition, query) => {
      // Any text is accepted as the confirmation, because the preview contains the statement to confirm.
      const unconfirmed = definition.previewOperation && { [definition.previewOperation.without]: "-" };
      const input = readInput(definition, { ...unconfirmed, ...action.input });
      const preview = await inTime(this.#previewOf(definition, input, query), TIMING.preparationTimeoutMs);
      const statement = statementOf({ operation: action.operation, input }, preview, null);
      const { title, facts, consequences } = describeApproval(definition, statement, this.#customer.language, true);
      const confirm = preview.statement && (await this.#services.confirm.write(preview.statement));
      const needsSignIn = this.#needsSignIn(definition);
      return ok({ title, facts, consequences, price: preview.price, confirm, needsSignIn });
    });
  }

  act(action: CustomerAction, key: string): Promise<ActionResult<CommandValue>> {
    return this.#answer(action, async (definition, query) => {
      const { billing, signer, now } = this.#services;
      if (this.#needsSignIn(definition)) return failure({ code: "sign_in_needed" });
      const { operation } = action;
      const { accountId, loginId, permissions, requestId } = query;
      const input = readInput(definition, action.input);
      const by = { loginId, application: null };
      await this.#services.actingLogins.add(query);
      const reply = await this.#send({
        ...{ accountId, loginId, permissions, operation, input, requestId, clientArea: await this.#clientArea() },
        caller: { kind: "customer", language: this.#customer.language },
        key: isKeyed(definition) ? await keyDigests(signer, key, operation, input, by) : null,
        target: readTarget(definition, { arguments: input }) ?? null,
      });
      // Only an authorized login may see the outcome of an earlier form.
      const authorized = reply.isAuthorized
        ? ok(null)
        : await askBilling(() => billing.authorize(query), BILLING_DEADLINE_MS, requestId);
      if (!authorized.ok) return authorized;
      return reply.outcome === "done" ? ok(reply.value) : failure(problemOf(reply, now()));
    });
  }

  async openApprovals(accountId: number): Promise<UndecidedApproval[]> {
    const { signedIn, language } = this.#customer;
    const asked = await this.#services.accountOf(accountId).undecidedApprovals(signedIn.loginId);
    return asked.flatMap(({ statement, ...approval }) => {
      const definition: ActingOperation = commandDefinitions[approval.operation];
      if (!statement) return [];
      return [{ title: describeApproval(definition, statement, language).title, path: approvalPath(approval) }];
    });
  }

  events(accountId: number, before: LogKey | null, limit: number): Promise<ActionResult<AccountEvent[]>> {
    return accountEvents(this.#services, this.#customer, accountId, before, limit);
  }

  async readZone(accountId: number, serviceId: number, zone: string): Promise<ActionResult<Zone>> {
    const context = { ...this.#services, query: this.#query(accountId, readDnsZone) };
    const found = await findServiceZone(context, serviceId, zone);
    return found.ok ? ok(found.value.zone) : failure(refusalOf(found.problem));
  }

  /** Runs an action and converts its refusals. If a step fails, the outcome is unknown. */
  async #answer<Value>(
    { accountId, operation }: CustomerAction,
    answer: (definition: ActingOperation, query: ActorQuery) => Promise<ActionResult<Value>>,
  ): Promise<ActionResult<Value>> {
    const definition: ActingOperation = commandDefinitions[operation];
    try {
      return await answer(definition, this.#query(accountId, definition));
    } catch (cause) {
      if (cause instanceof CommandRefused) return failure(refusalOf(cause.problem));
      log("account_unreachable", { request_id: this.#customer.requestId, account: accountId, operation, cause });
      return unavailable();
    }
  }

  /** Runs the operation up to its write. The write is checked but not executed. */
  async #previewOf(definition: ActingOperation, input: object, query: ActorQuery): Promise<WritePreview> {
    const { billing, zones, catalogue, confirm: confirmed } = this.#services;
    // A preview has no confirmation yet, so every confirmation is accepted.
    const confirm = { ...confirmed, isGood: async () => true };
    const call: WriteCall = { ...query, reference: query.requestId, commit: false };
    const command: CommandExecutor = {
      async execute(steps) {
        throw new Previewed(await previewed(steps, call, await prepared(steps, call)));
      },
    };
    const context = { ...{ billing, zones, catalogue, confirm, command }, clientArea: await this.#clientArea() };
    try {
      await definition.perform({ ...context, grant: { limit: { kind: "account" } } }, input);
    } catch (cause) {
      // expected: the operation ends with its preview.
      if (cause instanceof Previewed) return cause.preview;
      throw cause;
    }
    throw new Error(`${definition.id} executed no command`);
  }

  /** Runs a command. If a form is sent twice, the second call waits for the outcome of the first. */
  async #send(request: CommandRequest): Promise<CommandReply> {
    const account = this.#services.accountOf(request.accountId);
    for (let attempt = 1; ; attempt++) {
      const reply = await account.act(request);
      if (reply.outcome !== "in_progress" || attempt === MAX_ATTEMPTS) return reply;
      await new Promise((resolve) => setTimeout(resolve, ATTEMPT_AFTER_MS));
    }
  }

  #query(accountId: number, { access }: Pick<AccountOperation, "access">): ActorQuery {
    const { signedIn, language, requestId } = this.#customer;
    return { loginId: signedIn.loginId, accountId, permissions: access.permissions, language, requestId };
  }

  async #clientArea(): Promise<ClientArea> {
    const { addresses, requestId } = this.#customer;
    const described = await this.#services.describe(requestId);
    if (!described.ok) throw new CommandRefused(described.problem);
    return { address: addresses.clientArea, pages: described.value.links };
  }

  #needsSignIn({ approvalNeedsSignIn = false }: ActingOperation): boolean {
    return approvalNeedsSignIn && !isRecent({ signedIn: this.#customer.signedIn, now: this.#services.now });
  }
}

/** Thrown to end an operation with its preview. */
class Previewed extends Error {
  override name = "Previewed";
  readonly preview: WritePreview;

  constructor(preview: WritePreview) {
    super("previewed");
    this.preview = preview;
  }
}

/** Parses the input of an operation. @throws {CommandRefused} with the code `invalid_body` */
function readInput({ input: schema }: ActingOperation, input: Record<string, unknown>): object {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const refused = refusedMembers(parsed.error.issues, input, Object.keys(schema.shape), "pointer");
  throw new CommandRefused({
    code: "invalid_body",
    refused: refused.map(({ name, message }) => ({ pointer: name, message })),
  });
}

function problemOf(reply: Exclude<CommandReply, { outcome: "done" }>, now: number): ActionProblem {
  switch (reply.outcome) {
    case "refused":
      return refusalOf(reply.problem);
    case "not_placed":
      return { code: "not_placed" };
    case "reused":
      return { code: "key_reused" };
    case "in_progress":
    case "unknown":
      return { code: "billing_unavailable", retryAfter: reply.retryAfter };
    case "too_many":
      return { code: "too_many", retryAfter: rateStateOf(reply.rate, CUSTOMER_POLICY, now).resetSeconds };
    case "busy":
      return { code: "busy", retryAfter: BUSY_RETRY_S };
  }
}

function refusalOf(refusal: CommandRefusal): ActionProblem {
  switch (refusal.code) {
    case "stale_confirm":
      return { code: "stale_confirm" };
    case "unauthorized":
    case "insufficient_scope":
    case "outside_limit":
    case "approval_needed":
    case "approval_declined":
    case "too_many_approvals":
      throw new Error(`${refusal.code} is for a connection`);
    default:
      return refusal;
  }
}
