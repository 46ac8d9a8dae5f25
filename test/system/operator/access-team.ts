import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export const ISSUER = "https://maple.cloudflareaccess.com";
/** The issuer of a team whose keys cannot be read. */
export const AWAY = "https://away.cloudflareaccess.com";
export const AUDIENCE = "a".repeat(64);

/** Claims that replace the usual claims of a token. An undefined value removes the claim. */
type Claims = Record<string, unknown>;

interface TokenOptions {
  kid?: string;
  /** The lifetime in seconds. */
  expiresIn?: number;
}

/** A Cloudflare Access team. It signs tokens and serves its keys over the real protocol on the loopback interface. */
export class AccessTeam {
  readonly #keys: Awaited<ReturnType<typeof generateKeyPair>>;
  readonly #server: Server;
  #restoreFetch: () => void = () => undefined;

  private constructor(keys: Awaited<ReturnType<typeof generateKeyPair>>, jwk: object) {
    this.#keys = keys;
    this.#server = createServer((request, response) => {
      const isKeys = request.url === "/cdn-cgi/access/certs";
      response.writeHead(isKeys ? 200 : 404, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ keys: [{ ...jwk, kid: "current", alg: "RS256", use: "sig" }] }));
    });
  }

  /** Starts the team. Until the team is closed, the Workers' requests to the issuer go to the loopback interface. */
  static async start(): Promise<AccessTeam> {
    const keys = await generateKeyPair("RS256", { extractable: true });
    const team = new AccessTeam(keys, await exportJWK(keys.publicKey));
    await new Promise<void>((resolve) => team.#server.listen(0, "127.0.0.1", resolve));
    const { port } = team.#server.address() as AddressInfo;
    const usual = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      // Nothing listens on this port.
      if (url.startsWith(`${AWAY}/`)) return usual(url.replace(AWAY, "http://127.0.0.1:1"));
      return url.startsWith(`${ISSUER}/`) ? usual(url.replace(ISSUER, `http://127.0.0.1:${port}`)) : usual(input, init);
    };
    team.#restoreFetch = () => {
      globalThis.fetch = usual;
    };
    return team;
  }

  async close(): Promise<void> {
    this.#restoreFetch();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Returns a valid token for an operator. */
  token(claims: Claims = {}, { kid = "current", expiresIn = 600 }: TokenOptions = {}): Promise<string> {
    return this.#signed(claims, { alg: "RS256", kid }, expiresIn, this.#keys.privateKey);
  }

  /** Returns a token signed with another key. */
  async forged(claims: Claims = {}): Promise<string> {
    const { privateKey } = await generateKeyPair("RS256");
    return this.#signed(claims, { alg: "RS256", kid: "current" }, 600, privateKey);
  }

  /** Returns a token signed with the public key as a shared secret (HS256). */
  async signedWithPublicKey(): Promise<string> {
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(this.#keys.publicKey)));
    return this.#signed({}, { alg: "HS256", kid: "current" }, 600, secret);
  }

  /** Returns a token without a signature. */
  async unsigned(): Promise<string> {
    const [, payload = ""] = (await this.token()).split(".");
    return `${Buffer.from(JSON.stringify({ alg: "none", kid: "current" })).toString("base64url")}.${payload}.`;
  }

  #signed(
    claims: Claims,
    header: { alg: string; kid: string },
    expiresIn: number,
    key: CryptoKey | Uint8Array,
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const good = {
      aud: [AUDIENCE],
      email: "Olga@maple.example",
      iat: now,
      nbf: now,
      iss: ISSUER,
      type: "app",
      sub: "1",
    };
    return new SignJWT({ ...good, exp: now + expiresIn, ...claims }).setProtectedHeader(header).sign(key);
  }
}
