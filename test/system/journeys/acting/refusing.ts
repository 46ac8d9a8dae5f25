import { expect, test } from "vitest";
import { type Choices, ConnectingApplication } from "../../../support/connecting-application.ts";
import { PageVisitor } from "../../../support/page-visitor.ts";
import { type Act, done, refused } from "./act.ts";
import type { ActingSystem } from "./acting-system.ts";

const TERMS = "2026-09-01";
const SCOPES = ["billing:write", "domains:write"];

let keys = 0;
const newKey = () => ({ idempotency_key: `refused-${++keys}` });

/** Returns the input of a domain order with accepted terms and a new idempotency key. */
export function orderOf(domain: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { domain, accept_terms: TERMS, ...newKey(), ...more };
}

/** Connects an application to a customer's account. By default it gets the scopes for orders and domain settings. */
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

/** Defines the tests with domains that cannot be ordered. */
export function refusing(system: ActingSystem): void {
  const { records } = system;

  test("a domain in redemption is quoted as unavailable, and its transfer is refused", async () => {
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
}
