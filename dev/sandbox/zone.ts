import { type Prefix, prefixOf } from "./names.ts";
import {
  type DomainRecord,
  invented,
  newRegistration,
  REGISTRATIONS,
  type Registration,
  recordOf,
} from "./registrations.ts";

/** How a name stands with the registry. */
export interface Standing {
  /** Its prefix, where that decides what happens: not for a `free-` name that was registered since. */
  readonly prefix: Prefix | null;
  /** The record to give: the name's own where it is registered, another's for an `other-` name. */
  readonly record: DomainRecord | null;
}

/** What is registered, whatever the extension. */
export class Zone {
  readonly #registrations = new Map<string, Registration>(REGISTRATIONS);

  /** How `name` (A-label form, lower case) stands at `at`. */
  standing(name: string, at: Date): Standing {
    const prefix = prefixOf(name);
    switch (prefix) {
      case null:
      case "free":
      case "taken":
      case "redemption": {
        const registration = this.#registrations.get(name) ?? registrationByPrefix(prefix);
        return registration === null
          ? { prefix, record: null }
          : { prefix: null, record: recordOf(name, registration, at) };
      }
      case "other":
        return { prefix, record: recordOf(`another-name${name.slice(name.indexOf("."))}`, invented(false), at) };
      default:
        return { prefix, record: null };
    }
  }

  register(name: string, at: Date): void {
    this.#registrations.set(name, newRegistration(at));
  }

  release(name: string): void {
    this.#registrations.delete(name);
  }
}

function registrationByPrefix(prefix: "free" | "taken" | "redemption" | null): Registration | null {
  return prefix === "taken" || prefix === "redemption" ? invented(prefix === "redemption") : null;
}
