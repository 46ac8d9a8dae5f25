import { inTime } from "./deadline.ts";
import { log } from "./log.ts";

/** Where the platform can keep objects and stores. */
const JURISDICTIONS = ["eu", "us", "fedramp"] as const;

type Jurisdiction = (typeof JURISDICTIONS)[number];

export interface JurisdictionSetting {
  /** One of `JURISDICTIONS`; empty or absent: the platform chooses. */
  JURISDICTION?: string;
}

interface Namespace<Same> {
  jurisdiction(jurisdiction: Jurisdiction): Same;
}

/** The objects of a class as their port: the runtime's types of a stub wrap what crosses the binding. */
export interface ObjectNamespace<Port> extends Namespace<ObjectNamespace<Port>> {
  getByName(name: string): Port;
}

/**
 * The objects of a class in the jurisdiction that is set. The same name is another, empty object in another jurisdiction, so
 * every object is looked up through this. The local runtime knows no jurisdiction and throws where one is set.
 */
export function within<Objects extends Namespace<Objects>>(
  namespace: Objects,
  { JURISDICTION: setting }: JurisdictionSetting,
): Objects {
  const jurisdiction = setting ? jurisdictionFrom(setting) : null;
  return jurisdiction ? namespace.jurisdiction(jurisdiction) : namespace;
}

/** @returns null where none is set @throws Error naming what is none */
export function jurisdictionFrom(setting = ""): Jurisdiction | null {
  if (setting === "") return null;
  const known = JURISDICTIONS.find((jurisdiction) => jurisdiction === setting);
  if (!known) throw new Error(`JURISDICTION is not one of ${JURISDICTIONS.join(", ")}: ${setting}`);
  return known;
}

/** How long one reading of the row holds, where it differs or could not be read. */
const AGAIN_MS = 30_000;
const DEADLINE_MS = 1_000;

/**
 * Compares JURISDICTION with the one that the installation was made with, which the first deployment wrote into the Worker's
 * database. Where they differ every object would be another, empty one: nothing may be looked up. A deployment refuses to
 * change it; this is for a setting that was changed elsewhere.
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

  /** Whether objects may be looked up. They may while the database does not answer: calls are served without it too. */
  async isKept(requestId: string): Promise<boolean> {
    if (this.#known && this.#now() < this.#known.until) return this.#known.isKept;
    const isKept = await this.#compare(requestId);
    this.#known = { isKept: isKept ?? true, until: isKept ? Number.POSITIVE_INFINITY : this.#now() + AGAIN_MS };
    return this.#known.isKept;
  }

  /** @throws Error where objects may not be looked up, so that a method's caller learns only that it failed */
  async refuseUnkept(): Promise<void> {
    if (!(await this.isKept(crypto.randomUUID()))) throw new Error("JURISDICTION is not the installation's");
  }

  /** @returns null where the row could not be read */
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
