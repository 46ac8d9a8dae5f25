import { inTime } from "../../../../shared/platform/deadline.ts";
import { type LogFields, log } from "../../../../shared/platform/log.ts";
import { readAtMost } from "../../../../shared/platform/read-at-most.ts";
import {
  NAME_STATES,
  type NameState,
  type RegisteredDomain,
  type Registrar,
  type RegistrarResult,
  type TransferState,
} from "./registrar.ts";

const DEADLINE_MS = 8_000;
const MAX_ANSWER_BYTES = 65_536;

interface SandboxCall {
  method: "POST" | "PUT";
  body: object;
}

/**
 * The sandbox registry's registrar, over HTTP on loopback. Only a 409 with a reason is a refusal; no answer, another status and an
 * answer about another name are `unavailable`. No request or answer is logged.
 * @param endpoint `host:port`
 */
export function sandboxRegistrar(endpoint: string, token: string, deadlineMs = DEADLINE_MS): Registrar {
  /** @param read undefined for an answer to something else */
  async function ask<Value>(
    requestId: string | undefined,
    name: string,
    path: string,
    sent: SandboxCall | null,
    read: (value: unknown, name: string) => Value | undefined,
  ): Promise<RegistrarResult<Value>> {
    const abort = new AbortController();
    try {
      const url = `http://${endpoint}/domains/${encodeURIComponent(name)}${path}`;
      const { status, body } = await inTime(exchange(url, token, sent, abort.signal), deadlineMs);
      const refused = status === 409 ? readRefusal(body) : undefined;
      if (refused !== undefined) return { ok: false, problem: { kind: "refused", reason: refused } };
      const value = status === 200 ? read(valueIn(body), name) : undefined;
      if (value !== undefined) return { ok: true, value };
      return unavailable(path, { request_id: requestId, status });
    } catch (cause) {
      return unavailable(path, { request_id: requestId, cause });
    } finally {
      abort.abort();
    }
  }
  const post = (body: object): SandboxCall => ({ method: "POST", body });
  const put = (body: object): SandboxCall => ({ method: "PUT", body });
  const readOwn = (value: unknown, name: string) => (value === null ? null : readDomain(value, name));
  return {
    check: (name, id) => ask(id, name, "/state", null, readNameState),
    read: (name, id) => ask(id, name, "", null, readOwn),
    register: ({ name, ...body }, id) => ask(id, name, "/registration", post(body), readDomain),
    beginTransfer: ({ name, ...body }, id) => ask(id, name, "/transfer", post(body), readTransferState),
    readTransfer: (name, reference, id) =>
      ask(id, name, `/transfer?${new URLSearchParams({ reference })}`, null, readTransferState),
    renew: (name, years, from, reference, id) =>
      ask(id, name, "/renewal", post({ years, from, reference }), readDomain),
    setNameservers: (name, nameservers, id) => ask(id, name, "/nameservers", put({ nameservers }), readDomain),
    setLock: (name, locked, id) => ask(id, name, "/lock", put({ locked }), readDomain),
    readAuthCode: (name, id) => ask(id, name, "/auth-code", null, readAuthCode),
  };
}

async function exchange(url: string, token: string, sent: SandboxCall | null, signal: AbortSignal) {
  const response = await fetch(url, {
    method: sent?.method ?? "GET",
    redirect: "manual",
    signal,
    headers: { Authorization: `Bearer ${token}`, ...(sent ? { "Content-Type": "application/json" } : {}) },
    ...(sent ? { body: JSON.stringify(sent.body) } : {}),
  });
  const bytes = await readAtMost(response.body, MAX_ANSWER_BYTES);
  if (bytes === null) throw new RangeError("the answer is too large");
  const isJson = response.headers.get("Content-Type") === "application/json";
  const body: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
  return { status: response.status, body };
}

function unavailable(path: string, why: LogFields): { ok: false; problem: { kind: "unavailable" } } {
  const asked = path.split("?", 1)[0] || "/";
  log("registrar_unavailable", { asked, ...why });
  return { ok: false, problem: { kind: "unavailable" } };
}

function valueIn(body: unknown): unknown {
  return typeof body === "object" && body !== null && "value" in body ? body.value : undefined;
}

export interface RegistrarEnv {
  /** `host:port` of the sandbox registry's registrar; used in a demonstration only. */
  SANDBOX_REGISTRAR: string;
  /** Its bearer token, which changes at each start. */
  SANDBOX_REGISTRAR_TOKEN: string;
  DEMONSTRATION: string;
}

/** Null where none is set: a paid registration stays pending. */
export function registrarOf(settings: RegistrarEnv): Registrar | null {
  const { SANDBOX_REGISTRAR: endpoint, SANDBOX_REGISTRAR_TOKEN: token, DEMONSTRATION: demonstration } = settings;
  if (!endpoint || !token) return null;
  if (demonstration === "true") return sandboxRegistrar(endpoint, token);
  log("sandbox_refused", { reason: "DEMONSTRATION is not true" });
  return null;
}

/** A JSON value whose members are unchecked. */
type Members<Shape> = { [Member in keyof Shape]?: unknown };

/** The state in an answer about `name`; undefined for any other answer. */
function readNameState(value: unknown, name: string): NameState | undefined {
  const answer = membersOf<{ name: string; state: NameState }>(value);
  return answer?.name === name ? NAME_STATES.find((state) => state === answer.state) : undefined;
}

/** The domain in an answer about `name`; undefined for any other answer. */
function readDomain(value: unknown, name: string): RegisteredDomain | undefined {
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
function readTransferState(value: unknown, name: string): TransferState | undefined {
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

function readAuthCode(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The reason in the body of a 409. */
function readRefusal(body: unknown): string | undefined {
  const refused = membersOf<{ refused: string }>(body)?.refused;
  return typeof refused === "string" ? refused : undefined;
}

function membersOf<Shape>(value: unknown): Members<Shape> | null {
  return typeof value === "object" && value !== null ? value : null;
}

function isDay(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
}
