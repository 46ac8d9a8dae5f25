import { NAME_STATES, type NameState, type RegisteredDomain, type TransferState } from "./registrar.ts";

/** A JSON value whose members are not known yet. */
type Members<Shape> = { [Member in keyof Shape]?: unknown };

/** How a name stands in an answer about `name`; undefined for anything else. */
export function readNameState(value: unknown, name: string): NameState | undefined {
  const standing = membersOf<{ name: string; state: NameState }>(value);
  return standing?.name === name ? NAME_STATES.find((state) => state === standing.state) : undefined;
}

/** The domain in an answer about `name`; undefined for anything else. */
export function readDomain(value: unknown, name: string): RegisteredDomain | undefined {
  const domain = membersOf<RegisteredDomain>(value);
  if (!domain || domain.name !== name) return undefined;
  const { registrar, registeredOn, transferredOn, expiresOn, nameservers, locked, lockSupported, transferProhibited } =
    domain;
  if (typeof registrar !== "string" || !isDay(registeredOn) || !isDay(expiresOn)) return undefined;
  if (transferredOn !== null && !isDay(transferredOn)) return undefined;
  if (!Array.isArray(nameservers) || !nameservers.every((host) => typeof host === "string")) return undefined;
  if (typeof locked !== "boolean" || typeof lockSupported !== "boolean" || typeof transferProhibited !== "boolean") {
    return undefined;
  }
  return {
    name,
    registrar,
    registeredOn,
    transferredOn,
    expiresOn,
    nameservers,
    locked,
    lockSupported,
    transferProhibited,
  };
}

/** A transfer's state in an answer about `name`; undefined for anything else. */
export function readTransferState(value: unknown, name: string): TransferState | undefined {
  const transfer = membersOf<{ state: string; domain: RegisteredDomain; reason: string }>(value);
  switch (transfer?.state) {
    case "pending":
      return { state: "pending" };
    case "failed":
      return typeof transfer.reason === "string" ? { state: "failed", reason: transfer.reason } : undefined;
    case "completed": {
      const domain = readDomain(transfer.domain, name);
      return domain && { state: "completed", domain };
    }
    default:
      return undefined;
  }
}

export function readAuthCode(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Why something was refused, as the body of a 409 says it. */
export function readRefusal(body: unknown): string | undefined {
  const refused = membersOf<{ refused: string }>(body)?.refused;
  return typeof refused === "string" ? refused : undefined;
}

function membersOf<Shape>(value: unknown): Members<Shape> | null {
  return typeof value === "object" && value !== null ? value : null;
}

function isDay(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
}
