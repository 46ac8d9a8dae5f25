import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import * as z from "zod";
import type { Call } from "../../../shared/billing-contract/call.ts";
import type { BeginSignIn } from "../../../shared/billing-contract/sign-in.ts";
import type { Fetch } from "../../../shared/platform/bounded-request.ts";
import { unlessAborted } from "../../../shared/platform/deadline.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";
import { bool } from "../api/decode.ts";
import { type IdTokenIdentity, identityIn, MAX_CLOCK_DIFFERENCE_S } from "./id-token-claims.ts";
import { logFailure, SignInFailure, type SignInWithoutIdentity } from "./sign-in-failure.ts";

/** A provider says when it asked for a password only where it is told how long ago that may be (Core §2, `auth_time`): a day, seconds. */
const MAX_SIGN_IN_AGE_S = "86400";
const KEPT_MS = 600_000;
/** Of one half of a sign-in, all its requests together. */
const DEADLINE_MS = 7_000;
const MAX_ANSWER_BYTES = 65_536;
/** A modulus of 2,048 bits in base64url. */
const MIN_MODULUS_LENGTH = 342;
const MAX_CODE_LENGTH = 2_048;

/** The provider's OpenID Connect credential and where its endpoints are. */
export interface OpenIdSettings {
  /** As the tokens have it; pinned, whatever the metadata says. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where this Worker reaches the installation, which may be a tunnel; the browser goes to the published address. */
  base: string;
  fetch: Fetch;
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
export interface Identity extends IdTokenIdentity {
  email: string;
  /** Null where it does not say. */
  emailVerified: boolean | null;
}

/**
 * `declined`: the provider's page ended it. `foreign`: what came back is of another sign-in. `untrusted`: tokens that do not prove
 * who it is. `unavailable`: no answer, or one that is about no customer.
 */
export type SignedInThere =
  | { kind: "identity"; identity: Identity }
  | { kind: "declined" | "foreign" }
  | SignInWithoutIdentity;

/**
 * The authorization code flow of OpenID Connect as WHMCS speaks it. Its metadata announces neither response types, PKCE, nonce nor
 * `iat`: fixed values are sent, and only what a token must have (`iss`, `aud`, `exp`, `sub`, our nonce) is required.
 */
export class OpenId {
  readonly #settings: OpenIdSettings;
  readonly #now: () => number;
  #metadata: { server: Metadata; at: number } | undefined;
  #keys: { set: JSONWebKeySet; at: number } | undefined;

