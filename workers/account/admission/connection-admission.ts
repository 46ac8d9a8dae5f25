import type { CallLog, Grant } from "../../../durable-objects/connection/connection-port.ts";
import { BASE_SCOPE, type Scope, ZONES_SCOPE } from "../../../shared/account-access/scopes.ts";
import type { Access, HourlyLimit, Target } from "../../../shared/api/definition/operation.ts";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import type { Admission, CallRecord, ClientKind, GatedOperation } from "../../../shared/api/pipeline/gate.ts";
import type { Permission } from "../../../shared/billing-contract/call.ts";
import { NO_CHANGES_TAKEN, pageUrl } from "../../../shared/billing-contract/description.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { Text } from "../../../shared/platform/language.ts";
import type { LogFields } from "../../../shared/platform/log.ts";
import type { RateState } from "../../../shared/platform/rate-limit.ts";
import { actorProblem, notBridged, notOffered } from "../actions/refusal-problem.ts";
import type { ServiceBilling } from "../queries/billing-answers.ts";
import type { AreZonesConnected, DescribeBilling } from "../queries/remembered-descriptions.ts";
import { type ItemLimit, isTargetWithin } from "./limits.ts";

/** What an account operation requires of its caller's connection. */
export interface AccountAccess extends Access {
  /** The scope that the operation needs in addition to the base scope. */
  scope: Scope;
  permissions: Permission[];
}

/** The parts of an operation that its admission needs. */
interface AdmittedOperation extends GatedOperation {
  access?: AccountAccess;
}

/** The calls that an admission makes in addition to the call to its connection. */
export interface AdmissionDependencies {
  billing: ServiceBilling;
  describe: DescribeBilling;
  areZonesConnected: AreZonesConnected;
  /** Reads the remaining allowance of an account's hourly limit. Returns `null` if the account does not respond. */
  hourlyRate(account: number, limit: HourlyLimit, requestId: string): Promise<RateState | null>;
}

/** A connection's reply about one request. */
export interface AdmittedRequest {
  grant: Grant;
  /** Time of the reply, in epoch milliseconds by the Worker's clock. */
  admittedAt: number;
  rate: RateState;
  refusal: OperationError | null;
  requestId: string;
  addresses: Pick<Addresses, "clientArea">;
  log: Pick<CallLog, "record">;
  release: () => void;
}

/** The admission of one request of a connection. */
export class ConnectionAdmission implements Admission {
  readonly grant: Grant;
  readonly admittedAt: number;
  readonly rate: RateState;
  readonly refusal: OperationError | null;
  readonly client: ClientKind;
  readonly logFields: LogFields;
  readonly #request: AdmittedRequest;
  readonly #dependencies: AdmissionDependencies;

  constructor(request: AdmittedRequest, dependencies: AdmissionDependencies) {
    this.grant = request.grant;
    this.admittedAt = request.admittedAt;
    this.rate = request.rate;
    this.refusal = request.refusal;
    this.client = isApiToken(request.grant) ? "token" : "oauth";
    this.logFields = { account: request.grant.accountId };
    this.#request = request;
    this.#dependencies = dependencies;
  }

  async authorize({ id, access }: AdmittedOperation, target: Target | null | undefined): Promise<void> {
    if (!access) return;
    if (!hasScope(access, id, this.grant)) throw await this.#missingScope(access.scope);
    const { limit } = this.grant;
    if (limit.kind !== "account") await this.#checkLimit(access, limit, target);
  }

  hourlyRate(limit: HourlyLimit): Promise<RateState | null> {
    return this.#dependencies.hourlyRate(this.grant.accountId, limit, this.#request.requestId);
  }

  record(call: CallRecord, { access }: AdmittedOperation): Promise<void> {
    return this.#request.log.record(call, access?.scope ?? BASE_SCOPE);
  }

  [Symbol.dispose](): void {
    this.#request.release();
  }

