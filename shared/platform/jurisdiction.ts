import { inTime } from "./deadline.ts";
import { log } from "./log.ts";

/** The jurisdictions in which the platform can keep objects and stores. */
const JURISDICTIONS = ["eu", "us", "fedramp"] as const;

type Jurisdiction = (typeof JURISDICTIONS)[number];

export interface JurisdictionSetting {
  /** One of `JURISDICTIONS`. If the setting is empty or absent, the platform chooses the location. */
  JURISDICTION?: string;
}

interface Namespace<Same> {
  jurisdiction(jurisdiction: Jurisdiction): Same;
}

/**
 * The namespace of a Durable Object class, with its objects as their port. The runtime's own stub types would wrap
 * every value that crosses the binding.
 */
export interface ObjectNamespace<Port> extends Namespace<ObjectNamespace<Port>> {
  getByName(name: string): Port;
}

/**
 * Returns the objects of a class in the configured jurisdiction. In another jurisdiction, the same name identifies
 * another, empty object, so every lookup uses this function. The local runtime supports no jurisdiction and throws if
 * one is set.
 */
export function within<Objects extends Namespace<Objects>>(
  namespace: Objects,
  { JURISDICTION: setting }: JurisdictionSetting,
): Objects {
  const jurisdiction = setting ? jurisdictionFrom(setting) : null;
  return jurisdiction ? namespace.jurisdiction(jurisdiction) : namespace;
}

/**
 * Parses the setting.
 * @returns the jurisdiction; `null` if none is set
 * @throws {Error} for an unknown jurisdiction, with its name
 */
export function jurisdictionFrom(setting = ""): Jurisdiction | null {
  if (setting === "") return null;
  const known = JURISDICTIONS.find((jurisdiction) => jurisdiction === setting);
  if (!known) throw new Error(`JURISDICTION is not one of ${JURISDICTIONS.join(", ")}: ${setting}`);
  return known;
}

/** Time until the row is read again, if its value differs from the setting or could not be read. */
const AGAIN_MS = 30_000;
const DEADLINE_MS = 1_000;

/**
 * A guard that compares JURISDICTION with the installation's original value, which the first deployment wrote to the
 * Worker's database. With another value every object would be empty, so the Worker does not look up any. A deployment
 * refuses to change the value. This guard also covers a setting that was changed elsewhere.
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

  /**
   * Checks whether objects may be looked up. The result is `true` if the database does not respond, because calls do
   * not need the database.
   */
  async isKept(requestId: string): Promise<boolean> {
    if (this.#known && this.#now() < this.#known.until) return this.#known.isKept;
    const isKept = await this.#compare(requestId);
    this.#known = { isKept: isKept ?? true, until: isKept ? Number.POSITIVE_INFINITY : this.#now() + AGAIN_MS };
    return this.#known.isKept;
  }

  /**
   * Throws an error if objects must not be looked up. The caller of an RPC method only learns that the method failed.
   */
  async refuseUnkept(): Promise<void> {
    if (!(await this.isKept(crypto.randomUUID()))) throw new Error("JURISDICTION is not the installation's");
  }

  /**
   * Compares the setting with the database.
   * @returns `null` if the row could not be read
   */
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
