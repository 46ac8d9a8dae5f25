import { addYears } from "../../shared/platform/calendar.ts";
import type {
  NameState,
  RegisteredDomain,
  RegistrationRequest,
  TransferIn,
  TransferState,
} from "../../workers/billing/engine/registrar/registrar.ts";
import {
  canBeRegistered,
  expiryAfterTransfer,
  needsAuthCode,
  refusedRenewal,
  refusedTerm,
  supportsLock,
} from "./extension-rules.ts";
import { authCodeElsewhere, prefixOf } from "./names.ts";
import {
  type DomainRecord,
  day,
  OWN_REGISTRAR,
  recordOf,
  registration,
  type SandboxRegistration,
} from "./registrations.ts";
import type { Change, Done, SandboxState } from "./sandbox-state.ts";
import type { Zone } from "./zone.ts";

/** What was asked for, or why not: then nothing was done. */
export type RegistrarAnswer<Value> = { value: Value } | { refused: string };

/**
 * The registrar that sponsors the names of the demonstration's provider. What carries a reference is done once, and
 * answered the same way again, also where it was refused; a reference that was used for something else is refused.
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

  /** What the registry says of a name, whichever registrar sponsors it. */
  check(name: string): NameState {
    const record = this.#zone.recordOf(name, this.#state.now());
    if (record !== null) return record.inRedemption ? "redemption" : "taken";
    return canBeRegistered(name) && prefixOf(name) !== "reserved" ? "available" : "unavailable";
  }

  /** Null: it is not registered through this registrar. */
  read(name: string): RegisteredDomain | null {
    const record = this.#sponsored(name, this.#state.now());
    return record && domainOf(record);
  }

  register({ name, years, nameservers, reference }: RegistrationRequest): RegistrarAnswer<RegisteredDomain> {
    return this.#once("register", name, reference, [years, nameservers], (at) => {
      if (!canBeRegistered(name)) return { refused: "No names are registered under this extension." };
      if (this.#zone.recordOf(name, at) !== null) return { refused: "The name is registered." };
      if (prefixOf(name) === "reserved") return { refused: "The registry withholds the name." };
      const refused = refusedTerm(name, years) ?? refusedNameServers(name, nameservers);
      if (refused !== null) return { refused };
      const registeredOn = day(at);
      return this.#hold(name, at, {
        registrar: OWN_REGISTRAR,
        registeredOn,
        expiresOn: addYears(registeredOn, years),
        nameServers: nameservers,
      });
    });
  }

  /** @param from the expiry that is prolonged; a name in the redemption period is restored, too */
  renew(name: string, order: { years: number; from: string; reference: string }): RegistrarAnswer<RegisteredDomain> {
    const { years, from, reference } = order;
    return this.#once("renew", name, reference, [years, from], (at) => {
      const record = this.#sponsored(name, at);
      if (record === null) return { refused: NOT_HERE };
      const expiresOn = day(record.expires);
      if (expiresOn !== from) return { refused: `The registration ends on ${expiresOn}, not on ${from}.` };
      const refused = refusedRenewal(name, years, expiresOn, day(at));
      if (refused !== null) return { refused };
      return this.#hold(name, at, { ...record.held, inRedemption: false, expiresOn: addYears(expiresOn, years) });
    });
  }

  /** Begins as pending and ends by itself after a while: completed with the right auth code, failed with a wrong one. */
  beginTransfer({ name, authCode, reference }: TransferIn): RegistrarAnswer<TransferState> {
    const proof = authCode === null ? null : this.#state.secretOf("transfer", authCode);
    const begun = this.#once<TransferState>("transfer", name, reference, [proof], (at) => {
      const record = this.#zone.recordOf(name, at);
      if (record === null) return { refused: "The name is not registered." };
      if (record.registrar === OWN_REGISTRAR) return { refused: "The name is registered here already." };
      if (this.#state.isInTransfer(name, at)) return { refused: "A transfer of the name is under way." };
      if (record.inRedemption) return { refused: REDEEMED };
      if (record.locked || record.transferProhibited) return { refused: "The name is locked against transfers." };
      const endsAt = at.getTime() + this.#transferTakesMs;
      const isRight = !needsAuthCode(name) || authCode === authCodeElsewhere(name);
      const change: Change = {
        transfer: [reference, { name, endsAt, failure: isRight ? null : "The auth code is not that of the name." }],
      };
      if (isRight) {
        const transferredOn = day(new Date(endsAt));
        const here = registration(name, {
          registrar: OWN_REGISTRAR,
          registeredOn: day(record.created),
          transferredOn,
          expiresOn: expiryAfterTransfer(name, day(record.expires), transferredOn),
          nameServers: record.held.nameServers,
        });
        change.holding = [name, { now: record.held, becomes: { at: endsAt, registration: here } }];
      }
      return { value: { state: "pending" }, change };
    });
    return "refused" in begun ? begun : this.readTransfer(name, reference);
  }

  readTransfer(name: string, reference: string): RegistrarAnswer<TransferState> {
    const transfer = this.#state.transfer(reference);
    if (transfer?.name !== name) return { refused: "There is no such transfer." };
    const { endsAt, failure } = transfer;
    const at = this.#state.now();
    if (at.getTime() < endsAt) return { value: { state: "pending" } };
    if (failure !== null) return { value: { state: "failed", reason: failure } };
    const record = this.#sponsored(name, at);
    if (record === null) return { value: { state: "failed", reason: "The name has left since." } };
    return { value: { state: "completed", domain: domainOf(record) } };
  }

  setNameservers(name: string, nameservers: string[]): RegistrarAnswer<RegisteredDomain> {
    return this.#change(name, () => refusedNameServers(name, nameservers), { nameServers: nameservers });
  }

  setLock(name: string, locked: boolean): RegistrarAnswer<RegisteredDomain> {
    const refusal = (record: DomainRecord) => {
      if (record.locked === locked) return null;
      if (!supportsLock(name)) return "The registry has no lock.";
      return record.transferProhibited ? "The registry does not let the name be locked or unlocked." : null;
    };
    return this.#change(name, refusal, { locked });
  }

  /** Another one after each transfer. */
  readAuthCode(name: string): RegistrarAnswer<string> {
    const record = this.#sponsored(name, this.#state.now());
    if (record === null) return { refused: NOT_HERE };
    if (!needsAuthCode(name)) return { refused: "The registry has no auth codes." };
    const { registeredOn, transferredOn } = record;
    return { value: this.#state.secretOf("auth code", name, registeredOn, transferredOn ?? "").slice(0, 16) };
  }

  #sponsored(name: string, at: Date): DomainRecord | null {
    const record = this.#zone.recordOf(name, at);
    return record?.registrar === OWN_REGISTRAR ? record : null;
  }

  #change(
    name: string,
    refusal: (record: DomainRecord) => string | null,
    changed: Partial<SandboxRegistration>,
  ): RegistrarAnswer<RegisteredDomain> {
    const at = this.#state.now();
    const record = this.#sponsored(name, at);
    if (record === null) return { refused: NOT_HERE };
    if (record.inRedemption) return { refused: REDEEMED };
    const refused = refusal(record);
    if (refused !== null) return { refused };
    const { value, change } = this.#hold(name, at, { ...record.held, ...changed });
    this.#state.commit(change);
    return { value };
  }

  #hold(name: string, at: Date, known: Parameters<typeof registration>[1]) {
    const held = registration(name, known);
    const record = recordOf(name, held, at);
    if (record === null) throw new Error(`${name} would be held after its end`);
    return { value: domainOf(record), change: { holding: [name, { now: held, becomes: null }] } satisfies Change };
  }

  #once<Value>(
    kind: Done["kind"],
    name: string,
    reference: string,
    asked: unknown[],
    work: (at: Date) => { value: Value; change: Change } | { refused: string },
  ): RegistrarAnswer<Value> {
    const request = JSON.stringify([name, ...asked]);
    const done = this.#state.done(reference);
    if (done) {
      const same = done.kind === kind && done.request === request;
      return same ? JSON.parse(done.answer) : { refused: "The reference was used for something else." };
    }
    const result = work(this.#state.now());
    const { change, ...rest } = "change" in result ? result : { ...result, change: {} };
    const answer: RegistrarAnswer<Value> = rest;
    this.#state.commit({ ...change, done: [reference, { kind, name, request, answer: JSON.stringify(answer) }] });
    return answer;
  }
}

const NOT_HERE = "The name is not registered through this registrar.";
const REDEEMED = "The name is in the redemption period.";

const FEWEST = 2;
const MOST = 13;
const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Why these cannot be the name servers of `name`, or null. The sandbox holds no addresses of hosts (glue). */
function refusedNameServers(name: string, nameServers: readonly string[]): string | null {
  if (nameServers.length < FEWEST || nameServers.length > MOST) return `A name has ${FEWEST} to ${MOST} name servers.`;
  if (new Set(nameServers).size !== nameServers.length) return "A name server is given twice.";
  if (!nameServers.every((host) => HOST.test(host))) return "A name server is a host name in lower case.";
  const under = nameServers.some((host) => host === name || host.endsWith(`.${name}`));
  return under ? "A name server under the name itself would need an address." : null;
}

function domainOf({ name, registrar, held, created, expires, transferProhibited }: DomainRecord): RegisteredDomain {
  return {
    name,
    registrar,
    registeredOn: day(created),
    transferredOn: held.transferredOn,
    expiresOn: day(expires),
    nameservers: [...held.nameServers],
    locked: held.locked,
    lockSupported: supportsLock(name),
    transferProhibited,
  };
}
