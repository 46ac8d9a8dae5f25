import { DurableObject } from "cloudflare:workers";

interface Bindings {
  COUNTER: DurableObjectNamespace<Counter>;
  DB: D1Database;
}

/** An object that counts in memory. This is the minimum work of an object for a request. */
export class Counter extends DurableObject {
  #count = 0;

  count(): number {
    return ++this.#count;
  }
}

const DOMAINS = `
  SELECT d.id, d.name AS domain, d.name AS unicode_domain, d.status, d.registered_on, d.expires_on,
    d.next_due_on AS next_due_date, d.renewal_price, d.renewal_years, d.auto_renew,
    'http://localhost:8787/client-area/domains/' || d.name AS manage_url
  FROM domains d WHERE d.account_id = ? AND d.status NOT IN ('expired', 'transferred_away', 'cancelled', 'fraud')
  ORDER BY d.name, d.id LIMIT ?`;

/**
 * The minimal Worker with state for each caller. It calls the caller's object once, then runs one query and returns its
 * rows. The last part of the path names the object.
 */
export default {
  async fetch(request, env) {
    const name = request.url.slice(request.url.lastIndexOf("/") + 1);
    await env.COUNTER.get(env.COUNTER.idFromName(name)).count();
    const { results } = await env.DB.prepare(DOMAINS).bind(1001, 26).all();
    return Response.json({ account: { id: 1001 }, currency: "CAD", domains: results, next_cursor: null });
  },
} satisfies ExportedHandler<Bindings>;
