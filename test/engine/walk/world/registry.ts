import type {
  NameState,
  RegisteredDomain,
  Registrar,
  RegistrarResult,
  RegistrationRequest,
  TransferIn,
  TransferState,
} from "../../../../workers/billing/engine/registrar/registrar.ts";
import { daysAfter, yearsAfter } from "../model/calendar.ts";
import { expiryAfterTransfer, phaseOf, termsOf, yearsAhead } from "../model/extensions.ts";

/** How the registrar behaves. `loses`: does it and does not answer; `late`: does it hours later, and does not answer before. */
export const MODES = ["up", "down", "refuses", "loses", "late", "flaky"] as const;
export type RegistrarMode = (typeof MODES)[number];

interface Name {
  name: string;
  /** Through the provider's registrar. */
  isHere: boolean;
  registeredOn: string;
  transferredOn: string | null;
  expiresOn: string;
  code: string;
  locked: boolean;
}

interface Transfer {
  name: string;
  endsAt: number;
  /** Why it fails; null: it completes. */
  failure: string | null;
  domain: RegisteredDomain | null;
}

interface RegistryDependencies {
  now: () => number;
  today: () => string;
  point: () => Promise<void>;
  random: () => number;
}

const HOUR_MS = 3_600_000;

/**
 * The registries and the provider's registrar at them. What is asked under a reference is done once and answered the same way
 * again; every call may be interrupted before and after its effect.
 */
export class Registry implements Registrar {
  mode: RegistrarMode = "up";
  readonly names = new Map<string, Name>();
  /** What was answered under each reference, refusals too. */
  readonly answers = new Map<string, RegistrarResult<unknown>>();
  readonly #transfers = new Map<string, Transfer>();
  /** Asked for and not done yet, by reference. */
  readonly #late = new Map<string, { at: number; work: () => RegistrarResult<unknown> }>();
  readonly #dependencies: RegistryDependencies;
  readonly seen = new Map<string, number>();
  #codes = 0;

  constructor(dependencies: RegistryDependencies) {
    this.#dependencies = dependencies;
  }

