import { addYears } from "../../../shared/platform/calendar.ts";
import type { BillingEnv, EngineDependencies } from "../../../workers/billing/engine/billing-engine.ts";
import type { Notice } from "../../../workers/billing/engine/mails/notice.ts";
import type { BillingMails, NoticeRecipient } from "../../../workers/billing/engine/mails/sent-mails.ts";
import type {
  NameState,
  RegisteredDomain,
  Registrant,
  Registrar,
  RegistrarProblem,
  RegistrarResult,
  TransferState,
} from "../../../workers/billing/engine/registrar/registrar.ts";
import { RIGHT_CODE } from "../../billing-contract/customer.ts";
import { customersOf } from "./customer.ts";
import { engineAt } from "./engine.ts";

/** An auth code that must never appear in a store, log, error or result. */
export const CANARY_CODE = "canary-7Qx!transfer-code";

/** Hashes a password quickly. The hash still depends on the password and its salt. */
export const quickHash = async (password: string, salt: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(password + salt.toHex())));

/** A registrar in memory. Tests can make its calls fail. */
export class MemoryRegistrar implements Registrar {
  readonly domains = new Map<string, RegisteredDomain>();
  readonly transfers = new Map<string, TransferState>();
  readonly done = new Map<string, RegisteredDomain>();
  readonly calls: string[] = [];
  available = true;
  /** Whether the registrar executes each call and then returns `unavailable`. */
  losesAnswers = false;
  /** The name of the call that the registrar executes and then reports as `unavailable`; empty if there is none. */
  losesAnswerTo = "";
  refusal: string | null = null;
  /** The problem that every call returns until the provider fixes it; `null` if there is none. */
  needs: Extract<RegistrarProblem, { kind: "provider" }>["reason"] | null = null;
  /** The registrant of each registered domain, by domain name. */
  readonly registrants = new Map<string, Registrant>();
  today = "2026-11-20";

  hold(name: string, more: Partial<RegisteredDomain> = {}): RegisteredDomain {
    const domain = {
      name,
      registrar: "Sandbox Registrar",
      registeredOn: "2024-01-10",
      expiresOn: "2027-06-20",
      nameservers: ["ns1.maple.example", "ns2.maple.example"],
      locked: true,
      lockSupported: true,
      transferProhibited: false,
      ...more,
    };
    this.domains.set(name, domain);
    return domain;
  }

  /** Domain names that are not available, such as those that another registrar holds. */
  readonly elsewhere = new Map<string, Exclude<NameState, "available">>();

  timesAsked(call: keyof Registrar): number {
    return this.calls.filter((asked) => asked === call).length;
  }

  check(name: string) {
    return this.answer("check", () => (this.domains.has(name) ? "taken" : (this.elsewhere.get(name) ?? "available")));
  }

  read(name: string) {
    return this.answer("read", () => this.domains.get(name) ?? null);
  }

  register({ name, years, nameservers, registrant, reference }: Parameters<Registrar["register"]>[0]) {
    this.registrants.set(name, registrant);
    const dates = { registeredOn: this.today, expiresOn: addYears(this.today, years) };
    return this.#once("register", reference, () => this.hold(name, { nameservers, ...dates }));
  }

  beginTransfer({ name, authCode, reference }: Parameters<Registrar["beginTransfer"]>[0]) {
    return this.answer("beginTransfer", () => {
      const key = `${name} ${reference}`;
      const begun: TransferState =
        authCode === RIGHT_CODE ? { state: "pending" } : { state: "failed", reason: "wrong code" };
      const state = this.transfers.get(key) ?? begun;
      this.transfers.set(key, state);
      return state;
    });
  }

  readTransfer({ name, reference }: Parameters<Registrar["readTransfer"]>[0]) {
    return this.answer("readTransfer", () => this.transfers.get(`${name} ${reference}`) as TransferState);
  }

  completeTransfers(): void {
    for (const key of this.transfers.keys()) {
      const domain = this.hold(key.split(" ")[0] ?? "");
      this.transfers.set(key, { state: "completed", domain });
    }
  }

  renew(name: string, years: number, from: string, reference: string) {
    return this.#once("renew", reference, () => this.#change(name, { expiresOn: addYears(from, years) }));
  }

