import type { Scope } from "../../account-access/scopes.ts";
import type { Addresses } from "../../platform/addresses.ts";
import type { RateState } from "../../platform/rate-limit.ts";
import type { Access, Item } from "../definition/operation.ts";
import { OperationError } from "../definition/problems.ts";
import type { CallRecord } from "./call-record.ts";
import type { Grant } from "./grant.ts";

/** A credential as it came with a request, not yet looked at. */
export interface Presented {
  /** The `Authorization` header; null where there is none. */
  authorization: string | null;
  addresses: Addresses;
  requestId: string;
}

/** One request's turn at a connection. */
export interface Admission {
  /** What the connection may do, as of now. */
  grant: Grant;
  /** When it said so, epoch milliseconds by the Worker's clock. */
  admittedAt: number;
  /** What is left of its requests. */
  rate: RateState;
  /** The connection has had its requests of the minute: what is said to this one. */
  refusal: OperationError | null;
  /** Takes down how the call ended. @param needed the scope that the operation needs */
  record(record: CallRecord, needed: Scope): Promise<void>;
  /** Says, once, that nothing more will be recorded: until then the connection listens, and stays awake for it. */
  release(): void;
}

/** Lets requests in by their credential. */
export interface Gate {
  /**
   * One turn for each of the requests that came together.
   * @throws {OperationError} `unauthorized`, or `server_unavailable` when the connection cannot be asked
   */
  admit(presented: Presented, requests: number): Promise<Admission[]>;
  /**
   * Whether a service belongs to the domain that a connection is limited to.
   * @throws {OperationError} when the billing system does not say
   */
  isServiceOf(serviceId: number, domain: string, grant: Grant, requestId: string): Promise<boolean>;
}

/** Whether the presented token has the scope that an operation needs; an API token can have been given single operations. */
export function hasScope(operation: { id: string; access?: Access }, { scopes, operations }: Grant): boolean {
  const { access, id } = operation;
  if (!access || access.scope === "account:read") return true;
  if (operations !== null) return operations.some((given) => given === (access.givenAs ?? id));
  return scopes.includes(access.scope);
}

/** Whether the connection was refreshed since it was told that it lacks a scope, and lacks this one whatever its token says. */
export function refreshedInVain({ access }: { access?: Access }, { isChallenged, agreedScopes }: Grant): boolean {
  return isChallenged && access !== undefined && !agreedScopes.includes(access.scope);
}

/** @throws {OperationError} `insufficient_scope` */
export function checkScope(operation: { id: string; access?: Access }, grant: Grant): void {
  if (hasScope(operation, grant)) return;
  const scope = operation.access?.scope;
  // The entries of an API token are kept under its own id, whatever it was given.
  if (grant.application === grant.id) {
    throw new OperationError("insufficient_scope", {
      en: `This API token was made without it, and nothing can be added to a token afterwards. Ask the customer to make another one on the connected-assistants page, and to tick this there: it belongs to the scope ${scope}.`,
      fr: `Ce jeton d’API a été créé sans cette autorisation, et un jeton n’en reçoit pas après coup. Demandez à la personne d’en créer un autre sur la page des assistants connectés, en y cochant ceci : cela relève de la portée ${scope}.`,
    });
  }
  if (operation.access && grant.agreedScopes.includes(operation.access.scope)) {
    throw new OperationError("insufficient_scope", {
      en: `This access token was issued with fewer scopes than the connection has. Refresh without the parameter scope, or with ${scope} in it, and call again.`,
      fr: `Ce jeton d’accès a été émis avec moins de portées que la connexion n’en a. Renouvelez-le sans le paramètre scope, ou en y mettant ${scope}, puis refaites l’appel.`,
    });
  }
  throw new OperationError(
    "insufficient_scope",
    refreshedInVain(operation, grant)
      ? {
          en: `The customer has not allowed this, and refreshing the token does not change that. Ask the customer to connect again, and to tick what needs the scope ${scope} on the consent page.`,
          fr: `La personne ne l’a pas autorisé, et renouveler le jeton n’y change rien. Demandez-lui de connecter de nouveau l’application, en cochant sur la page d’autorisation ce qui demande la portée ${scope}.`,
        }
      : {
          en: `The customer has not allowed this. It needs the scope ${scope}: connect again and ask for it.`,
          fr: `La personne ne l’a pas autorisé. Il faut la portée ${scope} : reconnectez-vous en la demandant.`,
        },
  );
}

/**
 * Whether a connection's limit lets an operation through.
 * @param about what the call is about; null where it names nothing that can be, undefined where it names nothing
 * @throws {OperationError} `outside_limit`
 */
export async function checkLimit(
  { access }: { access?: Access },
  { limit, ...grant }: Grant,
  about: Item | null | undefined,
  gate: Gate,
  requestId: string,
): Promise<void> {
  if (limit.kind === "account" || access?.limit === "whole" || access?.limit === "filtered") return;
  if (access?.limit === "outside") throw outsideLimit();
  // Names nothing: the check of the input says so.
  if (about === undefined) return;
  if (about === null) throw outsideLimit();
  if (limit.kind === about.kind && about.id === (limit.kind === "service" ? limit.id : limit.name)) return;
  const mayBelong = limit.kind === "domain" && about.kind === "service" && typeof about.id === "number";
  if (mayBelong && (await gate.isServiceOf(about.id as number, limit.name, { ...grant, limit }, requestId))) return;
  throw outsideLimit();
}

/** The customer limited the connection, and this is not within it. */
export function outsideLimit(): OperationError {
  return new OperationError("outside_limit", {
    en: "The customer limited this connection to one service or one domain name, and this is outside of it.",
    fr: "La personne a limité cette connexion à un service ou à un nom de domaine, et ceci n’en fait pas partie.",
  });
}
