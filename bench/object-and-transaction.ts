import { DurableObject } from "cloudflare:workers";
import { orderAnswer } from "./order-answer.ts";

interface Bindings {
  LEDGER: DurableObjectNamespace<Ledger>;
  DB: D1Database;
}

/** An object that writes one value. The runtime delays the response until the value is durable. */
export class Ledger extends DurableObject {
  write(text: string): void {
    this.ctx.storage.kv.put("order", text);
  }

  /** An empty call, which loads the object. */
  load(): void {}
}

/** The rows of a plan order, without the rows that make sure that it is placed only once. */
const ROWS = [
  `INSERT INTO services (account_id, plan_id, plan_name, status, billing_cycle, recurring_price)
   VALUES (?, 'web-start', 'Web Start', 'pending', 'annually', 7188) RETURNING id`,
  `INSERT INTO invoices (account_id, number, status, issued_on, due_on, subtotal, taxes, tax, lines)
   SELECT ?, '2026-' || (max(id) + 1), 'unpaid', '2026-11-21', '2026-11-28', 3594,
     '[{"name":"GST","rateThousandths":5000,"amount":180},{"name":"QST","rateThousandths":9975,"amount":359}]', 539,
     '[{"description":{"en":"Web Start","fr":"Web Start"},"amount":7188},{"description":{"en":"First-year discount of 50 %",'
     || '"fr":"Remise de 50 % la première année"},"amount":-3594}]' FROM invoices RETURNING id, number`,
  `INSERT INTO orders (account_id, kind, status, placed_at, service_id, plan_id, billing_cycle, recurring_price, term_price,
     terms_version, invoice_id)
   VALUES (?, 'plan', 'open', '2026-11-21T09:00:00Z', (SELECT max(id) FROM services), 'web-start', 'annually', 7188, 3594,
     '2026-09-01', (SELECT max(id) FROM invoices)) RETURNING id`,
];

/**
 * The minimal Worker for an order. It writes one durable value in the customer's object, then runs one transaction that
 * writes the order. It checks nothing, keeps nothing for a second call, and writes no log. The last part of the path is
 * the account. A GET only loads the object.
 */
export default {
  async fetch(request, env) {
    const name = request.url.slice(request.url.lastIndexOf("/") + 1);
    const id = Number(name);
    const ledger = env.LEDGER.get(env.LEDGER.idFromName(name));
    if (request.method === "GET") {
      await ledger.load();
      return new Response("loaded");
    }
    await ledger.write(await request.text());
    const results = await env.DB.batch<{ id: number; number: string }>(ROWS.map((sql) => env.DB.prepare(sql).bind(id)));
    const [service, invoice, order] = results.map(({ results: [row] }) => row);
    const ids = { orderId: order?.id, serviceId: service?.id, invoiceId: invoice?.id, number: invoice?.number };
    return Response.json(orderAnswer({ id, ...ids }), { status: 201 });
  },
} satisfies ExportedHandler<Bindings>;
