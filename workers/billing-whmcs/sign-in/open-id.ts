import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import { log } from "../../../shared/platform/log.ts";

const KEPT_MS = 600_000;
const MAX_CLOCK_DIFFERENCE_S = 30;
const DEADLINE_MS = 7_000;

/** The provider's OpenID Connect credential and where its endpoints are. */
export interface OpenIdSettings {
  /** As the tokens have it; pinned, whatever the metadata says. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where this Worker reaches the installation, which may be a tunnel; the browser goes to the published address. */
  base: string;
  fetch: (request: Request) => Promise<Response>;
}

/** What was sent along with the customer, to be compared with what comes back. */
export interface OpenIdRequest {
  state: string;
  nonce: string;
  verifier: string;
}

/** Bodies of the requests that are made here. */
type SentBody = URLSearchParams | undefined;

/** Who has signed in, as far as the identity provider tells. */
export interface Identity {
  subject: string;
  email: string;
  /** Null where it does not say. */
  emailVerified: boolean | null;
}

/**
 * `declined`: the provider's page ended it. `foreign`: what came back is of another sign-in. `untrusted`: tokens that do not prove
 * who it is; the log says why. `unavailable`: no answer.
 */
export type SignedInThere =
  | { kind: "identity"; identity: Identity }
  | { kind: "declined" | "foreign" | "untrusted" | "unavailable" };

/**
 * The authorization code flow of OpenID Connect as WHMCS speaks it. Its metadata announces neither response types, PKCE, nonce nor
 * `iat`: fixed values are sent, and only what a token must have (`iss`, `aud`, `exp`, `sub`, our nonce) is required.
 */
export class OpenId {
  readonly #settings: OpenIdSettings;
  readonly #now: () => number;
  #metadata: { server: oauth.AuthorizationServer; at: number } | undefined;
  #keys: { set: JSONWebKeySet; at: number } | undefined;

