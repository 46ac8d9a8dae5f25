import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { authCodeElsewhere } from "../../../../dev/sandbox/names.ts";
import { API_PATH } from "../../../../shared/platform/addresses.ts";
import type { ConnectingApplication } from "../../../support/connecting-application.ts";
import { ORDERING } from "./ordering.ts";
import type { SearchedWorld } from "./searched-world.ts";

const TERMS = "2026-09-01";

type Order = (input: Record<string, unknown>, token?: string) => Promise<Record<string, unknown>>;

/** An application that may order, and the planted secrets. */
export interface Ordering {
  world: SearchedWorld;
  /** The planted secrets, by description. */
  planted: Map<string, string>;
  /** The application. It exists once the world has started. */
  readonly application: ConnectingApplication;
  readonly token: string;
}

/** Plants a unique code. Returns it surrounded by characters that are escaped in JSON, URLs and HTML. */
export function canary(planted: Map<string, string>, what: string): string {
  const core = `CANARY${random()}`;
  planted.set(what, core);
  return `"é<&'${core}'&>%`;
}

/** Plants the auth code of a new domain at another registrar. */
export function nameElsewhere(planted: Map<string, string>, what: string): { domain: string; auth_code: string } {
  const domain = `taken-${random()}.com`;
  planted.set(what, authCodeElsewhere(domain));
  return { domain, auth_code: authCodeElsewhere(domain) };
}

const random = () => randomBytes(8).toString("hex");
export const randomName = (prefix = "taken") => `${prefix}-${random()}.com`;

let keys = 0;
export const newKey = () => `canary-key-${++keys}`;

export const transferOf = (domain: string, auth_code: unknown, more: Record<string, unknown> = {}) => ({
  ...{ domain, type: "transfer", auth_code, accept_terms: TERMS, idempotency_key: newKey() },
  ...more,
});

/** Returns a function for each transport that places an order, by default with the application's token. */
export function waysToOrder(ordering: Ordering): { way: "HTTP" | "MCP"; order: Order }[] {
  return (["HTTP", "MCP"] as const).map((way) => ({
    way,
    order: (input, token = ordering.token) => ORDERING[way](ordering.world, input, token),
  }));
}

/** Defines tests with auth codes that are refused for different reasons. @param own a domain in the account */
export function refusedTransfers(ordering: Ordering, way: "HTTP" | "MCP", order: Order, own: string): void {
  const { world, planted } = ordering;

  test.each<[string, (code: string) => Record<string, unknown>, string]>([
    ["with an invalid field", (code) => transferOf(randomName(), code, { years: 0 }), "invalid_body"],
    ["with an unknown field", (code) => transferOf(randomName(), code, { auth_codes: code }), "invalid_body"],
    ["as a list", (code) => transferOf(randomName(), [code]), "invalid_body"],
    ["if it is too long", (code) => transferOf(randomName(), code.repeat(20)), "invalid_body"],
    ["in a registry's field", (code) => transferOf(randomName(), code, { fields: { code } }), "invalid_body"],
    [
      "without a key",
      (code) => transferOf(randomName(), code, { idempotency_key: undefined }),
      "idempotency_key_required",
    ],
    ["without the terms", (code) => transferOf(randomName(), code, { accept_terms: undefined }), "terms_not_accepted"],
    ["at another price", (code) => transferOf(randomName(), code, { expected_price: 1 }), "refused"],
    ["for an available domain", (code) => transferOf(randomName("free"), code), "not_available"],
    [
      "for a domain without a usable registry reply",
      (code) => transferOf(randomName("garbage"), code),
      "server_unavailable",
    ],
    ["for an extension that is not sold", (code) => transferOf("taken-one.example", code), "not_offered"],
    ["for a domain in the same account", (code) => transferOf(own, code), "not_available"],
  ])("is refused %s", async (what, input, code) => {
    expect(await order(input(canary(planted, `${way} ${what}`)))).toMatchObject({ code });
  });

  test("is refused with a credential that may not order", async () => {
    const reader = await ordering.application.directTokens({ scopes: [] });
    const without = transferOf(randomName(), canary(planted, `${way} without scope`));
    expect((await order(without, reader.access_token)).code).toBe("insufficient_scope");
    const stranger = await order(transferOf(randomName(), canary(planted, `${way} without credential`)), "nobody");
    expect(stranger.code).toBe("unauthorized");
  });

  test("is refused in an unreadable body", async () => {
    const code = canary(planted, `${way} unreadable`);
    const path = way === "HTTP" ? `${API_PATH}/account/orders/domain` : `${API_PATH}/account/mcp`;
    for (const body of [`{"auth_code":"${code}`, `{"auth_code":"x","auth_code":"${code}"}`, `auth_code=${code}`]) {
      const response = await fetch(`${world.origin}${path}`, {
        method: "POST",
        body,
        headers: {
          Authorization: `Bearer ${ordering.token}`,
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          "Idempotency-Key": newKey(),
        },
      });
      expect((await world.kept(response)).status).toBe(400);
    }
  });
}
