import type {
  AccountCommand,
  AccountCommandName,
  AccountCommands,
} from "../../../durable-objects/account/account-command.ts";
import type { AccountPort, ActionResponse, IdempotencyKey } from "../../../durable-objects/account/account-port.ts";
import { type Reported, reporting } from "../../../shared/api/definition/call-report.ts";
import { hourlyLimitOf } from "../../../shared/api/definition/operation.ts";
import type { OperationError } from "../../../shared/api/definition/problems.ts";
import type { CallScope } from "../../../shared/api/pipeline/run-operation.ts";
import type { CancellationStatement } from "../../../shared/billing-contract/actions.ts";
import type { RateState } from "../../../shared/platform/rate-limit.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import { INTERFACE_VERSION } from "../../../shared/platform/versions.ts";
import type { AccountAccess, ConnectionAdmission } from "../admission/connection-admission.ts";
import type { AccountQueries } from "../queries/account-queries.ts";
import type { CommandDefinitions } from "./command-definition.ts";
import { type HourlyPolicies, hourState } from "./hourly-limits.ts";
import {
  inProgress,
  isBusy,
  keyReused,
  nothingPlaced,
  tooManyOrders,
  tooManySettings,
  unknownOutcome,
} from "./outcome-problems.ts";
import { refusalProblem } from "./refusal-problem.ts";

/** The call that acts. */
export interface ActingScope extends CallScope<AccountAccess> {
  admission: ConnectionAdmission;
}

/** What acting takes from the Worker. */
export interface ActingTools {
  signer: Signer;
  accountOf: (id: number) => AccountPort;
  now: () => number;
  policies: HourlyPolicies;
  definitions: CommandDefinitions;
  /** The problem of a confirmation that no longer holds, with what would happen now. */
  staleConfirm(statement: CancellationStatement): Promise<OperationError>;
}

/**
 * Acts on the account in the name of one call: the login is asked for first, then the account's object, which knows the key, the
 * hour and everything else that is done on the account.
 */
export class Acting {
  readonly #tools: ActingTools;
  readonly #scope: ActingScope;
  readonly #queries: AccountQueries;

  constructor(tools: ActingTools, scope: ActingScope, queries: AccountQueries) {
    this.#tools = tools;
    this.#scope = scope;
    this.#queries = queries;
  }

  /** @throws {OperationError | ReportedError} where it was not done, or it is not known yet whether it was */
  async act<Name extends AccountCommandName>(
    name: Name,
    request: AccountCommands[Name]["request"],
  ): Promise<Reported<AccountCommands[Name]["value"]>> {
    const { via } = this.#scope.caller;
    const { about, requestId, idempotencyKey, admission, operation } = this.#scope;
    const { id: connectionId, accountId, loginId, application } = admission.grant;
    const target = about && `${about.kind}:${about.id}`;
    const permissions = operation.access?.permissions ?? [];
    const actionRequest = { accountId, loginId, application, connectionId, permissions };
    const command = commandOf(name, request);

    const key = idempotencyKey === null ? null : await this.#digests(idempotencyKey, command);
    // A key is answered for only to whoever may still ask; a change says so by itself.
    if (key) await this.#queries.authorize();
    const { now, accountOf } = this.#tools;
    const waited = Math.max(0, now() - admission.admittedAt);
    const acted = await this.#sent(() =>
      accountOf(accountId).act({ ...actionRequest, command, key, target, via, requestId, waited }),
    );
    if (!key && acted.outcome === "too_many") await this.#queries.authorize();
    const { isRecorded, isReplayed, rate } = acted;
    const limit = hourlyLimitOf(operation);
    const hour = rate && limit && hourState(rate, this.#tools.policies[limit], now());
    return reporting({ isRecorded, isReplayed, rates: hour ? [hour] : [] }, () => this.#valueOf(name, acted, hour));
  }

  async #valueOf<Name extends AccountCommandName>(
    name: Name,
    acted: ActionResponse,
    hour: RateState | null,
  ): Promise<AccountCommands[Name]["value"]> {
    const { nothingDone } = this.#tools.definitions[name];
    switch (acted.outcome) {
      case "done":
        // The value is that of this command: under its key another one has another fingerprint.
        return acted.value as AccountCommands[Name]["value"];
      case "refused":
        if (acted.problem.code === "stale_confirm") throw await this.#tools.staleConfirm(acted.problem.statement);
        throw refusalProblem(acted.problem, this.#scope.addresses, nothingDone);
      case "not_placed":
        throw nothingPlaced(nothingDone);
      case "in_progress":
        throw inProgress(acted.retryAfter);
      case "reused":
        throw keyReused();
      case "too_many":
        throw hourlyLimitOf(this.#scope.operation) === "settings"
          ? tooManySettings(this.#tools.policies.settings.quota, hour?.resetSeconds ?? 1)
          : tooManyOrders(hour?.resetSeconds ?? 1);
      case "busy":
        throw isBusy();
      case "unknown":
        throw unknownOutcome(acted.retryAfter);
    }
  }

  /** An object that breaks may have acted before. */
  async #sent(actionRequest: () => Promise<ActionResponse>): Promise<ActionResponse> {
    try {
      return await actionRequest();
    } catch (cause) {
      throw unknownOutcome(RETRY_AFTER_S, cause);
    }
  }

  /** Neither the key nor anything that was sent is kept: only what these are compared by. */
  async #digests(key: string, command: AccountCommand): Promise<IdempotencyKey> {
    const { loginId, application } = this.#scope.admission.grant;
    const request = fingerprinted(command);
    const [id, fingerprint] = await Promise.all([
      this.#tools.signer.sign("idempotency key", JSON.stringify([loginId, application, key])),
      this.#tools.signer.sign("idempotency request", JSON.stringify([MAJOR, command.name, canonical(request)])),
    ]);
    return { id: base64(id), fingerprint: base64(fingerprint) };
  }
}

const RETRY_AFTER_S = 5;
const MAJOR = INTERFACE_VERSION.split(".")[0];

/** The signature says that name and request belong together; the checker cannot follow it into the union. */
function commandOf<Name extends AccountCommandName>(name: Name, request: AccountCommands[Name]["request"]) {
  return { name, request } as unknown as AccountCommand;
}

/** Two statements of the same cancellation have two `confirm`s; confirming it with either is the same request. */
function fingerprinted({ request }: AccountCommand): object {
  if (!("confirm" in request)) return request;
  const { confirm: _, ...cancellation } = request;
  return cancellation;
}

/** The same request in another order is the same request. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)]);
}

function base64(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
