import { extensionOf } from "../../../../shared/domain-names/parse-domain.ts";
import { LOCK } from "../../../../shared/domain-names/registry-rules.ts";
import { readDomain, readNameState, readTransferStatus } from "./namecom-answers.ts";
import { membersOf, type NamecomAccount, NamecomApi, type ProblemResult, UNAVAILABLE } from "./namecom-api.ts";
import { tldRequirementsOf } from "./namecom-requirements.ts";
import { REASONS } from "./refusal-reasons.ts";
import type {
  NameState,
  NewName,
  RegisteredDomain,
  Registrant,
  Registrar,
  RegistrarResult,
  TransferState,
} from "./registrar.ts";

/** The reasons for a failed transfer, by final status. With any other status, the domain may still arrive. */
const TRANSFER_FAILURES: Record<string, string> = {
  failed: REASONS.failed.en,
  rejected: REASONS.rejected.en,
  canceled: REASONS.cancelled.en,
  canceled_pending_refund: REASONS.cancelled.en,
  pending_new_auth_code: REASONS.wrongCode.en,
};

type PriceKind = "purchasePrice" | "renewalPrice" | "transferPrice";

/**
 * Returns an adapter for the registrar name.com.
 *
 * A registration, a renewal or a transfer first reads whether an earlier request has already done the work. The
 * registrar stores idempotency keys for only 12 hours, and only for registrations. It may also store a refusal under a
 * key, so each attempt has its own key. The adapter accepts the registrar's refusal of such a request only if a second
 * read shows that nothing was done.
 *
 * The adapter reads a domain's price and sends it with the order. The registrar then refuses the order if the price has
 * changed. The adapter does not buy domains at a special price.
 */