  setNameservers(name: string, nameservers: string[]) {
    return this.answer("setNameservers", () => this.#change(name, { nameservers }));
  }

  setLock(name: string, locked: boolean) {
    return this.answer("setLock", () => this.#change(name, { locked }));
  }

  readAuthCode(_name: string) {
    return this.answer("readAuthCode", () => CANARY_CODE);
  }

  #change(name: string, change: Partial<RegisteredDomain>): RegisteredDomain {
    return this.hold(name, { ...this.domains.get(name), ...change });
  }

  #once(call: string, reference: string, work: () => RegisteredDomain) {
    return this.answer(call, () => {
      const domain = this.done.get(reference) ?? work();
      this.done.set(reference, domain);
      return domain;
    });
  }

  protected async answer<Value>(call: string, work: () => Value): Promise<RegistrarResult<Value>> {
    this.calls.push(call);
    if (!this.available) return { ok: false, problem: { kind: "unavailable" } };
    if (this.refusal !== null && call !== "read" && call !== "check")
      return { ok: false, problem: { kind: "refused", reason: this.refusal } };
    if (this.needs !== null) return { ok: false, problem: { kind: "provider", reason: this.needs } };
    const value = work();
    return this.losesAnswers || call === this.losesAnswerTo
      ? { ok: false, problem: { kind: "unavailable" } }
      : { ok: true, value };
  }
}

/** A `BillingMails` that records each e-mail as `[kind, address, language, ...content]`. */
export class RecordedMails implements BillingMails {
  readonly canUndo = true;
  readonly sent: unknown[][] = [];
  fails = false;
  isOn = true;
  setUpsWait: BillingMails["setUpsWait"] = null;

  transferCode(to: NoticeRecipient, mail: object) {
    return this.#keep("transferCode", to, [mail]);
  }

  codesGuessed(to: NoticeRecipient, mail: object) {
    return this.#keep("codesGuessed", to, [mail]);
  }

  code(to: NoticeRecipient, mail: object) {
    return this.#keep("code", to, [mail]);
  }

  accountExists(to: NoticeRecipient) {
    return this.#keep("accountExists", to, []);
  }

  passwordChanged(to: NoticeRecipient, mail: object) {
    return this.#keep("passwordChanged", to, [mail]);
  }

  loginChanged(to: NoticeRecipient, change: object) {
    return this.#keep("loginChanged", to, [change]);
  }

  notices(to: NoticeRecipient, notices: [Notice, ...Notice[]]) {
    const mails = notices.map(({ kind: _, ...notice }) => notice);
    return this.#keep(notices[0].kind, to, mails);
  }

  /** Returns the recorded e-mails of one kind. */
  of(kind: keyof BillingMails | Notice["kind"]): unknown[][] {
    return this.sent.filter(([sent]) => sent === kind);
  }

  async #keep(kind: string, to: NoticeRecipient, mails: object[]) {
    if (this.fails) throw new Error(`not sent: ${JSON.stringify(mails)}`);
    this.sent.push([kind, to.email, to.language, ...mails]);
  }
}

export const NOW = Date.parse("2026-11-20T15:00:00Z");
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Creates the engine on a database, with a registrar and e-mails that tests can inspect. */
export function actingEngine(
  db: D1Database,
  others: Partial<EngineDependencies> = {},
  settings: Partial<BillingEnv> = {},
) {
  const registrar = new MemoryRegistrar();
  const mails = new RecordedMails();
  /** The engine's clock, which tests can move. */
  const at = { now: NOW };
  const works: Promise<unknown>[] = [];
  const dependencies = { registrar, mails, waitUntil: (work: Promise<unknown>) => works.push(work), ...others };
  const engine = engineAt(db, () => at.now, "UTC", dependencies, settings);
  /** Waits for the work that the engine passed to `waitUntil`. */
  const settled = async () => {
    while (works.length > 0) await works.pop();
  };
  /** Moves the clock forward, then runs the scheduled jobs. */
  const pass = async (ms: number) => {
    at.now += ms;
    await engine.runScheduledJobs();
    await settled();
  };
  /** Resets everything except the database. */
  const renew = async () => {
    await settled();
    Object.assign(registrar, new MemoryRegistrar());
    Object.assign(mails, new RecordedMails());
    at.now = NOW;
  };
  return { engine, registrar, mails, at, ...customersOf(engine), settled, pass, renew };
}
