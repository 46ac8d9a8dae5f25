import type { Addresses } from "../addresses.ts";
import type { CallRecord, Pass } from "../connections/connection.ts";
import { OperationError } from "../problems.ts";
import type { RateState } from "../rate-limit.ts";
import type { Access } from "./operation.ts";

/** A credential as it came with a request, not yet looked at. */
export interface Presented {
  /** The `Authorization` header; null where there is none. */
  authorization: string | null;
  addresses: Addresses;
}

/** One request's turn at a connection. */
export interface Turn {
  /** What the connection may do, as of now. */
  pass: Pass;
  /** What is left of its requests. */
  rate: RateState;
  /** The connection has had its requests of the minute: what is said to this one. */
  refusal: OperationError | null;
  /** Takes down how the call ended. */
  record(record: CallRecord): Promise<void>;
  /** Says, once, that nothing more will be recorded: until then the connection listens, and stays awake for it. */
  release(): void;
}

/** Lets requests in by their credential. */
export interface Gate {
  /**
   * One turn for each of the requests that came together.
   * @throws {OperationError} `unauthorized`, or `server_unavailable` when the connection cannot be asked
   */
  admit(presented: Presented, requests: number): Promise<Turn[]>;
}

/** Whether a connection has the scope that an operation needs; an API token can have been given single operations. */
export function hasScope(operation: { id: string; access?: Access }, { scopes, operations }: Pass): boolean {
  const { access, id } = operation;
  if (!access || access.scope === "account:read") return true;
  if (operations !== null) return operations.some((given) => given === id);
  return scopes.includes(access.scope);
}

/**
 * The checks that the connection itself decides, in their order: its scopes, then its limit.
 * @throws {OperationError} `insufficient_scope` or `outside_limit`
 */
export function checkAccess(operation: { id: string; access?: Access }, pass: Pass): void {
  if (!hasScope(operation, pass)) {
    throw new OperationError("insufficient_scope", {
      en: `The customer has not allowed this. It needs the scope ${operation.access?.scope}: connect again and ask for it.`,
      fr: `La personne ne l’a pas autorisé. Il faut la portée ${operation.access?.scope} : reconnectez-vous en la demandant.`,
    });
  }
  if (operation.access?.reach === "outside" && pass.limit.kind !== "account") throw outsideLimit();
}

/** The customer limited the connection, and this is not within it. */
export function outsideLimit(): OperationError {
  return new OperationError("outside_limit", {
    en: "The customer limited this connection to one service or one domain name, and this is outside of it.",
    fr: "La personne a limité cette connexion à un service ou à un nom de domaine, et ceci n’en fait pas partie.",
  });
}
