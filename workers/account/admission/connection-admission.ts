import type { CallLog, Grant } from "../../../durable-objects/connection/connection-port.ts";
import { BASE_SCOPE, inOrder, type Scope } from "../../../shared/account-access/scopes.ts";
import type { Access, HourlyLimit, Target } from "../../../shared/api/definition/operation.ts";
import type { OperationError } from "../../../shared/api/definition/problems.ts";
import type { Admission, CallRecord, ClientKind, GatedOperation } from "../../../shared/api/pipeline/gate.ts";
import type { Permission } from "../../../shared/billing-contract/call.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { LogFields } from "../../../shared/platform/log.ts";
import type { RateState } from "../../../shared/platform/rate-limit.ts";
import { actorProblem, type ServiceBilling } from "../queries/account-queries.ts";
import type { AreZonesConnected, DescribeBilling } from "../queries/remembered-descriptions.ts";
import { clientAreaLinks } from "../schemas/client-area-links.ts";
import { checkResourceLimit } from "./resource-limit-check.ts";
import { checkScope } from "./scope-check.ts";

/** What an operation on an account needs of its caller's connection. */
export interface AccountAccess extends Access {
  /** Besides the base scope. */
  scope: Scope;
  permissions: Permission[];
}

/** What an admission asks besides its connection. */
export interface AdmissionDependencies {
  billing: ServiceBilling;
  describe: DescribeBilling;
  areZonesConnected: AreZonesConnected;
  /** What is left of an account's hourly limit; null where the account does not answer. */
  hourlyRate(account: number, limit: HourlyLimit, requestId: string): Promise<RateState | null>;
}

/** What a connection said of one request. */
export interface AdmittedRequest {
  grant: Grant;
  /** When the connection said so, epoch milliseconds by the Worker's clock. */
  admittedAt: number;
  rate: RateState;
  refusal: OperationError | null;
  requestId: string;
  addresses: Pick<Addresses, "clientArea">;
  log: Pick<CallLog, "record">;
  release: () => void;
}

/** One request of a connection. */
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
    // An API token is its own application.
    this.client = request.grant.application === request.grant.id ? "token" : "oauth";
    this.logFields = { account: request.grant.accountId };
    this.#request = request;
    this.#dependencies = dependencies;
  }

  async authorize(operation: GatedOperation, target: Target | null | undefined): Promise<void> {
    const { billing, describe, areZonesConnected } = this.#dependencies;
    const { requestId, addresses } = this.#request;
    await checkScope(
      operation,
      this.grant,
      async () => {
        const described = await describe(requestId);
        if (!described.ok) throw actorProblem(described.problem);
        const { acts, links } = described.value;
        return { acts, clientArea: clientAreaLinks(addresses, links).to("home") };
      },
      () => areZonesConnected(requestId),
    );
    await checkResourceLimit(operation, this.grant, target, billing, requestId);
  }

  hourlyRate(limit: HourlyLimit): Promise<RateState | null> {
    return this.#dependencies.hourlyRate(this.grant.accountId, limit, this.#request.requestId);
  }

  record(call: CallRecord, { access }: GatedOperation): Promise<void> {
    const [needed = BASE_SCOPE] = access ? inOrder([access.scope]) : [];
    return this.#request.log.record(call, needed);
  }

  [Symbol.dispose](): void {
    this.#request.release();
  }
}
