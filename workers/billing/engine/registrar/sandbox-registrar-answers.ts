import { NAME_STATES, type NameState, type RegisteredDomain, type TransferState } from "./registrar.ts";

/** A JSON value whose members are unchecked. */
type Members<Shape> = { [Member in keyof Shape]?: unknown };

/** The state in an answer about `name`; undefined for any other answer. */
export function readNameState(value: unknown, name: string): NameState | undefined {
  const answer = membersOf<{ name: string; state: NameState }>(value);
  return answer?.name === name ? NAME_STATES.find((state) => state === answer.state) : undefined;
}

/** The domain in an answer about `name`; undefined for any other answer. */
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
  const dates = { registeredOn, transferredOn, expiresOn };
  return { name, registrar, ...dates, nameservers, locked, lockSupported, transferProhibited };
}

/** The transfer in an answer about `name`; undefined for any other answer. */
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

/** The reason in the body of a 409. */
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
