import { expect, test } from "vitest";
import { frontDoor } from "../../../workers/site/front-door.ts";

const named = (name: string) => ({ fetch: async () => new Response(name) });
const door = frontDoor(
  [
    { path: "/api/v1/account", service: named("account") },
    { path: "/api/v1", service: named("catalogue") },
  ],
  named("pages"),
);

test.each([
  ["/api/v1", "catalogue"],
  ["/api/v1/", "catalogue"],
  ["/api/v1?lang=fr", "catalogue"],
  ["/api/v1/plans/web-start", "catalogue"],
  ["/api/v1/account", "account"],
  ["/api/v1/account/domains", "account"],
  ["/api/v1/accounts", "catalogue"],
  ["/api/v10", "pages"],
  ["/api/v1x", "pages"],
  ["/", "pages"],
  ["/?x=/api/v1", "pages"],
  ["/x/api/v1", "pages"],
  ["//api/v1", "pages"],
])("a request for %s goes to %s", async (path, name) => {
  for (const origin of ["http://localhost:8787", "https://desk.example", "http://[::1]:1"]) {
    const response = await door.fetch(new Request(origin + path) as never, {}, {} as never);
    expect(await response.text(), origin).toBe(name);
  }
});

test("a request is passed on unchanged", async () => {
  let seen: unknown;
  const fetch = async (request: unknown) => {
    seen = request;
    return new Response();
  };
  const request = new Request("https://desk.example/api/v1/mcp", { method: "POST", body: "{}" });
  await frontDoor([{ path: "/api/v1", service: { fetch } }], named("pages")).fetch(request as never, {}, {} as never);
  expect(seen).toBe(request);
});
