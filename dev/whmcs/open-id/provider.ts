import { createHash, createHmac, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { WhmcsState, WhmcsUser } from "../state.ts";

/** What the `sub` of a token stands for. */
export type SubjectKind = "user_uuid" | "user_id" | "client_uuid";

export interface OpenIdOptions {
  clientId: string;
  clientSecret: string;
  /** Compared to the letter. */
  redirectUris: string[];
  subject: SubjectKind;
  /** Of an ID token, in seconds. */
  tokenLife: number;
  hasNonce: boolean;
  hasIssuedAt: boolean;
  hasEmailVerified: boolean;
  hasKeyId: boolean;
  /** An installation that has never signed a token has no key yet. */
  hasKey: boolean;
  /** The e-mail address in userinfo is the account's contact address, not the user's own. */
  givesAccountEmail: boolean;
  /** The code verifier is not looked at. */
  ignoresVerifier: boolean;
  /** Where the metadata says that the endpoints are; null: where the browser's pages are. */
  publishedAt: string | null;
  /** Claims of ID tokens in place of the true ones; undefined leaves one out. */
  claims: Record<string, unknown>;
  /** Members of their header, likewise. */
  header: Record<string, unknown>;
  /** Claims of userinfo, likewise. */
  userInfo: Record<string, unknown>;
  /** What an ID token is signed with. `public_key`: an HMAC whose secret is the public key, which everybody has. */
  signature: "own" | "none" | "another_key" | "public_key";
}

export const OPEN_ID_DEFAULTS: Omit<OpenIdOptions, "clientId" | "clientSecret" | "redirectUris"> = {
  subject: "user_uuid",
  tokenLife: 100,
  hasNonce: true,
  hasIssuedAt: false,
  hasEmailVerified: true,
  hasKeyId: true,
  hasKey: true,
  givesAccountEmail: false,
  ignoresVerifier: false,
  publishedAt: null,
  claims: {},
  header: {},
  userInfo: {},
  signature: "own",
};

interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

interface IssuedCode {
  userId: number;
  redirectUri: string;
  nonce: string | null;
  challenge: string | null;
  expiresAt: number;
}

/** What an authorization request asks for. */
export interface AuthorizationRequest {
  redirectUri: string;
  state: string | null;
  nonce: string | null;
  challenge: string | null;
}

export type TokenAnswer = { status: number; body: Record<string, unknown> };

/** The OpenID Connect provider of an installation: codes, ID tokens and userinfo. */
export class OpenIdProvider {
  readonly options: OpenIdOptions;
  readonly #state: WhmcsState;
  readonly #now: () => number;
  readonly #issuer: string;
  #keyPair: KeyPair | null = null;
  /** Keys that are published besides, such as those of before. */
  readonly otherKeys: Record<string, unknown>[] = [];
  readonly #codes = new Map<string, IssuedCode>();
  readonly #tokens = new Map<string, { userId: number; expiresAt: number }>();

  constructor(state: WhmcsState, issuer: string, options: OpenIdOptions, now: () => number) {
    this.#state = state;
    this.#issuer = issuer;
    this.options = options;
    this.#now = now;
  }

  /** Tokens are signed with another key from now on. */
  rotate(modulusLength?: number): void {
    this.#keyPair = keyPair(modulusLength);
  }

  /** As it was recorded: no response types, no PKCE, four claims. @param here where the browser's pages are */
  metadata(here: string): Record<string, unknown> {
    const base = this.options.publishedAt ?? here;
    return {
      issuer: this.#issuer,
      authorization_endpoint: `${base}/oauth/authorize.php`,
      token_endpoint: `${base}/oauth/token.php`,
      userinfo_endpoint: `${base}/oauth/userinfo.php`,
      jwks_uri: `${base}/oauth/certs.php`,
      scopes_supported: ["openid", "email", "profile"],
      response_types_supported: [],
      id_token_signing_alg_values_supported: ["RS256"],
      claims_supported: ["iss", "aud", "exp", "sub"],
    };
  }

  keySet(): { keys: Record<string, unknown>[] } {
    if (!this.options.hasKey) return { keys: [] };
    return { keys: [this.#publicKey, ...this.otherKeys] };
  }

  /** Null where the client or the address to return to is not registered. */
  readRequest(query: URLSearchParams): AuthorizationRequest | null {
    const redirectUri = query.get("redirect_uri") ?? "";
    const isOurs = query.get("client_id") === this.options.clientId && this.options.redirectUris.includes(redirectUri);
    if (!isOurs || query.get("response_type") !== "code") return null;
    return {
      redirectUri,
      state: query.get("state"),
      nonce: query.get("nonce"),
      challenge: query.get("code_challenge_method") === "S256" ? query.get("code_challenge") : null,
    };
  }

  issueCode({ redirectUri, nonce, challenge }: AuthorizationRequest, userId: number): string {
    const code = randomBytes(24).toString("base64url");
    this.#codes.set(code, { userId, redirectUri, nonce, challenge, expiresAt: this.#now() + 60_000 });
    return code;
  }

  /** The token endpoint; a code is taken once. */
  exchange(form: URLSearchParams): TokenAnswer {
    if (form.get("client_id") !== this.options.clientId || form.get("client_secret") !== this.options.clientSecret) {
      return { status: 401, body: { error: "invalid_client" } };
    }
    const code = form.get("code") ?? "";
    const issued = this.#codes.get(code);
    this.#codes.delete(code);
    const verifier = form.get("code_verifier") ?? "";
    const isProved =
      !issued?.challenge ||
      this.options.ignoresVerifier ||
      createHash("sha256").update(verifier).digest("base64url") === issued.challenge;
    if (!issued || issued.expiresAt < this.#now() || issued.redirectUri !== form.get("redirect_uri") || !isProved) {
      return { status: 400, body: { error: "invalid_grant", error_description: "The authorization code is invalid" } };
    }
    const user = this.#state.users.find(({ id }) => id === issued.userId);
    if (!user) return { status: 400, body: { error: "invalid_grant" } };
    const accessToken = randomBytes(24).toString("hex");
    this.#tokens.set(accessToken, { userId: user.id, expiresAt: this.#now() + 3_600_000 });
    return {
      status: 200,
      body: {
        access_token: accessToken,
        expires_in: 3600,
        token_type: "Bearer",
        scope: "openid profile email",
        id_token: this.#idToken(user, issued.nonce),
      },
    };
  }

  userInfo(accessToken: string): TokenAnswer {
    const token = this.#tokens.get(accessToken);
    const user = token && token.expiresAt > this.#now() && this.#state.users.find(({ id }) => id === token.userId);
    if (!user) return { status: 401, body: { error: "invalid_token" } };
    const email = this.options.givesAccountEmail ? (this.#clientOf(user)?.email ?? user.email) : user.email;
    return {
      status: 200,
      body: {
        sub: this.#subjectOf(user),
        email,
        ...(this.options.hasEmailVerified ? { email_verified: user.isEmailVerified } : {}),
        name: `${user.firstName} ${user.lastName}`.trim(),
        locale: "en",
        ...this.options.userInfo,
      },
    };
  }

  #idToken(user: WhmcsUser, nonce: string | null): string {
    const { clientId, hasNonce, hasIssuedAt, tokenLife, hasKeyId, signature } = this.options;
    const now = Math.floor(this.#now() / 1_000);
    const claims = {
      iss: this.#issuer,
      aud: clientId,
      exp: now + tokenLife,
      sub: this.#subjectOf(user),
      ...(hasIssuedAt ? { iat: now } : {}),
      ...(hasNonce && nonce !== null ? { nonce } : {}),
      ...this.options.claims,
    };
    const alg = { own: "RS256", another_key: "RS256", none: "none", public_key: "HS256" }[signature];
    const header = { typ: "JWT", alg, ...(hasKeyId ? { kid: this.#keyId } : {}), ...this.options.header };
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    return `${signed}.${this.#sign(signed)}`;
  }

  /** Generated when it is first needed: an RSA key takes about 100 ms of CPU time, and most installations never sign. */
  get #keys(): KeyPair {
    this.#keyPair ??= keyPair();
    return this.#keyPair;
  }

  #sign(text: string): string {
    switch (this.options.signature) {
      case "own":
        return rsaSignature(text, this.#keys.privateKey);
      case "another_key":
        return rsaSignature(text, keyPair().privateKey);
      case "public_key":
        return createHmac("sha256", this.#keys.publicKey.export({ type: "spki", format: "pem" }))
          .update(text)
          .digest("base64url");
      case "none":
        return "";
    }
  }

  get #publicKey(): Record<string, unknown> {
    const key = this.#keys.publicKey.export({ format: "jwk" });
    return { ...key, use: "sig", alg: "RS256", ...(this.options.hasKeyId ? { kid: this.#keyId } : {}) };
  }

  get #keyId(): string {
    const { n = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return createHash("sha256").update(n).digest("hex").slice(0, 16);
  }

  #subjectOf(user: WhmcsUser): string {
    switch (this.options.subject) {
      case "user_uuid":
        return user.uuid;
      case "user_id":
        return String(user.id);
      case "client_uuid":
        return this.#clientOf(user)?.uuid ?? user.uuid;
    }
  }

  #clientOf({ id }: WhmcsUser) {
    const membership = this.#state.memberships.find(({ userId }) => userId === id);
    return this.#state.clients.find((client) => client.id === membership?.clientId);
  }
}

export function keyPair(modulusLength = 2_048): KeyPair {
  return generateKeyPairSync("rsa", { modulusLength });
}

function rsaSignature(text: string, key: KeyObject): string {
  return createSign("RSA-SHA256").update(text).sign(key, "base64url");
}
