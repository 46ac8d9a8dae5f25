import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionOfApiToken } from "../../../durable-objects/connection/api-token.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { AssistantsPageContext } from "../../../workers/account/pages/page-request.ts";
import { LOGINS } from "../../engine/support/questions.ts";
import { type Admitted, ConnectionDoor, recordOf } from "../../support/connection-door.ts";
import { type AssistantsPages, signedInAs, startAssistants } from "./support/assistants-pages.ts";

const LIST = "/connected-assistants";
let api: AssistantsPages;
let door: ConnectionDoor;

beforeAll(async () => {
  [api, door] = await Promise.all([startAssistants(), ConnectionDoor.open()]);
});
afterAll(() => Promise.all([api.close(), door.close()]));

/** The port of a real object, as far as the page asks it. */
function port(id: string): ConnectionPort {
  const methods = ["openToken", "summary", "narrow", "end"];
  return new Proxy({} as ConnectionPort, {
    get: (_, method: string) => {
      if (!methods.includes(method)) throw new Error(`the page asked for ${method}`);
      return (...args: unknown[]) => door.call("CONNECTION", id, method, ...args);
    },
  });
}

test("a token is created, used, narrowed and revoked on its real object", async () => {
  const context: Partial<AssistantsPageContext> = {
    connection: port,
    account: () => ({ entries: async () => [] }),
    now: () => Date.now(),
    signedIn: signedInAs("owner", Date.now()),
  };
  const post = (form: Record<string, string>) => api.ask(LIST, Object.entries(form), context);
  const list = async (path = LIST) => (await api.ask(path, null, context)).text();

  const html = await list(`${LIST}?new-token&account=1001`);
  const once = /name="once" value="(\w+)"/.exec(html)?.[1] ?? "";
  const form = { account: "1001", once, name: "Nightly report", limit: "all", days: "30", action: "create_token" };
  const answer = await (await post({ ...form, operation: "renewDomain" })).text();
  const token = /\bfdk_[0-9A-Za-z]{60}\b/.exec(answer)?.[0] ?? "";
  const id = connectionOfApiToken(token) ?? "";
  expect(once.startsWith(id)).toBe(true);

  const use = async (): Promise<Admitted | undefined> => {
    const record = recordOf("request-1", { target: "domain:studio-ana.ca", operation: "renewDomain", status: 201 });
    return (await door.admit([{ name: id, credential: { kind: "api_token", token }, requests: 1, record }]))[0];
  };
  expect(await use()).toMatchObject({
    outcome: "admitted",
    pass: { accountId: 1001, scopes: ["account:read", "billing:write"], operations: ["renewDomain"] },
  });
  expect((await post({ ...form, name: "Another" })).status).toBe(303);
  const used = await list();
  expect(used).toContain("last used now");
  expect(used).toContain("What it did (1)");

  expect((await post({ connection: id, limit: "domain:ana.dev", action: "narrow" })).status).toBe(303);
  expect(await use()).toMatchObject({
    outcome: "admitted",
    pass: { scopes: ["account:read"], operations: [], limit: { kind: "domain", name: "ana.dev" } },
  });
  expect((await post({ connection: id, limit: "all", action: "narrow" })).status).toBe(409);
  expect(await list()).toContain("Only ana.dev");

  const ended = await post({ connection: id, action: "disconnect" });
  expect(await use()).toEqual({ outcome: "refused" });
  expect(await list(ended.headers.get("Location") ?? "")).toContain("Nightly report was revoked.");
  expect(await api.index.alive(LOGINS.owner)).toEqual([]);
});
