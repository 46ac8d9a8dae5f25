import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textOf } from "../../../support/page-visitor.ts";
import { type Act, type ApiOutcome, done, type PlacedOrder, refused } from "./act.ts";
import { type ActingSystem, storesOf } from "./acting-system.ts";
import { type Connected, WAYS } from "./ways.ts";

const NAMESERVERS = ["ns1.elsewhere.example", "ns2.elsewhere.example"];

interface Domain {
  domain: string;
  status: string;
  expires_on: string | null;
  auto_renew: boolean;
}

interface Service {
  id: number;
  plan_id: string;
  status: string;
}

interface Entry {
  operation: string;
  target: string | null;
  outcome: string;
  code: string | null;
}

/** Defines the tests of the actions that an assistant can take, from the quote to the payment, with each client. */
export function walkingThrough(system: ActingSystem): void {
  describe.each(WAYS.map((way, index) => ({ ...way, index })))(
    "an assistant over $name",
    ({ connect, customer, index }) => {
      const { records } = system;
      const name = `walked-through-${index}.com`;
      const owner = `${customer.login}@maple.example`;
      let act: Act;
      let connected: Connected;
      let service: number;
      const answers: ApiOutcome[] = [];
      let keys = 0;
      const key = () => ({ idempotency_key: `walk-${index}-${++keys}` });
      beforeAll(async () => {
        connected = await connect(system, customer);
        act = async (tool, input) => {
          const answer = await connected.act(tool, input);
          answers.push(answer);
          return answer;
        };
      });
      afterAll(() => connected?.close());

      const log = async () =>
        (await system.api.read<{ entries: Entry[] }>("/account/audit?limit=100", connected.token())).entries;
      const told = async () => (await system.mailsTo(owner)).map(({ subject }) => subject);
      const settings = () =>
        done<{ nameservers: string[]; locked: boolean }>(act("get_domain_registrar_settings", { domain: name }));
      const domainNamed = async (domain: string) =>
        (await done<{ domains: Domain[] }>(act("list_my_domains", { domain }))).domains[0];
      const serviceNow = async () => {
        const { services } = await done<{ services: Service[] }>(
          act("list_my_services", { status: "all", limit: 100 }),
        );
        return services.find(({ id }) => id === service);
      };
      /** Reads an order over HTTP, because no tool reads orders. @param id the id of the order */
      const orderNow = (id: number) => system.api.read(`/account/orders/${id}`, connected.token());
      /** Pays an order and expects its status to change from `awaiting_payment` to `completed`. */
      const pay = async ({ order_id, invoice, action_required }: PlacedOrder) => {
        const waiting = { status: "awaiting_payment", invoice, action_required };
        expect(await orderNow(order_id)).toMatchObject({ order_id, ...waiting });
        const page = await system.pay(action_required.url, customer.login);
        expect(textOf(page.html)).toMatch(/the invoice is paid|\bPaid\b/);
        const completed = { status: "completed", action_required: null };
        expect(await orderNow(order_id)).toMatchObject({ ...completed, invoice: { id: invoice.id, status: "paid" } });
      };

      test("quotes and orders a domain, which the payment registers", async () => {
        const quote = await done<{ available: boolean; price: { amount: number }; terms: { version: string } }>(
          act("quote_domain_order", { domain: name }),
        );
        expect(quote.available).toBe(true);
        const without = await refused(act("order_domain", { domain: name, ...key() }));
        expect(without).toMatchObject({ code: "terms_not_accepted", terms: { version: quote.terms.version } });

        const terms = { accept_terms: quote.terms.version, expected_price: quote.price.amount };
        const order = { domain: name, ...terms, ...key() };
        const placed = await done<PlacedOrder>(act("order_domain", order));
        expect(placed.invoice.status).toBe("unpaid");
        expect(await done(act("order_domain", order)), "the same key again").toEqual(placed);

        const { invoices } = await done<{ invoices: { id: number }[] }>(act("list_my_invoices", { status: "unpaid" }));
        expect(invoices.filter(({ id }) => id === placed.invoice.id)).toEqual([placed.invoice]);
        expect(await records.atRegistrar(name), "nothing before it is paid").toBeNull();

        await pay(placed);
        expect(await records.atRegistrar(name)).not.toBeNull();
        expect(await domainNamed(name)).toMatchObject({ domain: name, status: "active" });
        const check = await system.check(name);
        expect(await check.json()).toMatchObject({ status: "taken", available: false });
        expect((await refused(act("order_domain", { ...order, ...key() }))).code).toBe("not_available");
        await expect.poll(() => records.countMailsAbout(placed, customer.login)).toBe(1);
      });

      test("orders a plan at the quoted price, and the payment activates the plan", async () => {
        const asked = { plan: "web-start", billing_cycle: "annually" };
        const quote = await done<{ first_payment: { amount: number }; terms: { version: string } }>(
          act("quote_plan_order", asked),
        );
        const terms = { accept_terms: quote.terms.version, expected_price: quote.first_payment.amount };
        const placed = await done<PlacedOrder & { service_id: number; invoice: { subtotal: number } }>(
          act("order_plan", { ...asked, ...terms, ...key() }),
        );
        expect(placed.invoice.subtotal).toBe(quote.first_payment.amount);
        service = placed.service_id;
        expect(await serviceNow()).toMatchObject({ status: "pending", plan_id: "web-start" });
        await pay(placed);
        expect(await serviceNow()).toMatchObject({ status: "active" });
      });

      test("renews a domain, which the payment extends", async () => {
        const { domain } = customer;
        const endsOn = async () => [
          (await domainNamed(domain))?.expires_on,
          (await records.atRegistrar(domain))?.expiresOn,
        ];
        const before = await endsOn();
        const placed = await done<PlacedOrder>(act("renew_domain", { domain, ...key() }));
        expect((await refused(act("renew_domain", { domain, ...key() }))).code).toBe("already_requested");
        expect(await endsOn()).toEqual(before);
        await pay(placed);
        const yearLater = String(before[0]).replace(/^\d{4}/, (year) => String(Number(year) + 1));
        expect(await endsOn()).toEqual([yearLater, yearLater]);
      });

      test("changes a plan at the quoted price, and the payment applies the change", async () => {
        const asked = { id: service, plan: "web-plus" };
        const quote = await done<{ due_now: { amount: number }; allowed: boolean }>(act("quote_plan_change", asked));
        expect(quote.allowed).toBe(true);
        const change = { ...asked, expected_price: quote.due_now.amount, ...key() };
        const placed = await done<PlacedOrder & { invoice: { subtotal: number } }>(act("change_plan", change));
        expect(placed.invoice.subtotal).toBe(quote.due_now.amount);
        expect(await serviceNow()).toMatchObject({ plan_id: "web-start" });
        await pay(placed);
        expect(await serviceNow()).toMatchObject({ plan_id: "web-plus", status: "active" });
      });

      test("cancels a service only with the right confirmation", async () => {
        const stated = await done<{ done: boolean; confirm: string; consequences: string[] }>(
          act("cancel_service", { id: service }),
        );
        expect(stated.done).toBe(false);
        expect(stated.consequences.length).toBeGreaterThan(0);
        const bad = { id: service, when: "immediately", confirm: stated.confirm, ...key() };
        expect((await refused(act("cancel_service", bad))).code).toBe("refused");
        const cancelled = await done(act("cancel_service", { id: service, confirm: stated.confirm, ...key() }));
        expect(cancelled).toMatchObject({ done: true, service: { cancellation: { when: "end_of_period" } } });
        expect((await refused(act("cancel_service", { id: service }))).code).toBe("already_requested");
      });

      test("sets the nameservers, lock and automatic renewal of a domain and reads them back", async () => {
        expect((await settings()).nameservers).not.toEqual(NAMESERVERS);
        await done(act("set_domain_nameservers", { domain: name, nameservers: NAMESERVERS }));
        expect((await settings()).nameservers).toEqual(NAMESERVERS);
        for (const locked of [false, true]) {
          await done(act("set_domain_lock", { domain: name, locked }));
          expect((await settings()).locked).toBe(locked);
        }
        for (const auto_renew of [false, true]) {
          await done(act("set_domain_auto_renew", { domain: name, auto_renew }));
          expect(await domainNamed(name)).toMatchObject({ auto_renew });
        }
        expect(await records.atRegistrar(name)).toMatchObject({ nameservers: NAMESERVERS, isLocked: true });
        const mails = [
          `${name} was unlocked`,
          `The nameservers of ${name} were changed`,
          `${name} no longer renews automatically`,
        ];
        await expect.poll(told).toEqual(expect.arrayContaining(mails));
      });

      test("prepares a transfer away, and only the e-mail to the owner has the auth code", async () => {
        const { domain } = customer;
        const before = (await records.transferCodesOf(domain, owner)).length;
        const prepared = await done(act("transfer_domain_out", { domain, confirm_domain: domain, ...key() }));
        expect(prepared).toMatchObject({ unlocked: true, code_sent_to: `${owner[0]}•••@maple.example` });
        await expect.poll(() => records.transferCodesOf(domain, owner)).toHaveLength(before + 1);
        const { to, code = "" } = (await records.transferCodesOf(domain, owner)).at(-1) ?? {};
        expect(await records.atRegistrar(domain)).toMatchObject({ authCode: code, isLocked: false });
        expect(code).toMatch(/^\S{8,}$/);
        expect(to).toBe(owner);

        const stores = [
          ["answers", JSON.stringify(answers), domain],
          ["audit", JSON.stringify(await log()), domain],
          ...(await storesOf(system, customer.account)),
        ];
        for (const [store, held = "", known] of stores) {
          expect(held, store).toContain(known);
          expect(held.includes(code), store).toBe(false);
        }
      });

      test("finds every action in the log", async () => {
        const actions = (await log())
          .toReversed()
          .filter(({ operation }) => !/^(?:list|get|quote)/.test(operation))
          .map(({ operation, target, code, outcome }) => [operation, target, code ?? outcome]);
        const first = actions.findIndex(([, target]) => target === `domain:${name}`);
        expect(actions.slice(first)).toEqual([
          ["orderDomain", `domain:${name}`, "terms_not_accepted"],
          ["orderDomain", `domain:${name}`, "succeeded"],
          ["orderDomain", `domain:${name}`, "succeeded"],
          ["orderDomain", `domain:${name}`, "not_available"],
          ["orderPlan", "plan:web-start", "succeeded"],
          ["renewDomain", `domain:${customer.domain}`, "succeeded"],
          ["renewDomain", `domain:${customer.domain}`, "already_requested"],
          ["changePlan", `service:${service}`, "succeeded"],
          ["cancelService", `service:${service}`, "refused"],
          ["cancelService", `service:${service}`, "succeeded"],
          ["setDomainNameservers", `domain:${name}`, "succeeded"],
          ["setDomainLock", `domain:${name}`, "succeeded"],
          ["setDomainLock", `domain:${name}`, "succeeded"],
          ["setDomainAutoRenew", `domain:${name}`, "succeeded"],
          ["setDomainAutoRenew", `domain:${name}`, "succeeded"],
          ["transferDomainOut", `domain:${customer.domain}`, "succeeded"],
        ]);
      });
    },
  );
}