  constructor(settings: OpenIdSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Where the browser is sent, and what is kept for its return. @throws where the metadata cannot be had */
  async begin(returnTo: string, language: string): Promise<{ address: string; request: OpenIdRequest }> {
    const { authorization_endpoint: endpoint } = await this.#server();
    if (!endpoint) throw new Error("the metadata names no authorization endpoint");
    const request = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    };
    const address = new URL(endpoint);
    const parameters = {
      client_id: this.#settings.clientId,
      redirect_uri: returnTo,
      response_type: "code",
      scope: "openid profile email",
      state: request.state,
      nonce: request.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: "S256",
      ui_locales: language,
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return { address: address.href, request };
  }

  /** @param returned the query that the browser came back with */
  async end(
    request: OpenIdRequest,
    returned: Record<string, string>,
    returnTo: string,
    requestId: string | undefined,
  ): Promise<SignedInThere> {
    try {
      return await this.#end(request, returned, returnTo);
    } catch (cause) {
      const kind = kindOf(cause);
      if (kind !== "declined" && kind !== "foreign") {
        log(kind === "untrusted" ? "sign_in_untrusted" : "sign_in_unavailable", { request_id: requestId, cause });
      }
      return { kind };
    }
  }

  async #end(request: OpenIdRequest, returned: Record<string, string>, returnTo: string): Promise<SignedInThere> {
    const server = await this.#server();
    const { clientId, clientSecret } = this.#settings;
    const client: oauth.Client = { client_id: clientId };
    if (returned.state !== request.state) return { kind: "foreign" };
    const answer = oauth.validateAuthResponse(server, client, new URLSearchParams(returned), request.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(clientSecret),
      answer,
      returnTo,
      request.verifier,
      this.#options(),
    );
    if (response.status >= 500) throw new NoAnswer(`the token endpoint answered ${response.status}`);
    // The code was used or is too old: a reload of the address that it came with.
    if (response.status === 400 && (await isInvalidGrant(response.clone()))) return { kind: "foreign" };
    if (response.status !== 200) throw new Untrusted(`the token endpoint answered ${response.status}`);
    const tokens = Tokens.parse(await response.json());
    const subject = await this.#subjectOf(tokens.id_token, request.nonce);
    const userInfo = await oauth.userInfoRequest(server, client, tokens.access_token, this.#options());
    const claims = UserInfo.parse(await oauth.processUserInfoResponse(server, client, subject, userInfo));
    return {
      kind: "identity",
      identity: { subject, email: claims.email, emailVerified: claims.email_verified ?? null },
    };
  }

  /** The subject of an ID token that was signed for this client, this sign-in and this moment. */
  async #subjectOf(idToken: string, nonce: string): Promise<string> {
    const { issuer, clientId } = this.#settings;
    const verify = (set: JSONWebKeySet) =>
      jwtVerify(idToken, createLocalJWKSet(set), {
        issuer,
        audience: clientId,
        algorithms: ["RS256"],
        requiredClaims: ["exp", "sub"],
        clockTolerance: MAX_CLOCK_DIFFERENCE_S,
        currentDate: new Date(this.#now()),
      });
    const { payload } = await verify(await this.#keySet(false)).catch(async (cause: unknown) => {
      // A key that is not among those kept may be new.
      if (!(cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWSSignatureVerificationFailed))
        throw cause;
      return verify(await this.#keySet(true));
    });
    if (typeof payload.nonce !== "string") throw new Untrusted("the ID token has no nonce");
    if (payload.nonce !== nonce) throw new Untrusted("the ID token has the nonce of another sign-in");
    if (payload.azp !== undefined && payload.azp !== clientId) throw new Untrusted("the ID token is for another party");
    if (!payload.sub) throw new Untrusted("the ID token names nobody");
    return payload.sub;
  }

  async #server(): Promise<oauth.AuthorizationServer> {
    const now = this.#now();
    if (this.#metadata && now - this.#metadata.at < KEPT_MS) return this.#metadata.server;
    const { issuer } = this.#settings;
    const response = await this.#fetch(new Request(`${this.#settings.base}/oauth/openid-configuration.php`));
    const published = await oauth.processDiscoveryResponse(new URL(issuer), response);
    // What the issuer is called is compared to the letter with each token, not as the library normalizes it.
    const server = { ...published, issuer };
    this.#metadata = { server, at: now };
    return server;
  }

  async #keySet(isFresh: boolean): Promise<JSONWebKeySet> {
    const now = this.#now();
    if (!isFresh && this.#keys && now - this.#keys.at < KEPT_MS) return this.#keys.set;
    const { jwks_uri: address } = await this.#server();
    if (!address) throw new Error("the metadata names no keys");
    const response = await this.#fetch(new Request(this.#reachable(address)));
    if (response.status !== 200) throw new NoAnswer(`the keys' address answered ${response.status}`);
    const set = KeySet.parse(await response.json());
    // An installation that has never signed a token has no key yet.
    if (set.keys.length === 0) throw new NoAnswer("there is no signing key");
    this.#keys = { set: set as JSONWebKeySet, at: now };
    return this.#keys.set;
  }

  #options() {
    return {
      [oauth.customFetch]: (address: string, { headers, method, body }: oauth.CustomFetchOptions<string, SentBody>) =>
        this.#fetch(new Request(this.#reachable(address), { headers, method, body: body ?? null })),
      [oauth.allowInsecureRequests]: this.#settings.base.startsWith("http:"),
    };
  }

  /** A published address, as this Worker reaches it. */
  #reachable(address: string): string {
    const { pathname, search } = new URL(address);
    const base = new URL(this.#settings.base);
    const prefix = new URL(this.#settings.issuer).pathname.replace(/\/$/, "");
    const path = prefix !== "" && pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname;
    return base.href.replace(/\/$/, "") + path + search;
  }

  async #fetch(request: Request): Promise<Response> {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    return this.#settings.fetch(new Request(request, { redirect: "manual", signal }));
  }
}

const Tokens = z.object({ access_token: z.string().min(1), id_token: z.string().min(1) });
const UserInfo = z.object({ email: z.string().min(3).max(254), email_verified: z.boolean().optional() });
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

class Untrusted extends Error {
  override name = "Untrusted";
}

class NoAnswer extends Error {
  override name = "NoAnswer";
}

async function isInvalidGrant(response: Response): Promise<boolean> {
  const refusal = z.object({ error: z.literal("invalid_grant") }).safeParse(await response.json().catch(() => null));
  return refusal.success;
}

function kindOf(cause: unknown): Exclude<SignedInThere["kind"], "identity"> {
  if (cause instanceof oauth.AuthorizationResponseError) return "declined";
  const isJudged =
    cause instanceof Untrusted ||
    cause instanceof z.ZodError ||
    cause instanceof errors.JOSEError ||
    cause instanceof oauth.OperationProcessingError ||
    cause instanceof oauth.WWWAuthenticateChallengeError;
  return isJudged ? "untrusted" : "unavailable";
}
