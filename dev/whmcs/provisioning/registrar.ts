import { addYears } from "../../../shared/platform/calendar.ts";
import { SECRETS } from "../secrets.ts";
import type { WhmcsDomain } from "../state.ts";

/** The abilities of a registrar module. */
export interface RegistrarModule {
  name: string;
  /** With `mails`, the module e-mails the auth code to the registrant and does not return it. */
  authCodes: "gives" | "mails";
  /** With `fails_silently`, the read succeeds without any nameservers. */
  nameservers: "supported" | "unsupported" | "fails_silently";
  /** With `fails_on_change`, a domain looks unlocked and cannot be locked. */
  lock: "supported" | "unsupported" | "fails_on_change";
}

/** A domain that is registered through the provider. */
export interface RegisteredName {
  name: string;
  registeredOn: string;
  expiresOn: string;
  nameservers: string[];
  isLocked: boolean;
  authCode: string;
  registrantEmail: string;
}

/** A value, or the text of an error. The registrar's own texts are for administrators. */
export type RegistrarAnswer<Value> = { ok: true; value: Value } | { ok: false; error: string };

export const UNSUPPORTED = "Registrar Function Not Supported";
const NOT_HERE = "Registrar Error Message: Domain not found in this reseller account";

/** The registrar of an installation, with its modules and planned failures. */
export class Registrar {
  readonly modules: RegistrarModule[] = [
    { name: "enom", authCodes: "gives", nameservers: "supported", lock: "supported" },
    { name: "mailer", authCodes: "mails", nameservers: "supported", lock: "supported" },
    { name: "lockless", authCodes: "gives", nameservers: "supported", lock: "unsupported" },
    { name: "lockfail", authCodes: "gives", nameservers: "fails_silently", lock: "fails_on_change" },
    { name: "bare", authCodes: "gives", nameservers: "unsupported", lock: "unsupported" },
  ];
  /** The registered domains by name. */
  readonly names = new Map<string, RegisteredName>();
  /** The nameservers of new domains, unless an order has others. */
  nameservers = ["ns1.maple.example", "ns2.maple.example"];
  /** The error texts of the next requests, oldest first. A request that fails this way does nothing. */
  readonly failures: string[] = [];
  /** The domains whose auth code the registrar has e-mailed to the registrant. */
  readonly mailedCodes: string[] = [];
  /** Runs for each domain that is registered, so that the sandbox registry can register it too. */
  whenRegistered: (name: string) => void = () => {};

  /** Returns the module of a domain; `undefined` if it has none. */
  moduleOf({ registrar = this.modules[0]?.name }: WhmcsDomain): RegistrarModule | undefined {
    return this.modules.find(({ name }) => name === registrar);
  }

  /** Adds a domain as if it had been registered before. */
  hold(name: string, more: Partial<Omit<RegisteredName, "name">> & { registeredOn: string; expiresOn: string }): void {
    this.names.set(name, {
      name,
      nameservers: this.nameservers,
      isLocked: true,
      // The code has characters that pages must escape.
      authCode: `${SECRETS.authCode}<${name.length}>&"`,
      registrantEmail: `owner@${name}`,
      ...more,
    });
  }

  read(name: string): RegistrarAnswer<RegisteredName> {
    const failure = this.failures.shift();
    if (failure !== undefined) return { ok: false, error: failure };
    const held = this.names.get(name);
    return held ? { ok: true, value: held } : { ok: false, error: NOT_HERE };
  }

  register({ name, years, nameservers }: WhmcsDomain, today: string): RegistrarAnswer<RegisteredName> {
    const failure = this.failures.shift() ?? (this.names.has(name) ? "Registrar Error Message: Domain taken" : null);
    if (failure !== null) return { ok: false, error: failure };
    const served = nameservers?.length ? { nameservers } : {};
    this.hold(name, { registeredOn: today, expiresOn: addYears(today, years), ...served });
    this.whenRegistered(name);
    return this.read(name);
  }

  renew(name: string, years: number): RegistrarAnswer<RegisteredName> {
    const found = this.read(name);
    if (found.ok) found.value.expiresOn = addYears(found.value.expiresOn, years);
    return found;
  }
}