  /** A name that somebody has registered through another registrar. */
  addElsewhere(name: string, expiresOn: string, locked: boolean): Name {
    const code = `elsewhere-${++this.#codes}`;
    const registeredOn = daysAfter(this.#dependencies.today(), -400);
    const added = { name, isHere: false, registeredOn, transferredOn: null, expiresOn, code, locked };
    this.names.set(name, added);
    return added;
  }

  /** The state of a name, without asking the registrar. */
  stateOf(name: string): NameState {
    const known = this.names.get(name);
    if (!known) return "available";
    return phaseOf(name, known.expiresOn, this.#dependencies.today()) === "redemption" ? "redemption" : "taken";
  }

  /** What comes with time: late work, ends of transfers, names that nobody has renewed. */
  passTime(): void {
    const { now, today } = this.#dependencies;
    for (const [reference, { at, work }] of this.#late) {
      if (at > now()) continue;
      this.#late.delete(reference);
      this.answers.set(reference, work());
      this.#count("late");
    }
    for (const transfer of this.#transfers.values()) this.#endTransfer(transfer);
    for (const known of this.names.values()) {
      if (phaseOf(known.name, known.expiresOn, today()) === "active") continue;
      if (!known.isHere) known.expiresOn = yearsAfter(known.expiresOn, 1);
      else if (phaseOf(known.name, known.expiresOn, today()) === "expired") this.names.delete(known.name);
    }
  }

  check(name: string): Promise<RegistrarResult<NameState>> {
    return this.#read(() => ({ ok: true, value: this.stateOf(name) }));
  }

  read(name: string): Promise<RegistrarResult<RegisteredDomain | null>> {
    return this.#read(() => {
      const known = this.names.get(name);
      return { ok: true, value: known?.isHere ? domainOf(known) : null };
    });
  }

  register({ name, years, reference }: RegistrationRequest): Promise<RegistrarResult<RegisteredDomain>> {
    return this.#once(reference, () => {
      if (this.names.has(name)) return refused("The name is registered.");
      if (!termsOf(name).years.includes(years)) return refused("The years are not sold.");
      const registeredOn = this.#dependencies.today();
      const expiresOn = yearsAfter(registeredOn, years);
      const code = `code-${++this.#codes}`;
      const known = { name, isHere: true, registeredOn, transferredOn: null, expiresOn, code, locked: false };
      this.names.set(name, known);
      return { ok: true, value: domainOf(known) };
    });
  }

  renew(name: string, years: number, from: string, reference: string): Promise<RegistrarResult<RegisteredDomain>> {
    return this.#once(reference, () => {
      const known = this.names.get(name);
      const today = this.#dependencies.today();
      if (!known?.isHere || phaseOf(name, known.expiresOn, today) === "expired") {
        return refused("The name is not registered through this registrar.");
      }
      if (known.expiresOn !== from) return refused(`The registration ends on ${known.expiresOn}, not on ${from}.`);
      const expiresOn = yearsAfter(from, years);
      if (expiresOn > yearsAfter(today, yearsAhead(name))) return refused("A registration ends too far ahead.");
      known.expiresOn = expiresOn;
      return { ok: true, value: domainOf(known) };
    });
  }

  beginTransfer({ name, authCode, reference }: TransferIn): Promise<RegistrarResult<TransferState>> {
    return this.#once(reference, () => {
      const known = this.names.get(name);
      if (!known) return refused("The name is not registered.");
      if (known.isHere) return refused("The name is registered here already.");
      // A registrar may repeat the code in its reason.
      if (known.locked) return refused(`The name is locked against transfers (${authCode ?? "no code"}).`);
      const isRight = !termsOf(name).hasCode || authCode === known.code;
      const failure = isRight
        ? this.#chance(0.1)
          ? "The losing registrar has denied it."
          : null
        : "The auth code is wrong.";
      const endsAt = this.#dependencies.now() + (1 + this.#dependencies.random() * 8 * 24) * HOUR_MS;
      this.#transfers.set(reference, { name, endsAt, failure, domain: null });
      return { ok: true, value: { state: "pending" } };
    });
  }

  readTransfer(name: string, reference: string): Promise<RegistrarResult<TransferState>> {
    return this.#read<TransferState>(() => {
      const transfer = this.#transfers.get(reference);
      if (transfer?.name !== name) return refused("There is no such transfer.");
      this.#endTransfer(transfer);
      if (transfer.domain) return { ok: true, value: { state: "completed", domain: transfer.domain } };
      if (transfer.endsAt > this.#dependencies.now()) return { ok: true, value: { state: "pending" } };
      return { ok: true, value: { state: "failed", reason: transfer.failure ?? "The name has left since." } };
    });
  }

  setNameservers(): Promise<RegistrarResult<RegisteredDomain>> {
    throw new Error("nobody sets name servers");
  }

  setLock(): Promise<RegistrarResult<RegisteredDomain>> {
    throw new Error("nobody sets a lock");
  }

  readAuthCode(): Promise<RegistrarResult<string>> {
    throw new Error("nobody transfers a name away");
  }

  #endTransfer(transfer: Transfer): void {
    const { now, today } = this.#dependencies;
    const known = this.names.get(transfer.name);
    if (transfer.endsAt > now() || transfer.domain || transfer.failure !== null) return;
    if (!known || known.isHere) {
      transfer.failure = "The name has left since.";
      return;
    }
    const expiresOn = expiryAfterTransfer(known.name, known.expiresOn, today());
    const code = `code-${++this.#codes}`;
    const locked = termsOf(known.name).hasLock;
    Object.assign(known, { isHere: true, transferredOn: today(), expiresOn, code, locked });
    transfer.domain = domainOf(known);
  }

  #read<Value>(work: () => RegistrarResult<Value>): Promise<RegistrarResult<Value>> {
    return this.#answer("read", work);
  }

  #once<Value>(reference: string, work: () => RegistrarResult<Value>): Promise<RegistrarResult<Value>> {
    return this.#answer("order", () => {
      const known = this.answers.get(reference);
      // It was given by the same work.
      if (known) return known as RegistrarResult<Value>;
      if (this.#late.has(reference)) return UNAVAILABLE;
      if (this.mode === "late") {
        const at = this.#dependencies.now() + (1 + this.#dependencies.random() * 60) * HOUR_MS;
        this.#late.set(reference, { at, work });
        return UNAVAILABLE;
      }
      const answer: RegistrarResult<Value> = this.mode === "refuses" ? refused("Not today.") : work();
      this.answers.set(reference, answer);
      return answer;
    });
  }

  async #answer<Value>(kind: "read" | "order", work: () => RegistrarResult<Value>): Promise<RegistrarResult<Value>> {
    const { point } = this.#dependencies;
    await point();
    const isDown = this.mode === "down" || (this.mode === "flaky" && this.#chance(0.3));
    if (isDown) this.#count("down");
    const answer = isDown ? UNAVAILABLE : work();
    await point();
    const isLost =
      !isDown && kind === "order" && (this.mode === "loses" || (this.mode === "flaky" && this.#chance(0.3)));
    if (isLost) this.#count("lost");
    if (!answer.ok && answer.problem.kind === "refused") this.#count("refused");
    return isLost ? UNAVAILABLE : answer;
  }

  #chance(share: number): boolean {
    return this.#dependencies.random() < share;
  }

  #count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
}

const UNAVAILABLE: { ok: false; problem: { kind: "unavailable" } } = { ok: false, problem: { kind: "unavailable" } };

function refused(reason: string): { ok: false; problem: { kind: "refused"; reason: string } } {
  return { ok: false, problem: { kind: "refused", reason } };
}

function domainOf({ name, registeredOn, transferredOn, expiresOn, locked }: Name): RegisteredDomain {
  return {
    ...{ name, registrar: "The provider's registrar", registeredOn, transferredOn, expiresOn, locked },
    nameservers: ["ns1.provider.example", "ns2.provider.example"],
    lockSupported: termsOf(name).hasLock,
    transferProhibited: false,
  };
}
