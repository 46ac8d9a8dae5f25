import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { describe, expect, inject, test } from "vitest";
import { AccountClient } from "../../support/account-client.ts";
import { CALLBACK, returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor, type VisitedPage } from "../../support/page-visitor.ts";

const api = new AccountClient();

const origin = inject("origin");
const base = new URL(`${origin}/api/v1`);
const insecure = { [oauth.allowInsecureRequests]: true };

/** Signs in as a customer and decides on the consent page. Returns the redirect URL. */
async function answer(url: URL, decision: "allow" | "deny", visitor = new PageVisitor(origin)): Promise<URL> {
  let page: VisitedPage = await visitor.open(url);
  page = await visitor.submit(page, "email", { email: "nocard@maple.example", password: "maple-nocard" });
  return returnedTo(visitor.submit(page, "decision", { scope: ["billing:write"], limit: "all", decision }));
}

describe("oauth4webapi", () => {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  let server: oauth.AuthorizationServer;
  let client: oauth.Client;
  let tokens: oauth.TokenEndpointResponse;
  const authentication = oauth.None();

  async function authorizationUrl(): Promise<URL> {
    const url = new URL(server.authorization_endpoint ?? "");
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: "code",
      scope: "account:read",
      resource: base.href,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();
    return url;
  }

  test("finds the resource metadata (RFC 9728) and the authorization server (RFC 8414) from a challenge", async () => {
    const refused = await fetch(`${base}/account`);
    const named = /resource_metadata="([^"]+)"/.exec(refused.headers.get("WWW-Authenticate") ?? "")?.[1];
    expect(named).toBe(`${origin}/.well-known/oauth-protected-resource/api/v1`);
    const resource = await oauth.processResourceDiscoveryResponse(
      base,
      await oauth.resourceDiscoveryRequest(base, insecure),
    );
    const issuer = new URL(resource.authorization_servers?.[0] ?? "");
    const response = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: "oauth2" });
    server = await oauth.processDiscoveryResponse(issuer, response);
    expect(server.issuer).toBe(origin);
  });

  test("registers an application (RFC 7591)", async () => {
    const metadata = {
      client_name: "oauth4webapi",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
    };
    const response = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure);
    client = await oauth.processDynamicClientRegistrationResponse(response);
    expect(client.client_id).toBeTruthy();
  });

  test("gets an error if the customer declines", async () => {
    const returned = await answer(await authorizationUrl(), "deny");
    expect(() => oauth.validateAuthResponse(server, client, returned, state)).toThrow(oauth.AuthorizationResponseError);
    expect(returned.searchParams.get("error")).toBe("access_denied");
  });

  test("exchanges a code (RFC 7636, RFC 9207)", async () => {
    const returned = await answer(await authorizationUrl(), "allow");
    const parameters = oauth.validateAuthResponse(server, client, returned, state);
    const request = () =>
      oauth.authorizationCodeGrantRequest(server, client, authentication, parameters, CALLBACK, verifier, insecure);
    tokens = await oauth.processAuthorizationCodeResponse(server, client, await request());
    expect(tokens.scope).toBe("account:read billing:write");
    expect(tokens.expires_in).toBe(3600);
    expect((await api.request("/account", tokens.access_token)).status).toBe(200);

    const other = new URL(returned);
    other.searchParams.set("iss", "https://elsewhere.example");
    expect(() => oauth.validateAuthResponse(server, client, other, state)).toThrow();
  });

  test("refreshes, then revokes its token (RFC 7009)", async () => {
    const refresh = async (token = "") =>
      oauth.refreshTokenGrantRequest(server, client, authentication, token, insecure);
    const next = await oauth.processRefreshTokenResponse(server, client, await refresh(tokens.refresh_token));
    expect(next.refresh_token).toBeTruthy();
    expect((await api.request("/account", next.access_token)).status).toBe(200);

    const revocation = await oauth.revocationRequest(
      server,
      client,
      authentication,
      next.refresh_token ?? "",
      insecure,
    );
    await oauth.processRevocationResponse(revocation);
    expect((await api.request("/account", next.access_token)).status).toBe(401);
    const late = oauth.processRefreshTokenResponse(server, client, await refresh(next.refresh_token));
    await expect(late).rejects.toMatchObject({ error: "invalid_grant" });
  });
});

describe.each([
  ["client_secret_basic", openid.ClientSecretBasic()],
  ["client_secret_post", openid.ClientSecretPost()],
])("openid-client with %s", (method, authentication) => {
  test("discovers, registers, connects, refreshes and revokes", async () => {
    const options = { algorithm: "oauth2" as const, execute: [openid.allowInsecureRequests] };
    const metadata = { client_name: "openid-client", redirect_uris: [CALLBACK], token_endpoint_auth_method: method };
    const config = await openid.dynamicClientRegistration(new URL(origin), metadata, authentication, options);
    expect(config.clientMetadata().client_secret).toBeTruthy();

    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: "account:read billing:write",
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    });
    const returned = await answer(url, "allow");
    const tokens = await openid.authorizationCodeGrant(config, returned, { pkceCodeVerifier, expectedState });
    expect((await api.request("/account", tokens.access_token)).status).toBe(200);
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect((await api.request("/account", next.access_token)).status).toBe(200);
    await openid.tokenRevocation(config, next.refresh_token ?? "");
    expect((await api.request("/account", next.access_token)).status).toBe(401);
  });
});
