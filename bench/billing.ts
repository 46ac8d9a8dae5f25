import { WorkerEntrypoint } from "cloudflare:workers";

const MAY_ORDER = `
  SELECT a.id, a.name, a.currency FROM account_login_permissions p JOIN accounts a ON a.id = p.account_id
  WHERE p.login_id = ?1 AND p.account_id = ?1 AND p.permission = 'orders'`;

/** The minimal billing system that can authorize an order. Each call needs one query. */
export default class extends WorkerEntrypoint<{ DB: D1Database }> {
  authorize(id: number) {
    return this.env.DB.prepare(MAY_ORDER).bind(id).first();
  }

  override fetch(): Response {
    return new Response(null, { status: 404 });
  }
}
