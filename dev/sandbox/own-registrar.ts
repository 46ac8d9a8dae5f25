import { addYears } from "../../shared/platform/calendar.ts";
import {
  canBeRegistered,
  expiryAfterTransfer,
  needsAuthCode,
  refusedRenewal,
  refusedTerm,
  supportsLock,
} from "./extension-rules.ts";
import {
  done,
  isPremium,
  type NamecomAnswer,
  NOT_FOUND,
  payloadOf,
  priceOf,
  refused,
  refusedNameServers,
  requiredOf,
} from "./namecom-answers.ts";
import { authCodeElsewhere, prefixOf } from "./names.ts";
import {
  type DomainRecord,
  day,
  OWN_REGISTRAR,
  recordOf,
  registration,
  type SandboxRegistration,
} from "./registrations.ts";
import type { Change, SandboxState } from "./sandbox-state.ts";
import type { Zone } from "./zone.ts";

type Contacts = SandboxRegistration["contacts"];

/** A registration as `CreateDomain` requests it. */
export interface Creation {
  domain: {
    domainName: string;
    contacts?: Contacts;
    nameservers?: string[];
    autorenewEnabled?: boolean;
    locked?: boolean;
  };
  years: number;
  purchasePrice: number;
  tldRequirements?: Record<string, string> | undefined;
}

/**
 * Milliseconds for which a key is kept, from the description of `X-Idempotent-Replay` in Core API 1.7.0
 * (`test/unit/registrar/namecom.api.yaml`).
 */
const KEY_IS_KEPT_MS = 12 * 3_600_000;
/**
 * An account at a simulated name.com, the registrar of the demonstration's provider. Its responses have the form of
 * Core API 1.7.0. If name.com does not document a behaviour, the simulator implements the minimum.
 */
export class OwnRegistrar {
  readonly #zone: Zone;
  readonly #state: SandboxState;
  readonly #transferTakesMs: number;

  constructor(zone: Zone, state: SandboxState, transferTakesMs: number) {
    this.#zone = zone;
    this.#state = state;
    this.#transferTakesMs = transferTakesMs;
  }