  constructor(settings: OpenIdSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Where the browser is sent, and what is kept for its return; null, and a log line, where the metadata cannot be had. */
  async begin({
    returnTo,
    language,
    isAgain = false,
    requestId,
  }: BeginSignIn & Call): Promise<{ address: string; request: OpenIdRequest } | null> {
    const server = await this.#server(deadline()).catch((cause: unknown) => {
      logFailure(cause, requestId);
      return null;
    });
    if (!server) return null;
    const request = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    };
    const address = new URL(server.authorization_endpoint);
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
      // What either means is OpenID Connect's (Core §3.1.2.1); whether WHMCS heeds it is not known.
      ...(isAgain ? { prompt: "login", max_age: "0" } : { max_age: MAX_SIGN_IN_AGE_S }),
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
    if (returned.state !== request.state) return { kind: "foreign" };
    try {
      return await this.#end(request, returned, returnTo, deadline());
    } catch (cause) {
      if (cause instanceof oauth.AuthorizationResponseError) return { kind: "declined" };
      return logFailure(cause, requestId);
    }
  }

  async #end(
    request: OpenIdRequest,
    returned: Record<string, string>,
    returnTo: string,
    signal: AbortSignal,
  ): Promise<SignedInThere> {
    const server = await this.#server(signal);
    const { clientId, clientSecret } = this.#settings;
    const client: oauth.Client = { client_id: clientId };
    const read = Object.entries(returned).filter(([name]) => RETURNED.has(name));
    const answer = oauth.validateAuthResponse(server, client, new URLSearchParams(read), request.state);
    const { length } = answer.get("code") ?? "";
    if (length === 0 || length > MAX_CODE_LENGTH) return { kind: "foreign" };
    const secret = oauth.ClientSecretPost(clientSecret);
    const options = this.#options(signal);
    const [response] = await Promise.all([
      oauth.authorizationCodeGrantRequest(server, client, secret, answer, returnTo, request.verifier, options),
      // Asked for meanwhile; the first use below fails as this one has.
      this.#keySet(signal, false),
    ]);
    // The code was used or is too old: a reload of the address that it came with.
    if (response.status === 400 && (await isInvalidGrant(response.clone()))) return { kind: "foreign" };
    if (response.status !== 200) throw new SignInFailure("unavailable", "token_refused");
    const tokens = Tokens.safeParse(await response.json());
    if (!tokens.success) throw new SignInFailure("untrusted", "tokens_unread");
    const told = await this.#identityOf(tokens.data.id_token, request.nonce, signal);
    const userInfo = await oauth.userInfoRequest(server, client, tokens.data.access_token, options);
    if (userInfo.status !== 200) throw new SignInFailure("untrusted", "userinfo_refused");
    const claims = UserInfo.safeParse(await oauth.processUserInfoResponse(server, client, told.subject, userInfo));
    if (!claims.success) throw new SignInFailure("untrusted", "userinfo_unread");
    const { email, email_verified: emailVerified } = claims.data;
    return { kind: "identity", identity: { ...told, email, emailVerified: emailVerified ?? null } };
  }

  /** Who an ID token tells of that was signed for this client, this sign-in and this moment. */
  async #identityOf(idToken: string, nonce: string, signal: AbortSignal): Promise<IdTokenIdentity> {
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
    const { payload } = await verify(await this.#keySet(signal, false)).catch(async (cause: unknown) => {
      // A key that is not among those kept may be new.
      if (!(cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWSSignatureVerificationFailed))
        throw cause;
      return verify(await this.#keySet(signal, true));
    });
    return identityIn(payload, clientId, nonce, Math.floor(this.#now() / 1_000));
  }

  async #server(signal: AbortSignal): Promise<Metadata> {
    const now = this.#now();
    if (this.#metadata && now - this.#metadata.at < KEPT_MS) return this.#metadata.server;
    const { issuer, base } = this.#settings;
    const response = await this.#fetch(new Request(`${base}/oauth/openid-configuration.php`), signal);
    const published = await oauth.processDiscoveryResponse(new URL(issuer), response).catch((cause: unknown) => {
      throw new SignInFailure("unavailable", "metadata_of_another", { cause });
    });
    const addresses = Addresses.safeParse(published);
    if (!addresses.success) throw new SignInFailure("unavailable", "metadata_unread");
    // Nothing but http leads a browser anywhere, and from https nothing leads to http.
    const isOwn = (address: string) => ["https:", new URL(issuer).protocol].includes(new URL(address).protocol);
    if (!Object.values(addresses.data).every(isOwn)) throw new SignInFailure("unavailable", "metadata_unread");
    // What the issuer is called is compared to the letter with each token, not as the library normalizes it.
    const server = { ...published, ...addresses.data, issuer };
    this.#metadata = { server, at: now };
    return server;
  }

  async #keySet(signal: AbortSignal, isFresh: boolean): Promise<JSONWebKeySet> {
    const now = this.#now();
    if (!isFresh && this.#keys && now - this.#keys.at < KEPT_MS) return this.#keys.set;
    const { jwks_uri: address } = await this.#server(signal);
    const response = await this.#fetch(new Request(this.#reachable(address)), signal);
    const read = KeySet.safeParse(response.status === 200 ? await response.json() : null);
    if (!read.success) throw new SignInFailure("unavailable", "keys_unread");
    // An installation that has never signed a token has no key yet.
    if (read.data.keys.length === 0) throw new SignInFailure("unavailable", "no_signing_key");
    const keys = read.data.keys.filter(({ kty, n }) => kty === "RSA" && (n ?? "").length >= MIN_MODULUS_LENGTH);
    this.#keys = { set: { keys } as JSONWebKeySet, at: now };
    return this.#keys.set;
  }

  #options(signal: AbortSignal) {
    return {
      [oauth.customFetch]: (address: string, { headers, method, body }: oauth.CustomFetchOptions<string, SentBody>) =>
        this.#fetch(new Request(this.#reachable(address), { headers, method, body: body ?? null }), signal),
      // Which scheme a published address may have is decided where the metadata is read.
      [oauth.allowInsecureRequests]: true,
    };
  }

  /**
   * A published address, as this Worker reaches it: code, secret and tokens go to the configured installation alone, whatever
   * host or folder the metadata names.
   */
  #reachable(address: string): string {
    const { pathname, search } = new URL(address);
    const at = pathname.lastIndexOf("/oauth/");
    if (at === -1) throw new SignInFailure("unavailable", "metadata_unread");
    return this.#settings.base.replace(/\/+$/, "") + pathname.slice(at) + search;
  }

  /** One answer, read to its end. @throws {SignInFailure} for what is no JSON, a redirect, or a failure of the server */
  async #fetch(request: Request, signal: AbortSignal): Promise<Response> {
    // A runtime may lose the request's own signal while the body is read.
    const asked = this.#settings.fetch(new Request(request, { redirect: "manual", signal }));
    const { status, body } = await unlessAborted(asked, signal);
    const bytes = await unlessAborted(readAtMost(body, MAX_ANSWER_BYTES), signal);
    if (!bytes) throw new SignInFailure("unavailable", "too_large");
    const text = new TextDecoder().decode(bytes);
    const isAnswer = status === 200 || (status >= 400 && status < 500 && status !== 429);
    if (!isAnswer || !isJson(text)) throw new SignInFailure("unavailable", "no_answer");
    return new Response(text, { status, headers: { "Content-Type": "application/json" } });
  }
}

/** Of the query that the browser comes back with. */
const RETURNED = new Set(["state", "code", "error", "iss"]);

const address = z.url({ protocol: /^https?$/ });
const Addresses = z.object({
  authorization_endpoint: address,
  token_endpoint: address,
  userinfo_endpoint: address,
  jwks_uri: address,
});
type Metadata = oauth.AuthorizationServer & z.output<typeof Addresses>;

const Tokens = z.object({ access_token: z.string().min(1), id_token: z.string().min(1) });
const UserInfo = z.object({
  email: z
    .string()
    .max(254)
    .regex(/^[^\s@]+@[^\s@]+$/),
  // PHP casts as it likes; null is a claim that is not there.
  email_verified: bool.nullish(),
});
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), n: z.string().optional() })) });

async function isInvalidGrant(response: Response): Promise<boolean> {
  return z.object({ error: z.literal("invalid_grant") }).safeParse(await response.json()).success;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // expected: a page in place of an answer.
    return false;
  }
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(DEADLINE_MS);
}
