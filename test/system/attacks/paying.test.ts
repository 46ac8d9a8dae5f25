import { expect, test } from "vitest";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";

/** As it is deployed: `DEMONSTRATION` is empty. */
const world = useWorld({ isDemonstration: false });

const PLAN = { plan: "web-start", billing_cycle: "annually", accept_terms: "2026-09-01" };

async function ask(token: string, path: string, body?: object) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
  const init = body && { method: "POST", headers, body: JSON.stringify(body) };
  const response = await world.api.request(path, token, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function connect(login: string, account: number): Promise<string> {
  const application = await ConnectingApplication.register(world.origin);
  return (await application.tokens({ login, account, scopes: ["billing:write"] })).access_token;
}

async function atClientArea(login: string, path: string) {
  const visitor = new PageVisitor(world.origin);
  const page = await visitor.signIn(await visitor.open(`${path}?lang=en`), login);
  return { visitor, page, token: /name="token" value="([^"]+)"/.exec(page.html)?.[1] ?? "" };
}

test("what is ordered is paid by no form: the invoice stays unpaid and the service pending", async () => {
  const token = await connect("owner", 1001);
  const order = await ask(token, "/account/orders/plan", PLAN);
  expect(order.status).toBe(201);
  const { id, view_url } = (order.body as Record<string, { id: number; view_url: string }>).invoice ?? expect.fail();
  const path = new URL(view_url).pathname;
  const { visitor, token: form } = await atClientArea("owner", path);
  for (const fields of [[], [["card", "add"]], [["paid", "1"]]] as [string, string][][]) {
    expect((await visitor.post(path, [["token", form], ...fields])).status).toBe(403);
  }
  const { body } = await ask(token, "/account/invoices?status=unpaid&limit=100");
  expect((body.invoices as { id: number }[]).map((invoice) => invoice.id)).toContain(id);
  const services = await ask(token, "/account/services?status=all&limit=100");
  const service = (services.body.services as { id: number; status: string }[]).find(
    (one) => one.id === (order.body.service_id as number),
  );
  expect(service?.status).toBe("pending");
});

test("a card is saved by no form where none can be charged", async () => {
  const { visitor, token: form } = await atClientArea("nocard", "/client-area/account/payment-methods");
  const refused = await visitor.post("/client-area/account/payment-methods", [
    ["token", form],
    ["card", "add"],
  ]);
  expect(refused.status).toBe(403);
  const saved = await world.billing.prepare("SELECT * FROM saved_cards WHERE account_id = 1004").first();
  expect(saved).toBeNull();
});

test.each(["/sign-in", "/client-area"])("%s does not call itself a demonstration", async (path) => {
  const page = await (await fetch(`${world.origin}${path}?lang=en`)).text();
  expect(page).toContain('name="password"');
  expect(page).not.toMatch(/demonstration|nothing is charged|README/i);
});
