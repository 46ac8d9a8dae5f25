import { expect, inject, test } from "vitest";

const origin = inject("origin");

test.each([
  ["/sign-in", 200, "unsafe-none"],
  ["/oauth/authorize?client_id=nobody", 400, "unsafe-none"],
  ["/oauth/authorize?pending=none", 403, "unsafe-none"],
  ["/sign-out", 405, "unsafe-none"],
  ["/", 200, "same-origin"],
])("%s of the whole system is a page with an id of its own, and its opener policy", async (path, status, policy) => {
  const response = await fetch(origin + path);
  expect(response.status).toBe(status);
  expect(response.headers.get("Content-Type")).toContain("text/html");
  expect(response.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get("Cross-Origin-Opener-Policy")).toBe(policy);
});

test("the connected assistants keep to themselves, with or without a form", async () => {
  const signIn = await fetch(`${origin}/connected-assistants`, { redirect: "manual" });
  expect([signIn.status, signIn.headers.get("Location")]).toEqual([303, "/sign-in"]);
  const foreign = await fetch(`${origin}/connected-assistants`, { method: "POST", body: new URLSearchParams("a=b") });
  expect([foreign.status, foreign.headers.get("Cross-Origin-Opener-Policy")]).toEqual([403, "same-origin"]);
});