  balance(): NamecomAnswer {
    return done({ balance: this.#state.balance / 100 });
  }

  check(names: readonly string[]): NamecomAnswer {
    const known = names.filter((name) => canBeRegistered(name));
    return known.length === 0
      ? refused(422, "No valid domains were given.")
      : done({ results: known.map((name) => this.#searchResult(name)) });
  }

  #searchResult(name: string): object {
    const [sld = "", ...rest] = name.split(".");
    const about = { domainName: name, sld, tld: rest.join(".") };
    if (!this.#isFree(name)) return { ...about, purchasable: false };
    const [purchasePrice, renewalPrice] = [priceOf(name, "register"), priceOf(name, "renew")];
    const prices = { purchasePrice, renewalPrice, purchaseType: "registration" };
    return { ...about, purchasable: true, premium: isPremium(name), ...prices };
  }

  pricing(name: string, years: number): NamecomAnswer {
    if (!canBeRegistered(name)) return refused(404, NOT_FOUND);
    const isSold = refusedTerm(name, years) === null;
    return done({
      premium: isPremium(name),
      purchasePrice: isSold ? priceOf(name, "register", years) : null,
      renewalPrice: priceOf(name, "renew", years),
      transferPrice: priceOf(name, "transfer"),
    });
  }

  read(name: string): NamecomAnswer {
    const record = this.#sponsored(name, this.#state.now());
    return record ? done(payloadOf(record)) : refused(404, NOT_FOUND);
  }

  create(creation: Creation, key: string): NamecomAnswer {
    const request = JSON.stringify(creation);
    const at = this.#state.now();
    const kept = this.#state.replay(key);
    if (kept && kept.at + KEY_IS_KEPT_MS > at.getTime()) {
      return kept.request === request
        ? JSON.parse(kept.answer)
        : refused(409, "Idempotency key has been reused for a different request");
    }
    const { answer, change } = this.#creation(creation, at);
    const replay = { at: at.getTime(), request, answer: JSON.stringify(answer) };
    this.#state.commit({ ...change, replay: [key, replay] });
    return answer;
  }

  #creation(creation: Creation, at: Date): { answer: NamecomAnswer; change?: Change } {
    const { domain, years, purchasePrice, tldRequirements = {} } = creation;
    const { domainName: name, contacts = {}, nameservers = [] } = domain;
    const required = requiredOf(name.slice(name.indexOf(".")));
    const problem =
      (this.#isFree(name) ? null : "The domain is not available for registration.") ??
      refusedTerm(name, years) ??
      refusedNameServers(name, nameservers) ??
      (required && !tldRequirements[required] ? `The requirement ${required} is missing.` : null);
    if (problem !== null) return { answer: refused(400, problem) };
    const paid = this.#pay(purchasePrice, priceOf(name, "register", years));
    if ("answer" in paid) return paid;
    const registeredOn = day(at);
    const { value, change } = this.#hold(name, at, {
      ...{ registrar: OWN_REGISTRAR, registeredOn, expiresOn: addYears(registeredOn, years), contacts },
      nameServers: nameservers,
      locked: domain.locked ?? supportsLock(name),
      autorenews: domain.autorenewEnabled ?? true,
    });
    return {
      answer: done({ domain: value, order: this.#state.nextOrder, totalPaid: purchasePrice }),
      change: { ...change, ...paid, done: { kind: "register", name } },
    };
  }

  /**
   * Renews a domain, and restores it if it is in the redemption period. There is no idempotency key, so two requests
   * renew the domain twice.
   */
  renew(name: string, years: number, purchasePrice: number): NamecomAnswer {
    const at = this.#state.now();
    const record = this.#sponsored(name, at);
    if (record === null) return refused(404, NOT_FOUND);
    const expiresOn = day(record.expires);
    const problem = refusedRenewal(name, years, expiresOn, day(at));
    if (problem !== null) return refused(400, problem);
    const paid = this.#pay(purchasePrice, priceOf(name, "renew", years));
    if ("answer" in paid) return paid.answer;
    const renewed = { ...record.held, inRedemption: false, expiresOn: addYears(expiresOn, years) };
    const { value, change } = this.#hold(name, at, renewed);
    const order = this.#state.nextOrder;
    this.#state.commit({ ...change, ...paid, done: { kind: "renew", name } });
    return done({ domain: value, order, totalPaid: purchasePrice });
  }

  /**
   * Starts a transfer of an unlocked domain, which takes some time. The transfer completes if the auth code is right or
   * not needed, unless the domain has the prefix `kept-`.
   */
  createTransfer(name: string, authCode: string, purchasePrice: number): NamecomAnswer {
    const at = this.#state.now();
    const record = this.#zone.recordOf(name, at);
    const conflict = this.#transferConflict(name, record, at);
    if (record === null || conflict !== null) return refused(409, conflict ?? NOT_FOUND);
    const paid = this.#pay(purchasePrice, priceOf(name, "transfer"));
    if ("answer" in paid) return paid.answer;
    const endsAt = at.getTime() + this.#transferTakesMs;
    const isRight = !needsAuthCode(name) || authCode === authCodeElsewhere(name);
    const end = isRight ? (prefixOf(name) === "kept" ? "rejected" : "completed") : "pending_new_auth_code";
    const change: Change = { ...paid, transfer: [name, { endsAt, end }], done: { kind: "transfer", name } };
    if (end === "completed") {
      const transferredOn = day(new Date(endsAt));
      const becomes = registration(name, {
        registrar: OWN_REGISTRAR,
        registeredOn: day(record.created),
        transferredOn,
        expiresOn: expiryAfterTransfer(name, day(record.expires), transferredOn),
        nameServers: record.held.nameServers,
        autorenews: true,
      });
      change.holding = [name, { now: record.held, becomes: { at: endsAt, registration: becomes } }];
    }
    const order = this.#state.nextOrder;
    this.#state.commit(change);
    return done({
      transfer: { domainName: name, status: this.#transferStatus(name, at) },
      order,
      totalPaid: purchasePrice,
    });
  }

  #transferConflict(name: string, record: DomainRecord | null, at: Date): string | null {
    if (record === null) return "The domain is not registered.";
    if (record.registrar === OWN_REGISTRAR) return "The domain is in an account already.";
    if (this.#transferStatus(name, at)?.startsWith("pending")) return "A transfer of the domain is under way.";
    if (record.inRedemption) return "The domain is in the redemption period.";
    return record.locked || record.transferProhibited ? "The domain is locked against transfers." : null;
  }

  transfer(name: string): NamecomAnswer {
    const status = this.#transferStatus(name, this.#state.now());
    return status === null ? refused(404, NOT_FOUND) : done({ domainName: name, status });
  }

  cancelTransfer(name: string): NamecomAnswer {
    const at = this.#state.now();
    const status = this.#transferStatus(name, at);
    if (status === null) return refused(404, NOT_FOUND);
    if (!status.startsWith("pending")) return refused(400, "A transfer for this domain has already ended.");
    const price = Math.round(priceOf(name, "transfer") * 100);
    this.#state.commit({
      transfer: [name, { endsAt: at.getTime(), end: "canceled" }],
      balance: this.#state.balance + price,
    });
    return done({ domainName: name, status: "canceled" });
  }

  #transferStatus(name: string, at: Date): string | null {
    const transfer = this.#state.transfer(name);
    if (transfer === undefined) return null;
    return at.getTime() < transfer.endsAt ? "pending_transfer" : transfer.end;
  }

  setContacts(name: string, contacts: Contacts): NamecomAnswer {
    return this.#change(name, () => null, { contacts });
  }

  setNameservers(name: string, nameservers: string[]): NamecomAnswer {
    return this.#change(name, () => refusedNameServers(name, nameservers), { nameServers: nameservers });
  }

  update(
    name: string,
    { locked, autorenewEnabled }: { locked?: boolean | undefined; autorenewEnabled?: boolean | undefined },
  ): NamecomAnswer {
    const conflict = (record: DomainRecord) => {
      if (locked === undefined || record.locked === locked) return null;
      if (!supportsLock(name)) return "The registry has no lock.";
      return record.transferProhibited ? "The registry does not let the name be locked or unlocked." : null;
    };
    const changed = {
      ...(locked !== undefined && { locked }),
      ...(autorenewEnabled !== undefined && { autorenews: autorenewEnabled }),
    };
    return this.#change(name, conflict, changed, 409);
  }

  /** Returns the auth code of a domain. Each transfer changes the code. */
  authCode(name: string): NamecomAnswer {
    const record = this.#sponsored(name, this.#state.now());
    if (record === null) return refused(404, NOT_FOUND);
    if (!needsAuthCode(name)) return refused(406, "No authcode found");
    const { registeredOn, transferredOn } = record;
    return done({ authCode: this.#state.secretOf("auth code", name, registeredOn, transferredOn ?? "").slice(0, 16) });
  }

  #isFree(name: string): boolean {
    const isHeld = this.#zone.recordOf(name, this.#state.now()) !== null;
    return !isHeld && canBeRegistered(name) && prefixOf(name) !== "reserved";
  }

  /**
   * Returns the balance after a payment, or an error if the offered price is wrong or the balance is too low.
   * @param offered offered price in US dollars, which must equal `price`
   */
  #pay(offered: number, price: number): { balance: number } | { answer: NamecomAnswer } {
    if (offered !== price) return { answer: refused(400, "Purchase price does not match") };
    const balance = this.#state.balance - Math.round(price * 100);
    return balance < 0 ? { answer: refused(402, "Insufficient Funds") } : { balance };
  }

  #sponsored(name: string, at: Date): DomainRecord | null {
    const record = this.#zone.recordOf(name, at);
    return record?.registrar === OWN_REGISTRAR ? record : null;
  }

  #change(
    name: string,
    problemOf: (record: DomainRecord) => string | null,
    changed: Partial<SandboxRegistration>,
    status = 400,
  ): NamecomAnswer {
    const at = this.#state.now();
    const record = this.#sponsored(name, at);
    if (record === null) return refused(404, NOT_FOUND);
    if (record.inRedemption) return refused(403, "The domain is in the redemption period.");
    const problem = problemOf(record);
    if (problem !== null) return refused(status, problem);
    const { value, change } = this.#hold(name, at, { ...record.held, ...changed });
    this.#state.commit(change);
    return done(value);
  }

  #hold(name: string, at: Date, known: Parameters<typeof registration>[1]) {
    const held = registration(name, known);
    const record = recordOf(name, held, at);
    if (record === null) throw new Error(`${name} would be held after its end`);
    return { value: payloadOf(record), change: { holding: [name, { now: held, becomes: null }] } satisfies Change };
  }
}
