import { inTime } from "./deadline.ts";
import { log } from "./log.ts";

/** The jurisdictions in which the platform can keep objects and stores. */
const JURISDICTIONS = ["eu", "us", "fedramp"] as const;

type Jurisdiction = (typeof JURISDICTIONS)[number];

export interface JurisdictionSetting {
  /** One of `JURISDICTIONS`. If empty or absent, the platform chooses. */
  JURISDICTION?: string;
}

interface Namespace<Same> {
  jurisdiction(jurisdiction: Jurisdiction): Same;
}

/** The objects of a class as their port. The runtime's stub types wrap every value that crosses the binding. */
export interface ObjectNamespace<Port> extends Namespace<ObjectNamespace<Port>> {
  getByName(name: string): Port;
}

/**
 * The objects of a class in the configured jurisdiction. The same name is another, empty object in another
 * jurisdiction, so every look-up goes through this function. The local runtime supports no jurisdiction and throws if
 * one is set.
 */
export function within<Objects extends Namespace<Objects>>(
  namespace: Objects,
  { JURISDICTION: setting }: JurisdictionSetting,
): Objects {
  const jurisdiction = setting ? jurisdictionFrom(setting) : null;
  return jurisdiction ? namespace.jurisdiction(jurisdiction) : namespace;
}

/** @returns null if none is set @throws Error naming an unknown jurisdiction */
export function jurisdictionFrom(setting = ""): Jurisdiction | null {
  if (setting === "") return null;
  const known = JURISDICTIONS.find((jurisdiction) => jurisdiction === setting);
  if (!known) throw new Error(`JURISDICTION is not one of ${JURISDICTIONS.join(", ")}: ${setting}`);
  return known;
}

/** The time until the next read of the row, if it differs or could not be read. */
const AGAIN_MS = 30_000;
const DEADLINE_MS = 1_000;

/**
 * Compares JURISDICTION with the installation's first one, which the first deployment wrote to the Worker's database.
 * With another value every object would be empty, so the Worker looks up none. A deployment refuses the change; this
 * guard covers a setting that was changed elsewhere.
 */
export class JurisdictionGuard {
  readonly #database: Pick<D1Database, "prepare">;
  readonly #setting: string;
  readonly #now: () => number;
  #known: { isKept: boolean; until: number } | null = null;

  constructor(database: Pick<D1Database, "prepare">, { JURISDICTION = "" }: JurisdictionSetting, now: () => number) {
    this.#database = database;
    this.#setting = JURISDICTION;
    this.#now = now;
  }

  /** Checks that objects may be looked up. Allows it if the database does not answer: calls need no database. */
  async isKept(requestId: string): Promise<boolean> {
    if (this.#known && this.#now() < this.#known.until) return this.#known.isKept;
    const isKept = await this.#compare(requestId);
    this.#known = { isKept: isKept ?? true, until: isKept ? Number.POSITIVE_INFINITY : this.#now() + AGAIN_MS };
    return this.#known.isKept;
  }

  /** @throws Error if objects may not be looked up; a method's caller learns only that it failed */
  async refuseUnkept(): Promise<void> {
    if (!(await this.isKept(crypto.randomUUID()))) throw new Error("JURISDICTION is not the installation's");
  }

  /** @returns null if the row could not be read */
  async #compare(requestId: string): Promise<boolean | null> {
    const query = this.#database.prepare("SELECT jurisdiction FROM installation_jurisdiction");
    try {
      const made = (await inTime(query.first<string>("jurisdiction"), DEADLINE_MS)) ?? "";
      if (made === this.#setting) return true;
      log("jurisdiction_changed", { request_id: requestId, made, set: this.#setting });
      return false;
    } catch (cause) {
      log("store_failed", { request_id: requestId, cause });
      return null;
    }
  }
}
