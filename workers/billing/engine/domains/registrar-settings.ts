import type {
  QuoteResult,
  RegistrarSettings,
  SetRegistrarSettings,
} from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { AccountReference } from "../../../../shared/billing-contract/customer.ts";
import type { ActionRefused } from "../../../../shared/billing-contract/result.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { logFailure } from "../../../../shared/platform/log.ts";
import type { BillingClock } from "../clock/billing-clock.ts";
import type { NoticeSender } from "../mails/notice-sender.ts";
import { type NoticeContent, notice } from "../mails/notices.ts";
import type { RegisteredDomain, Registrar, RegistrarResult } from "../registrar/registrar.ts";
import type { AccountGate, AccountState } from "../store/account-gate.ts";
import { found } from "../store/results.ts";
import { plainHostName, refusedNameservers } from "./nameserver-rules.ts";
import { isRegistered } from "./own-domain.ts";
import { atRegistrar, NOT_HERE, type OwnAtRegistrar, ownDomainOf, registrarRefusal } from "./registered-domain.ts";
import { CANNOT_LOCK, CANNOT_UNLOCK, transferObstacles } from "./transfer-rules.ts";

const MAX_MAILS = 5;

/** What a domain's owner sets at the registrar. Permission is asked in the transaction that reads whose the domain is. */
export class DomainRegistrarSettings {
  readonly #db: D1Database;
  readonly #gate: AccountGate;
  readonly #clock: BillingClock;
  readonly #registrar: Registrar | null;
  readonly #notices: NoticeSender;

  constructor(
    db: D1Database,
    gate: AccountGate,
    clock: BillingClock,
    registrar: Registrar | null,
    notices: NoticeSender,
  ) {
    this.#db = db;
    this.#gate = gate;
    this.#clock = clock;
    this.#registrar = registrar;
    this.#notices = notices;
  }

  /** Of a name that no registrar holds for the account, what is known is that nothing can be set. */
  async read(query: ActorQuery, name: string): Promise<QuoteResult<RegistrarSettings>> {
    const own = await ownDomainOf(this.#db, this.#gate, query, name);
    if (!own.ok) return own;
    const { domain, state } = own.value;
    if (domain && (!isRegistered(domain) || !this.#registrar)) return found(nothingKnown(state.account, name));
    const read = await atRegistrar(this.#registrar, own.value, query.requestId);
    if (read.ok) return found(this.#settings(read.value, read.value.registered));
    return read.problem === NOT_HERE ? found(nothingKnown(state.account, name)) : read;
  }

  async setNameservers(
    query: ActorQuery,
    { domain: name, nameservers }: { domain: string; nameservers: string[] },
  ): Promise<QuoteResult<SetRegistrarSettings>> {
    const own = await this.#own(query, name);
    if (!own.ok) return own;
    const { registered, registrar, state } = own.value;
    const names = nameservers.map(plainHostName);
    const refused = refusedNameservers(name, names, registered.nameservers);
    if (refused.length > 0) return { ok: false, problem: { code: "invalid_body", refused } };
    if (
      names.length === registered.nameservers.length &&
      names.every((each) => registered.nameservers.includes(each))
    ) {
      return found({ ...this.#settings(own.value, registered), changed: false, ownerTold: false });
    }
    const changed = await settled(
      registrar,
      query,
      name,
      registrar.setNameservers(name, names, query.requestId),
      (now) => names.every((each) => now.nameservers.includes(each)),
    );
    if (!changed.ok) return { ok: false, problem: registrarRefusal(changed) };
    const ownerTold = await this.#tell(query, state, {
      kind: "nameserversChanged",
      domain: name,
      before: registered.nameservers,
      nameservers: names,
    });
    return found({ ...this.#settings(own.value, changed.value), changed: true, ownerTold });
  }

  async setLock(
    query: ActorQuery,
    { domain: name, locked }: { domain: string; locked: boolean },
  ): Promise<QuoteResult<SetRegistrarSettings>> {
    const own = await this.#own(query, name);
    if (!own.ok) return own;
    const { registered, registrar, state } = own.value;
    if (registered.locked === locked) {
      return found({ ...this.#settings(own.value, registered), changed: false, ownerTold: false });
    }
    const forbidden = lockObstacle(registered, locked);
    if (forbidden) return { ok: false, problem: { code: "not_allowed", reason: forbidden } satisfies ActionRefused };
    const changed = await settled(
      registrar,
      query,
      name,
      registrar.setLock(name, locked, query.requestId),
      (now) => now.locked === locked,
    );
    if (!changed.ok) return { ok: false, problem: registrarRefusal(changed) };
    const ownerTold = !locked && (await this.#tell(query, state, { kind: "unlocked", domain: name }));
    return found({ ...this.#settings(own.value, changed.value), changed: true, ownerTold });
  }

  /** What is done at the registrar already is told once it is known. @returns whether a mail is on its way */
  async #tell(query: ActorQuery, state: AccountState, content: NoticeContent): Promise<boolean> {
    if (!state.facts.owner || !this.#notices.isOn) return false;
    const { accountId: account, requestId: request_id } = query;
    const { at } = this.#clock.moment(state.clockOffsetMs);
    const kept = notice(this.#db, query, at, content).run();
    const isKept = await logFailure("notice_not_kept", kept, { request_id, account, kind: content.kind });
    if (isKept) {
      await logFailure("notices_not_sent", this.#notices.sendDue(MAX_MAILS, account, request_id), {
        request_id,
        account,
      });
    }
    return isKept;
  }

  async #own(query: ActorQuery, name: string) {
    const own = await ownDomainOf(this.#db, this.#gate, query, name);
    return own.ok ? atRegistrar(this.#registrar, own.value, query.requestId) : own;
  }

  #settings({ state, domain: { status } }: OwnAtRegistrar, domain: RegisteredDomain): RegistrarSettings {
    const { today } = this.#clock.moment(state.clockOffsetMs);
    const reasons = transferObstacles(domain, status, today);
    return {
      account: state.account,
      domain: domain.name,
      nameservers: domain.nameservers,
      locked: domain.locked,
      lockSupported: domain.lockSupported,
      registrar: domain.registrar,
      eligibleForTransfer: reasons.length === 0,
      reasons,
    };
  }
}

/** An answer that was lost is read back, so that the owner is told of what was done all the same. */
async function settled(
  registrar: Registrar,
  { requestId }: ActorQuery,
  name: string,
  change: Promise<RegistrarResult<RegisteredDomain>>,
  shows: (domain: RegisteredDomain) => boolean,
): Promise<RegistrarResult<RegisteredDomain>> {
  const changed = await change;
  if (changed.ok || changed.problem.kind === "refused") return changed;
  const now = await registrar.read(name, requestId);
  return now.ok && now.value && shows(now.value) ? found(now.value) : changed;
}

function lockObstacle({ lockSupported, transferProhibited }: RegisteredDomain, locked: boolean): Text | null {
  if (locked) return lockSupported ? null : CANNOT_LOCK;
  return lockSupported && !transferProhibited ? null : CANNOT_UNLOCK;
}

function nothingKnown(account: AccountReference, domain: string): RegistrarSettings {
  return {
    account,
    domain,
    nameservers: [],
    locked: null,
    lockSupported: false,
    registrar: null,
    eligibleForTransfer: false,
    reasons: [{ en: "This name is not registered here now.", fr: "Ce nom n’est pas enregistré ici en ce moment." }],
  };
}
