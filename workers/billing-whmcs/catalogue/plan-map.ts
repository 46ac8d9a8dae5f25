/** A plan that a product is sold as. */
export interface MappedPlan {
  planId: string;
  /** Id of its product line. */
  line: string;
}

const KEPT_MS = 60_000;

/** Which plan each product is, as the provider keeps it; a minute old at most. */
export class PlanMap {
  readonly #db: D1Database;
  readonly #now: () => number;
  #read: { at: number; plans: ReadonlyMap<number, MappedPlan> } | undefined;

  constructor(db: D1Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** By the product's id. */
  async byProduct(): Promise<ReadonlyMap<number, MappedPlan>> {
    const now = this.#now();
    if (this.#read && now - this.#read.at < KEPT_MS) return this.#read.plans;
    const { results } = await this.#db
      .prepare("SELECT m.product_id, p.id, p.line_id FROM plan_products m JOIN plans p ON p.id = m.plan_id")
      .all<{ product_id: number; id: string; line_id: string }>();
    const plans = new Map(results.map(({ product_id, id, line_id }) => [product_id, { planId: id, line: line_id }]));
    this.#read = { at: now, plans };
    return plans;
  }
}
