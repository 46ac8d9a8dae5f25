import { inTime } from "../../../../shared/platform/deadline.ts";
import { type LogFields, log } from "../../../../shared/platform/log.ts";
import { readAtMost } from "../../../../shared/platform/read-at-most.ts";
import type {
  NameState,
  RegisteredDomain,
  Registrar,
  RegistrarResult,
  RegistrationRequest,
  TransferIn,
  TransferState,
} from "./registrar.ts";
import {
  readAuthCode,
  readDomain,
  readNameState,
  readRefusal,
  readTransferState,
} from "./sandbox-registrar-answers.ts";

const DEADLINE_MS = 8_000;
const MAX_ANSWER_BYTES = 65_536;

interface Sent {
  method: "POST" | "PUT";
  body: object;
}

/**
 * The sandbox registry's registrar, over HTTP on loopback. Only a 409 with a reason is a refusal; no answer, another status and an
 * answer about another name are `unavailable`. No request or answer is logged.
 */
export class SandboxRegistrar implements Registrar {
  readonly #origin: string;
  readonly #token: string;
  readonly #deadlineMs: number;

  /** @param endpoint `host:port` */
  constructor(endpoint: string, token: string, deadlineMs = DEADLINE_MS) {
    this.#origin = `http://${endpoint}`;
    this.#token = token;
    this.#deadlineMs = deadlineMs;
  }

  check(name: string, requestId?: string): Promise<RegistrarResult<NameState>> {
    return this.#ask(requestId, name, "/state", null, (value) => readNameState(value, name));
  }

  read(name: string, requestId?: string): Promise<RegistrarResult<RegisteredDomain | null>> {
    return this.#ask(requestId, name, "", null, (value) => (value === null ? null : readDomain(value, name)));
  }

  register({ name, ...body }: RegistrationRequest, requestId?: string): Promise<RegistrarResult<RegisteredDomain>> {
    return this.#ask(requestId, name, "/registration", { method: "POST", body }, (value) => readDomain(value, name));
  }

  beginTransfer({ name, ...body }: TransferIn, requestId?: string): Promise<RegistrarResult<TransferState>> {
    return this.#ask(requestId, name, "/transfer", { method: "POST", body }, (value) => readTransferState(value, name));
  }

  readTransfer(name: string, reference: string, requestId?: string): Promise<RegistrarResult<TransferState>> {
    const query = new URLSearchParams({ reference });
    return this.#ask(requestId, name, `/transfer?${query}`, null, (value) => readTransferState(value, name));
  }

  renew(
    name: string,
    years: number,
    from: string,
    reference: string,
    requestId?: string,
  ): Promise<RegistrarResult<RegisteredDomain>> {
    const body = { years, from, reference };
    return this.#ask(requestId, name, "/renewal", { method: "POST", body }, (value) => readDomain(value, name));
  }

  setNameservers(name: string, nameservers: string[], requestId?: string): Promise<RegistrarResult<RegisteredDomain>> {
    return this.#ask(requestId, name, "/nameservers", { method: "PUT", body: { nameservers } }, (value) =>
      readDomain(value, name),
    );
  }

  setLock(name: string, locked: boolean, requestId?: string): Promise<RegistrarResult<RegisteredDomain>> {
    return this.#ask(requestId, name, "/lock", { method: "PUT", body: { locked } }, (value) => readDomain(value, name));
  }

  readAuthCode(name: string, requestId?: string): Promise<RegistrarResult<string>> {
    return this.#ask(requestId, name, "/auth-code", null, readAuthCode);
  }

  /** @param read undefined for an answer to something else */
  async #ask<Value>(
    requestId: string | undefined,
    name: string,
    path: string,
    sent: Sent | null,
    read: (value: unknown) => Value | undefined,
  ): Promise<RegistrarResult<Value>> {
    const abort = new AbortController();
    try {
      const url = `${this.#origin}/domains/${encodeURIComponent(name)}${path}`;
      const { status, body } = await inTime(this.#exchange(url, sent, abort.signal), this.#deadlineMs);
      const refused = status === 409 ? readRefusal(body) : undefined;
      if (refused !== undefined) return { ok: false, problem: { kind: "refused", reason: refused } };
      const value = status === 200 ? read(valueIn(body)) : undefined;
      if (value !== undefined) return { ok: true, value };
      return unavailable(path, { request_id: requestId, status });
    } catch (cause) {
      return unavailable(path, { request_id: requestId, cause });
    } finally {
      abort.abort();
    }
  }

  async #exchange(url: string, sent: Sent | null, signal: AbortSignal): Promise<{ status: number; body: unknown }> {
    const response = await fetch(url, {
      method: sent?.method ?? "GET",
      redirect: "manual",
      signal,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(sent ? { "Content-Type": "application/json" } : {}),
      },
      ...(sent ? { body: JSON.stringify(sent.body) } : {}),
    });
    const bytes = await readAtMost(response.body, MAX_ANSWER_BYTES);
    if (bytes === null) throw new RangeError("the answer is too large");
    const isJson = response.headers.get("Content-Type") === "application/json";
    return { status: response.status, body: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined };
  }
}

function unavailable(path: string, why: LogFields): { ok: false; problem: { kind: "unavailable" } } {
  const asked = path.split("?", 1)[0] || "/";
  log("registrar_unavailable", { asked, ...why });
  return { ok: false, problem: { kind: "unavailable" } };
}

function valueIn(body: unknown): unknown {
  return typeof body === "object" && body !== null && "value" in body ? body.value : undefined;
}

/** The settings of the registrar. */
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
  if (demonstration === "true") return new SandboxRegistrar(endpoint, token);
  log("sandbox_refused", { reason: "DEMONSTRATION is not true" });
  return null;
}