export function namecomRegistrar(account: NamecomAccount): Registrar {
  const api = new NamecomApi(account);

  async function check(name: string, id?: string): Promise<RegistrarResult<NameState>> {
    const checked = await api.call("CheckAvailability", { body: { domainNames: [name] } }, id);
    if (!checked.ok) return checked.problem.kind === "refused" ? ok("unavailable") : checked;
    return orUnavailable(readNameState(checked.body, name));
  }

  async function read(name: string, id?: string): Promise<RegistrarResult<RegisteredDomain | null>> {
    const found = await api.call("GetDomain", { name }, id);
    if (!found.ok) return found.problem.kind === "refused" ? ok(null) : found;
    return orUnavailable(readDomain(found.body, name));
  }

  /** Returns the price for all years, in US dollars. */
  async function priceOf(
    name: string,
    kind: PriceKind,
    years: number,
    id: string | undefined,
  ): Promise<RegistrarResult<number>> {
    const query: [string, string][] = [["years", String(years)]];
    const priced = await api.call("GetPricingForDomain", { name, query }, id);
    if (!priced.ok) return priced;
    const { premium, [kind]: price } = membersOf<{ premium: boolean } & Record<PriceKind, number | null>>(priced.body);
    if (premium === true) return refused(REASONS.specialPrice.en);
    if (price === null) return refused(REASONS.noPrice.en);
    return typeof price === "number" && premium === false ? ok(price) : UNAVAILABLE;
  }

  /**
   * Returns the problem. After a refusal, reads the domain again, and returns it if the request was done.
   * @param isDone returns whether the domain's current state shows that the request was done
   */
  async function believe(
    problem: ProblemResult,
    name: string,
    isDone: (domain: RegisteredDomain) => boolean,
    id: string | undefined,
  ): Promise<RegistrarResult<RegisteredDomain>> {
    if (problem.problem.kind !== "refused") return problem;
    const now = await read(name, id);
    if (!now.ok) return now;
    return now.value && isDone(now.value) ? ok(now.value) : problem;
  }

  async function change(
    operation: "SetNameservers" | "UpdateDomain",
    name: string,
    body: object,
    id: string | undefined,
  ): Promise<RegistrarResult<RegisteredDomain>> {
    const changed = await api.call(operation, { name, body }, id);
    return changed.ok ? orUnavailable(readDomain(changed.body, name)) : changed;
  }

  /** Returns the transfer's status; `null` if the registrar has no transfer for the domain. */
  async function transferStatus(name: string, id: string | undefined): Promise<RegistrarResult<string | null>> {
    const found = await api.call("GetTransfer", { name }, id);
    if (!found.ok) return found.problem.kind === "refused" ? ok(null) : found;
    return orUnavailable(readTransferStatus(found.body, name));
  }

  /** Returns the failed state of a transfer; `null` while the domain may still arrive. */
  async function failureOf(
    name: string,
    status: string,
    id: string | undefined,
  ): Promise<RegistrarResult<TransferState | null>> {
    const reason = TRANSFER_FAILURES[status];
    if (reason === undefined) return ok(null);
    if (status === "pending_new_auth_code") {
      // Cancel the transfer, because the customer could still complete it at the registrar with another code.
      const cancelled = await api.call("CancelTransfer", { name }, id);
      if (!cancelled.ok) return UNAVAILABLE;
    }
    return ok({ state: "failed", reason });
  }

  /** Returns the state of a transfer; `null` if none is in progress and this account does not have the domain. */
  async function underWay(
    name: string,
    id: string | undefined,
  ): Promise<RegistrarResult<TransferState> | { ok: true; value: null }> {
    const status = await transferStatus(name, id);
    if (!status.ok) return status;
    if (status.value !== null) {
      const failed = await failureOf(name, status.value, id);
      if (!failed.ok) return failed;
      if (failed.value === null && status.value !== "completed") return ok({ state: "pending" });
    }
    // This account may have the domain because of another order. Only a transfer that was sent for this order may
    // complete the order.
    const own = await read(name, id);
    return own.ok && !own.value ? ok(null) : UNAVAILABLE;
  }

  /**
   * Sets the holder of a domain that has arrived, and switches off its auto-renewal at the registrar. Repeated calls
   * are safe. Returns `pending` until the domain arrives.
   */
  async function arrived(
    { name, registrant }: NewName,
    id: string | undefined,
  ): Promise<RegistrarResult<TransferState>> {
    const own = await read(name, id);
    if (!own.ok) return own;
    if (!own.value) return ok({ state: "pending" });
    const held = await api.call("SetContacts", { name, body: { contacts: contactsOf(registrant) } }, id);
    const kept = held.ok ? await api.call("UpdateDomain", { name, body: { autorenewEnabled: false } }, id) : held;
    if (kept.ok) return ok({ state: "completed", domain: own.value });
    // The domain has arrived, so a refusal at this point is not final.
    return kept.problem.kind === "refused" ? UNAVAILABLE : kept;
  }

  /** Returns the state of a transfer that was sent for this order. */
  async function follow(
    transfer: NewName,
    status: string,
    id: string | undefined,
  ): Promise<RegistrarResult<TransferState>> {
    if (status === "completed") return arrived(transfer, id);
    const failed = await failureOf(transfer.name, status, id);
    return failed.ok ? ok(failed.value ?? { state: "pending" }) : failed;
  }

  return {
    check,
    read,
    async register({ name, years, nameservers, registrant, fields, reference, tries }, id) {
      const own = await read(name, id);
      if (!own.ok) return own;
      if (own.value) return ok(own.value);
      const price = await priceOf(name, "purchasePrice", years, id);
      if (!price.ok) return believe(price, name, () => true, id);
      const domain = { domainName: name, contacts: contactsOf(registrant), nameservers };
      const tldRequirements = tldRequirementsOf(name, fields);
      const body = {
        domain: { ...domain, autorenewEnabled: false, locked: LOCK.of(extensionOf(name)) },
        ...{ years, purchasePrice: price.value, purchaseType: "registration" },
        ...(tldRequirements && { tldRequirements }),
      };
      const created = await api.call("CreateDomain", { body, idempotencyKey: `${reference}-${tries}` }, id);
      if (!created.ok) return believe(created, name, () => true, id);
      return orUnavailable(readDomain(membersOf<{ domain: unknown }>(created.body).domain, name));
    },
    async renew(name, years, from, _reference, id) {
      const isRenewed = ({ expiresOn }: RegisteredDomain) => expiresOn > from;
      const own = await read(name, id);
      if (!own.ok) return own;
      if (!own.value) return refused(REASONS.notHere.en);
      if (isRenewed(own.value)) return ok(own.value);
      const price = await priceOf(name, "renewalPrice", years, id);
      if (!price.ok) return believe(price, name, isRenewed, id);
      const renewed = await api.call("RenewDomain", { name, body: { years, purchasePrice: price.value } }, id);
      if (!renewed.ok) return believe(renewed, name, isRenewed, id);
      // The domain in this response may be incomplete.
      const now = await read(name, id);
      if (!now.ok) return now;
      return now.value && isRenewed(now.value) ? ok(now.value) : UNAVAILABLE;
    },
    async beginTransfer({ authCode, ...transfer }, id) {
      const { name } = transfer;
      const before = await underWay(name, id);
      if (!before.ok || before.value) return before;
      if (authCode === null) return refused(REASONS.needsCode.en);
      const price = await priceOf(name, "transferPrice", 1, id);
      const created = price.ok
        ? await api.call("CreateTransfer", { body: { domainName: name, authCode, purchasePrice: price.value } }, id)
        : price;
      if (!created.ok) {
        if (created.problem.kind !== "refused") return created;
        const now = await underWay(name, id);
        return !now.ok || now.value ? now : created;
      }
      const sent = readTransferStatus(membersOf<{ transfer: unknown }>(created.body).transfer, name);
      if (sent === undefined) return UNAVAILABLE;
      const followed = await follow(transfer, sent, id);
      // The transfer has started, even if its status cannot be read at this point.
      return followed.ok ? followed : ok({ state: "pending" });
    },
    async readTransfer(transfer, id) {
      const status = await transferStatus(transfer.name, id);
      // If the transfer is missing, the registrar may have deleted it after its completion.
      return status.ok ? follow(transfer, status.value ?? "completed", id) : status;
    },
    setNameservers: (name, nameservers, id) => change("SetNameservers", name, { nameservers }, id),
    setLock: (name, locked, id) => change("UpdateDomain", name, { locked }, id),
    async readAuthCode(name, id) {
      const found = await api.call("GetAuthCodeForDomain", { name }, id);
      if (!found.ok) return found;
      const { authCode } = membersOf<{ authCode: string }>(found.body);
      return typeof authCode === "string" && authCode !== "" ? ok(authCode) : UNAVAILABLE;
    },
  };
}

function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

function refused(reason: string): ProblemResult {
  return { ok: false, problem: { kind: "refused", reason } };
}

/** Returns a value from a response; `UNAVAILABLE` if the response was about something else. */
function orUnavailable<Value>(value: Value | undefined): RegistrarResult<Value> {
  return value === undefined ? UNAVAILABLE : ok(value);
}

/**
 * Returns the contacts of a domain. The registrar requires a state, so the city is sent if the address has no state.
 */
function contactsOf({ firstName, lastName, organization, street, city, province, ...rest }: Registrant) {
  const [address1 = "", address2 = null] = street;
  const { postalCode: zip, country, phone, email } = rest;
  const state = province ?? city;
  const contact = { firstName, lastName, address1, address2, city, state, zip, country, phone, email };
  const holder = { ...contact, companyName: organization };
  return { registrant: holder, admin: holder, tech: holder, billing: holder };
}
