import { firstRegistrations } from "./first-registrations.ts";
import { type Prefix, prefixOf } from "./names.ts";
import { type DomainRecord, invented, recordOf, type SandboxRegistration } from "./registrations.ts";
import type { SandboxState } from "./sandbox-state.ts";

/** How a name stands with the registry. */
export interface NameStanding {
  /** Its prefix, where that decides what happens: not for a `free-` name that was registered since. */
  readonly prefix: Prefix | null;
  /** The record to give: the name's own where it is registered, another's for an `other-` name. */
  readonly record: DomainRecord | null;
}

/** What is registered, whatever the extension. Names are in A-label form and lower case. */
export class Zone {
  readonly #first: ReadonlyMap<string, SandboxRegistration>;
  readonly #state: SandboxState;

  constructor(state: SandboxState) {
    this.#state = state;
    this.#first = firstRegistrations(state.seededOn);
  }

  /** How `name` stands for those who ask the registry at `at`. */
  standing(name: string, at: Date): NameStanding {
    const prefix = prefixOf(name);
    switch (prefix) {
      case null:
      case "free":
      case "taken":
      case "redemption": {
        const record = this.recordOf(name, at);
        return { prefix: record === null ? prefix : null, record };
      }
      case "other": {
        const another = `another-name${name.slice(name.indexOf("."))}`;
        return { prefix, record: recordOf(another, invented(another, false), at) };
      }
      default:
        return { prefix, record: null };
    }
  }

  /** What the registry holds of `name` at `at`, whatever it answers those who ask. */
  recordOf(name: string, at: Date): DomainRecord | null {
    const held = this.#state.holding(name, at);
    const found = (held === undefined ? this.#first.get(name) : held) ?? registrationByPrefix(name);
    return found === null ? null : recordOf(name, found, at);
  }
}

function registrationByPrefix(name: string): SandboxRegistration | null {
  const prefix = prefixOf(name);
  return prefix === "taken" || prefix === "redemption" ? invented(name, prefix === "redemption") : null;
}