  /**
   * Creates the problem for a token that lacks a scope. If the provider accepts no changes or has no server with zones,
   * no consent can grant the scope. The problem then states this, so that the caller does not request a scope that it
   * cannot get.
   */
  async #missingScope(scope: Scope): Promise<OperationError> {
    const { describe, areZonesConnected } = this.#dependencies;
    const { requestId, addresses } = this.#request;
    const described = await describe(requestId);
    if (!described.ok) return actorProblem(described.problem);
    const { acts, links: pages } = described.value;
    if (!acts) return notOffered(NO_CHANGES_TAKEN, pageUrl({ address: addresses.clientArea, pages }, "home"));
    if (scope === ZONES_SCOPE && (await areZonesConnected(requestId)) === false) return notBridged();
    return insufficientScope(scope, this.grant);
  }

  /**
   * Checks that a limit to one service or domain allows an operation.
   * @throws {OperationError} `outside_limit`, or the billing system's refusal to look up a service
   */
  async #checkLimit(access: AccountAccess, limit: ItemLimit, target: Target | null | undefined): Promise<void> {
    if (access.limit === "whole" || access.limit === "filtered") return;
    if (access.limit === "outside") throw outsideLimit();
    // The input check reports the missing id or name.
    if (target === undefined) return;
    const actor = { ...this.grant, requestId: this.#request.requestId };
    const isWithin = target !== null && (await isTargetWithin(target, limit, actor, this.#dependencies.billing));
    if (!isWithin) throw outsideLimit();
  }
}

/** Checks whether a connection is an API token, which is its own application. */
function isApiToken({ application, id }: Pick<Grant, "application" | "id">): boolean {
  return application === id;
}

/** Checks whether a grant has a scope. An API token may have single operations instead of whole scopes. */
function hasScope({ scope, requiredOperation }: AccountAccess, id: string, { scopes, operations }: Grant): boolean {
  if (scope === BASE_SCOPE) return true;
  return operations === null ? scopes.includes(scope) : operations.includes(requiredOperation ?? id);
}

/**
 * Checks whether another challenge for the scope is useless. That is the case if the connection lacks the scope, and
 * the client has refreshed since it was first challenged for a missing scope. Another challenge would make the client
 * refresh forever.
 */
export function isRefreshUseless({ access }: GatedOperation, { isChallenged, agreedScopes }: Grant): boolean {
  return isChallenged && access !== undefined && !agreedScopes.some((agreed) => agreed === access.scope);
}

/** Creates the problem for a credential that lacks the scope. */
export function insufficientScope(
  scope: Scope,
  grant: Pick<Grant, "id" | "application" | "agreedScopes" | "isChallenged">,
): OperationError {
  return new OperationError("insufficient_scope", missingScopeText(scope, grant));
}

function missingScopeText(scope: Scope, grant: Parameters<typeof insufficientScope>[1]): Text {
  if (isApiToken(grant)) {
    return {
      en: `This API token lacks this permission, and a token cannot gain permissions. Ask the customer to create another one on the connected-assistants page with this permission: it belongs to the scope ${scope}.`,
      fr: `Ce jeton d’API a été créé sans cette autorisation, et un jeton n’en reçoit pas après coup. Demandez à la personne d’en créer un autre sur la page des assistants connectés, en y cochant ceci : cela relève de la portée ${scope}.`,
    };
  }
  if (grant.agreedScopes.includes(scope)) {
    return {
      en: `This access token was issued with fewer scopes than the connection has. Refresh without the scope parameter, or include ${scope} in it, and call again.`,
      fr: `Ce jeton d’accès a été émis avec moins de portées que la connexion n’en a. Renouvelez-le sans le paramètre scope, ou en y mettant ${scope}, puis refaites l’appel.`,
    };
  }
  return grant.isChallenged
    ? {
        en: `The customer has not allowed this, and refreshing the token does not change that. Ask the customer to connect again, and to allow the permission for the scope ${scope} on the consent page.`,
        fr: `La personne ne l’a pas autorisé, et renouveler le jeton n’y change rien. Demandez-lui de connecter de nouveau l’application, en cochant sur la page d’autorisation ce qui demande la portée ${scope}.`,
      }
    : {
        en: `The customer has not allowed this. It needs the scope ${scope}: connect again and request it.`,
        fr: `La personne ne l’a pas autorisé. Il faut la portée ${scope} : reconnectez-vous en la demandant.`,
      };
}

function outsideLimit(): OperationError {
  return new OperationError("outside_limit", {
    en: "The customer limited this connection to one service or one domain name, and this is outside that limit.",
    fr: "La personne a limité cette connexion à un service ou à un nom de domaine, et ceci n’en fait pas partie.",
  });
}
