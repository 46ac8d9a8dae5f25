import { expect, test } from "vitest";
import { authCodeElsewhere } from "../../../../dev/sandbox/names.ts";
import { type Choices, ConnectingApplication } from "../../../support/connecting-application.ts";
import { PageVisitor } from "../../../support/page-visitor.ts";
import { type Act, done, type PlacedOrder, refused } from "./act.ts";
import { type ActingSystem, storesOf } from "./acting-system.ts";

const TERMS = "2026-09-01";
const SCOPES = ["billing:write", "domains:write"];

let keys = 0;
const newKey = () => ({ idempotency_key: `refused-${++keys}` });

/** An order of a name with the terms accepted, under a key of its own. */
export function orderOf(domain: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { domain, accept_terms: TERMS, ...newKey(), ...more };
}

/** An application that a customer gave the scopes of what acts, or what is chosen. */
export async function connectTo({ origin, api }: ActingSystem, choices: Choices = {}) {
  const application = await ConnectingApplication.register(origin);
  const visitor = new PageVisitor(origin);
  const { access_token: token } = await application.tokens({ scopes: SCOPES, ...choices }, visitor);
  const act: Act = async (tool, input) => {
    const response = await api.callTool(tool, input, token);
    return { ok: response.ok, value: await response.json() };
  };
  return { visitor, token, act };
}

/** Names that another registrar has, that are gone, or that are no longer to be had. */
export function refusing(system: ActingSystem): void {
  const { records } = system;

  test("a name in redemption is quoted as not to be had, and its transfer is refused", async () => {
    const { act } = await connectTo(system);
    const name = "redemption-journey.com";
    for (const type of ["register", "transfer"]) {
      const quoted = await done<{ available: boolean; note: string }>(
        act("quote_domain_order", { domain: name, type }),
      );
      expect(quoted).toMatchObject({ available: false, note: expect.stringContaining("in its redemption period") });
    }
    const before = await records.countOrders();
    const problem = await refused(act("order_domain", orderOf(name, { type: "transfer", auth_code: "any" })));
    expect(problem).toMatchObject({
      code: "not_available",
      detail: expect.stringContaining("in its redemption period"),
    });
    expect(await records.countOrders()).toBe(before);
  });

  test("a name that somebody took after the quote is not ordered", async () => {
    const { act } = await connectTo(system);
    expect(await done(act("quote_domain_order", { domain: "soon-gone.dev" }))).toMatchObject({ available: true });
    system.registry.register("soon-gone.dev");
    const before = await records.countOrders();
    expect((await refused(act("order_domain", orderOf("soon-gone.dev")))).code).toBe("not_available");
    expect(await records.countOrders()).toBe(before);
  });

  test("a transfer in arrives once it is paid, and its code is in no database", async () => {
    const { act } = await connectTo(system);
    const domain = "taken-arriving.com";
    const auth_code = authCodeElsewhere(domain);
    const placed = await done<PlacedOrder>(act("order_domain", orderOf(domain, { type: "transfer", auth_code })));
    await system.pay(placed.action_required.url);
    await records.passDay();
    const { domains } = await done<{ domains: { status: string }[] }>(act("list_my_domains", { domain }));
    expect(domains).toMatchObject([{ status: "active" }]);
    for (const [store, held, known] of await storesOf(system, 1001)) {
      expect(held, store).toContain(known);
      expect(held.includes(auth_code), store).toBe(false);
    }
  });
}
