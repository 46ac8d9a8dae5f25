import { createHash, randomBytes } from "node:crypto";
import { logins } from "../../dev/seed/customers/logins.ts";
import { PageVisitor, type VisitedPage } from "./page-visitor.ts";
import { asksToSignIn, signInStep } from "./sign-in-step.ts";

/** The customer's choices for a connection. */
export interface Choices {
  /** The part before the @ in the e-mail address of a demonstration login. */
  login?: string;
  /** The id of a login that is not part of the demonstration. */
  loginId?: number;
  /** The id of the account, if the login manages several accounts. */
  account?: number;
  scopes?: string[];
  limit?: string;
  /** The kinds of action that need approval. `askAmount` is in major units: orders above it need approval. */
  ask?: string[];
  askAmount?: string;
}

export interface TokenPair {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
  resource: string;
}

/** The path of the Worker that creates connections without the sign-in and consent pages. */
export const DIRECT_CONNECTIONS = "/test-support/connections";

/** The application's redirect URI. */
export const CALLBACK = "http://127.0.0.1:49152/callback";
let registrations = 0;

/** An OAuth client. By default, it connects to account 1001 of the demonstration's login `owner`. */
export class ConnectingApplication {
  readonly origin: string;
  readonly clientId: string;
  readonly #verifiers = new Map<string, string>();

  private constructor(origin: string, clientId: string) {
    this.origin = origin;
    this.clientId = clientId;
  }

  /** Returns an application with the client id of a metadata document or of an earlier registration. */
  static known(origin: string, clientId: string): ConnectingApplication {
    return new ConnectingApplication(origin, clientId);
  }

  /** Registers an application from a new network address, because each address has a limit for registrations. */
  static async register(origin: string, name = "Atlas Assistant"): Promise<ConnectingApplication> {
    registrations++;
    const response = await fetch(`${origin}/oauth/register`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "CF-Connecting-IP": `2001:db8:${(process.pid % 0xffff).toString(16)}:${registrations.toString(16)}::1`,
      },
      body: JSON.stringify({
        client_name: name,
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
      }),
    });
    if (response.status !== 201) throw new Error(`registration: ${response.status} ${await response.text()}`);
    const { client_id } = (await response.json()) as { client_id: string };
    return new ConnectingApplication(origin, client_id);
  }

  /** Returns the authorization URL to which the application sends the customer. */
  authorizationUrl(parameters: Record<string, string> = {}): URL {
    const verifier = randomBytes(32).toString("base64url");
    const state = randomBytes(8).toString("hex");
    this.#verifiers.set(state, verifier);
    const url = new URL("/oauth/authorize", this.origin);
    url.search = new URLSearchParams({
      response_type: "code",
      client_id: this.clientId,
      redirect_uri: CALLBACK,
      scope: "account:read",
      state,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...parameters,
    }).toString();
    return url;
  }

  /** Leads the customer through the sign-in and the choice of an account to the consent page. */
  async toConsent(
    visitor: PageVisitor,
    choices: Choices,
    parameters: Record<string, string> = {},
  ): Promise<VisitedPage> {
    const { login = "owner", account = 1001 } = choices;
    let page = await visitor.open(this.authorizationUrl(parameters));
    if (asksToSignIn(page)) page = await signInStep(visitor, page, login);
    if (page.html.includes('name="account"'))
      page = await visitor.submit(page, "account", { account: String(account) });
    return page;
  }

  /** Connects through the sign-in and consent pages. Returns the URL to which the customer is redirected. */
  async connect(choices: Choices = {}, visitor = new PageVisitor(this.origin)): Promise<URL> {
    const page = await this.toConsent(visitor, choices);
    return returnedTo(
      visitor.submit(page, "decision", {
        scope: choices.scopes ?? [],
        limit: choices.limit ?? "all",
        ...(choices.ask && { ask: choices.ask, ask_amount: choices.askAmount ?? "0" }),
        decision: "allow",
      }),
    );
  }

  /** Connects without any pages. Returns the URL to which the consent page would redirect. */
  async connectDirectly(choices: Choices = {}): Promise<URL> {
    const { location } = (await this.#consent(choices)) as { location: string };
    return new URL(location);
  }

  /** Creates an API token without any pages. @param endsAt the time at which the token expires, in RFC 3339 form */
  async directToken(choices: Choices, endsAt: string): Promise<string> {
    return ((await this.#consent(choices, { tokenEndsAt: endsAt })) as { token: string }).token;
  }

  async #consent(choices: Choices, more: { tokenEndsAt?: string } = {}): Promise<unknown> {
    const { login = "owner", account = 1001, scopes = [], limit = "all", ask = [], askAmount = "0" } = choices;
    const email = `${login}@maple.example`;
    const consent = {
      authorize: this.authorizationUrl().href,
      login: { id: choices.loginId ?? logins.find((one) => one.email === email)?.id, email },
      askAmount: Math.round(Number(askAmount) * 100),
      ...{ account, scopes, limit, ask, ...more },
    };
    const response = await fetch(this.origin + DIRECT_CONNECTIONS, {
      method: "POST",
      body: JSON.stringify(consent),
    });
    if (!response.ok) throw new Error(`consent: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Returns the token request for the code in a redirect. @param callback the redirect URI of the authorization */
  exchangeForm(returned: URL, callback = CALLBACK): URLSearchParams {
    return new URLSearchParams({
      grant_type: "authorization_code",
      client_id: this.clientId,
      code: returned.searchParams.get("code") ?? "",
      redirect_uri: callback,
      code_verifier: this.#verifiers.get(returned.searchParams.get("state") ?? "") ?? "",
    });
  }

  /** Exchanges the code in a redirect for tokens. */
  async exchange(returned: URL, callback = CALLBACK): Promise<TokenPair> {
    const response = await this.token(Object.fromEntries(this.exchangeForm(returned, callback)));
    if (response.status !== 200) throw new Error(`token: ${response.status} ${await response.text()}`);
    return (await response.json()) as TokenPair;
  }

  /** Exchanges a refresh token for the next pair of tokens. */
  async refresh(refreshToken: string): Promise<TokenPair> {
    const response = await this.token({ grant_type: "refresh_token", refresh_token: refreshToken });
    if (response.status !== 200) throw new Error(`refresh: ${response.status} ${await response.text()}`);
    return (await response.json()) as TokenPair;
  }

  /** Connects through the sign-in and consent pages, and exchanges the code. */
  async tokens(choices: Choices = {}, visitor?: PageVisitor): Promise<TokenPair> {
    return this.exchange(await this.connect(choices, visitor));
  }

  /** Connects without any pages, and exchanges the code. */
  async directTokens(choices: Choices = {}): Promise<TokenPair> {
    return this.exchange(await this.connectDirectly(choices));
  }

  /** Sends a request to the token endpoint. */
  token(fields: Record<string, string>): Promise<Response> {
    return fetch(`${this.origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: this.clientId, ...fields }),
    });
  }
}

/** Returns the id of the connection that is part of a token. */
export function connectionOf({ access_token }: TokenPair): string {
  return access_token.slice(0, access_token.indexOf(":"));
}

/** Returns the external URL to which a visit was redirected. @throws if the visit stayed on the site */
export async function returnedTo(visit: Promise<VisitedPage>): Promise<URL> {
  const page = await visit;
  if (page.left === null) throw new Error(`still at ${page.address}: ${page.status} ${page.html.slice(0, 2000)}`);
  return page.left;
}
