import { expect, test } from "vitest";
import type { ConnectionPort } from "../../../../durable-objects/connection/connection-port.ts";
import { ConnectingApplication, connectionOf, type TokenPair } from "../../../support/connecting-application.ts";
import type { World } from "../../../support/world.ts";

/** Defines the tests that compare the direct connections of other tests with connections made on the pages. */
export function direct(world: World): void {
  const { api } = world;

  /** Returns the index row and the object state of a connection, without times and random values. */
  async function stored(tokens: TokenPair): Promise<unknown> {
    const id = connectionOf(tokens);
    const { CONNECTION } = await world.system
      .getWorker<{ CONNECTION: DurableObjectNamespace }>("frontdesk-account")
      .getEnv();
    const object = CONNECTION.get(CONNECTION.idFromName(id)) as unknown as ConnectionPort;
    const row = await world.accounts.prepare("SELECT * FROM connections WHERE id = ?").bind(id).first();
    const text = JSON.stringify([row, await object.summary(5), await object.standing()]);
    return JSON.parse(text.replaceAll(id, "<id>").replace(/"\d{4}-\d\d-\d\dT[^"]*"|\b\d{13}\b/g, '"<time>"'));
  }

  /** Returns the responses to calls with the connection, without random values. */
  async function answers({ access_token }: TokenPair): Promise<unknown> {
    const paths = ["/account", "/account/services?status=all", "/account/domains", "/account/invoices"];
    const responses = await Promise.all(paths.map((path) => api.request(path, access_token)));
    return Promise.all(responses.map(async (response) => [response.status, (await response.json()) as object])).then(
      (all) => JSON.stringify(all).replace(/"(?:id|at|request_id|instance)":"[^"]*"/g, ""),
    );
  }

  test.each([
    { login: "owner", account: 1001, scopes: [], limit: "all" },
    { login: "owner", account: 1002, scopes: ["billing:write", "domains:write"], limit: "all" },
    { login: "owner", account: 1001, scopes: ["domains:write"], limit: "domain:studio-ana.ca" },
    { login: "nocard", account: 1004, scopes: ["billing:write"], limit: "service:2401" },
  ])("a direct connection equals a connection from the pages: %j", async (choices) => {
    const application = await ConnectingApplication.register(world.origin);
    const byPages = await application.tokens(choices);
    const direct = await application.directTokens(choices);
    const { access_token: one, refresh_token: next, ...said } = byPages;
    const { access_token: other, refresh_token: following, ...saidDirectly } = direct;
    expect(saidDirectly).toEqual(said);
    const shape = (token: string) => token.replace(/[^:]+/g, (part) => String(part.length));
    expect([shape(other), shape(following)]).toEqual([shape(one), shape(next)]);
    expect(await stored(direct)).toEqual(await stored(byPages));
    expect(await answers(direct)).toEqual(await answers(byPages));
    expect((await application.refresh(following)).scope).toBe((await application.refresh(next)).scope);
  });
}
