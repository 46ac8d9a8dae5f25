import { expect, inject, test } from "vitest";
import { AccountClient } from "../../../support/account-client.ts";
import { expectAccountHeaders, expectProblem } from "../../../support/account-lists.ts";

const api = new AccountClient();

interface ApiAnswer {
  account: Record<string, unknown>;
  client_area_url: string;
}

test("gives the account the connection was made for, and the client area", async () => {
  const { account, client_area_url } = await api.read<ApiAnswer>("/account");
  expect(account).toEqual({
    id: 1001,
    name: "Studio Ana Inc.",
    company: "Studio Ana Inc.",
    email: "owner@maple.example",
    country: "CA",
    currency: "CAD",
    credit_balance: 25,
  });
  expect(new URL(client_area_url).pathname).toBe("/client-area");
});

test("a connection for the login's other account gives that one", async () => {
  const { account } = await api.read<ApiAnswer>("/account", { account: 1002 });
  expect(account).toMatchObject({
    id: 1002,
    name: "Ana Europe SARL",
    country: "FR",
    currency: "EUR",
    credit_balance: 0,
  });
});

test("a login without the permission is told so", async () => {
  await expectProblem(api, "/account", { login: "contact" }, { status: 403, code: "permission_denied" });
});

test.each(["service:2101", "domain:studio-ana.ca"])("a connection limited to %s may read it", async (limit) => {
  const { account } = await api.read<ApiAnswer>("/account", { limit });
  expect(account.id).toBe(1001);
});

test("takes no parameter: there is no other account to ask for", async () => {
  const token = await api.token();
  for (const [parameter, name] of [
    ["id=1002", "id"],
    ["lang=fr", "lang"],
    ["currency=EUR", "currency"],
  ] as const) {
    await expectProblem(api, `/account?${parameter}`, token, {
      status: 400,
      code: "invalid_parameter",
      parameters: [name],
    });
  }
});

test("every answer has its id, what is left of the minute, and is kept by nobody", async () => {
  const token = await api.token({ login: "nocard" });
  const left = async () => {
    const response = await api.request("/account", token);
    expectAccountHeaders(response);
    return Number(/r=(\d+)/.exec(response.headers.get("RateLimit") ?? "")?.[1]);
  };
  const first = await left();
  expect(first).toBeLessThan(120);
  expect(await left()).toBe(first - 1);
});

test("refuses in English whatever language is asked for: it takes none", async () => {
  const response = await api.request("/account?lang=fr");
  expect(await response.json()).toMatchObject({ status: 400, code: "invalid_parameter", title: "Invalid parameter" });
  const nothing = await api.request("/account/nothing?lang=fr");
  expect(await nothing.json()).toMatchObject({ status: 404, title: "Not found" });
  const method = await fetch(new URL("/api/v1/account?lang=fr", inject("origin")), { method: "DELETE" });
  expect(await method.json()).toMatchObject({ status: 405, title: "Method not allowed" });
});
