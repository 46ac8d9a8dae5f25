import { describe, expect, inject, test } from "vitest";
import { ConnectingApplication, returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";

const origin = inject("origin");

function register(metadata: object, address: string): Promise<Response> {
  return fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": address },
    body: JSON.stringify(metadata),
  });
}

test("the 61st registration in an hour from one network is refused with a time to retry", async () => {
  const metadata = { redirect_uris: ["https://app.example/callback"], token_endpoint_auth_method: "none" };
  // All addresses are in one /64. The rate limit treats a /64 as one network.
  const from = (one: number) => register(metadata, `2001:db8:61:61::${one.toString(16)}`);
  const statuses: number[] = [];
  for (let first = 1; first <= 60; first += 10) {
    const ten = Array.from({ length: 10 }, (_, one) => from(first + one));
    statuses.push(...(await Promise.all(ten)).map(({ status }) => status));
  }
  expect(statuses).toEqual(Array(60).fill(201));
  const refused = await from(61);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
  expect(refused.headers.get("RateLimit")).toMatch(/^"registrations";r=0;t=\d+$/);
  expect((await register(metadata, "2001:db8:61:62::1")).status, "somebody else").toBe(201);
});

describe("a link to our authorization page", () => {
  const ERRORS: Record<string, string>[] = [{ prompt: "none" }, { code_challenge: "" }, { response_type: "token" }];
  test.each(["https://phish.example/maple-login", "cursor://anysphere.cursor-deeplink/callback"])(
    "shows our page before it leads to %s",
    async (own) => {
      const metadata = { redirect_uris: ["https://app.example/callback", own], token_endpoint_auth_method: "none" };
      const response = await register(metadata, "203.0.113.75");
      const { client_id } = (await response.json()) as { client_id: string };
      const application = ConnectingApplication.known(origin, client_id);
      for (const changes of ERRORS) {
        const page = await new PageVisitor(origin).open(
          application.authorizationUrl({ redirect_uri: own, ...changes }),
        );
        expect([page.status, page.headers.has("Location"), page.headers.has("Refresh")]).toEqual([400, false, false]);
        const place = own.startsWith("https:") ? "phish.example" : "cursor:";
        expect(page.html).toContain("Nobody has checked who makes this application");
        const [, href = "", shown = ""] =
          /<a class="button" href="([^"]+)" rel="nofollow noreferrer"><span>Go on to <bdi>([^<]+)<\/bdi>/.exec(
            page.html,
          ) ?? [];
        expect(shown).toBe(place);
        const link = new URL(href.replaceAll("&amp;", "&"));
        expect(link.href.startsWith(own)).toBe(true);
        expect(link.searchParams.get("error")).toMatch(
          /^(?:login_required|invalid_request|unsupported_response_type)$/,
        );
        expect(link.searchParams.get("iss")).toBe(origin);
      }
    },
  );
});

test("the redirect after the consent uses the application's own scheme exactly as registered", async () => {
  const own = "cursor://anysphere.cursor-deeplink/callback";
  const redirect_uris = ["https://app.example/callback", own];
  const response = await register({ redirect_uris, token_endpoint_auth_method: "none" }, "203.0.113.73");
  const { client_id } = (await response.json()) as { client_id: string };
  const application = ConnectingApplication.known(origin, client_id);
  const visitor = new PageVisitor(origin);
  const consent = await application.toConsent(visitor, { login: "nocard" }, { redirect_uri: own });
  expect(consent.html).toContain("cursor:");
  const left = await returnedTo(visitor.submit(consent, "decision", { limit: "all", decision: "allow" }));
  expect(left.href).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/callback\?/);
  expect((await application.exchange(left, own)).scope).toBe("account:read");

  const other = application.authorizationUrl({ redirect_uri: `${own}/elsewhere` });
  expect((await visitor.open(other)).status).toBe(400);
});
