import type { CodeRequest } from "../../../shared/account-access/authorization-request.ts";
import { inOrder } from "../../../shared/account-access/scopes.ts";
import type { Agreement, EndReason, Place, TokenAnswer, TokenRequest } from "../connection-port.ts";
import type { ConnectionRecord } from "../connection-record.ts";
import { hashOf } from "../tokens/api-token.ts";
import { openAnswer, type RefreshHistory, sealAnswer, type UsedToken } from "../tokens/refresh-history.ts";
import { authorizationServer, tokenEndpointOf } from "./authorization-server.ts";
import { type RequestedScopes, requestedScopes } from "./narrowing.ts";
import { type OAuthRows, StagedRows } from "./oauth-rows.ts";

/**
 * How long a used refresh token gets the same response again, in milliseconds. A response may be lost, and two
 * processes may refresh at the same time.
 */
const SAME_ANSWER_MS = 60_000;
/**
 * How long a used refresh token still returns valid tokens, in milliseconds, for a slow process of the same
 * installation.
 */
const STILL_GOOD_MS = 3_600_000;
const S256_CHALLENGE = /^[\w-]{43}$/;

/** The stored state that a token request needs; `null` if the connection has ended or does not exist. */
type Stored = {
  record: Pick<ConnectionRecord, "agreement" | "grantedScopes">;
  rows: OAuthRows;
  history: RefreshHistory;
} | null;

interface TokenCall {
  request: TokenRequest;
  form: URLSearchParams;
  staged: StagedRows;
  now: () => number;
}

/** A token request for an active connection. */
interface ActiveCall extends TokenCall, NonNullable<Stored> {
  asked: RequestedScopes;
}

export interface TokenOutcome {
  answer: TokenAnswer;
  /** The grant type of the issued tokens; absent if no tokens were issued. */
  issued?: "code" | "refresh";
  /**
   * Present if a used refresh token got tokens. `replacedFrom` is the location where that token was rotated, and
   * `isRepeated` states whether the response is a replay.
   */
  again?: { replacedFrom: Place | null; isRepeated: boolean };
  /** The reason why the request ends the connection; absent if the connection continues. */
  ends?: EndReason;
  /** Stores the changes to the tokens. Call this function only while the connection is active. */
  write?: () => void;
}

/**
 * Handles a form that was posted to the token or revocation endpoint. Nothing changes until the caller calls `write`.
 */
export async function answerTokenRequest(
  request: TokenRequest,
  stored: Stored,
  now: () => number,
): Promise<TokenOutcome> {
  const form = new URLSearchParams(request.body);
  const staged = new StagedRows(stored?.rows ?? null, request.client, now);
  const call = { request, form, staged, now };
  if (!stored) return { answer: await run(call) };

  const { agreement, grantedScopes } = stored.record;
  const asked = requestedScopes(form, agreement.scopes, grantedScopes);
  if (form.has("scope")) form.set("scope", asked.issued.join(" "));
  const outcome = await answerForm({ ...call, ...stored, asked });
  // This error reveals which scopes were granted, so only a request that would otherwise get tokens gets it.
  const isIssued = outcome.answer.status === 200 && form.has("grant_type");
  return isIssued && asked.isWider ? { answer: WIDER } : outcome;
}

async function answerForm(call: ActiveCall): Promise<TokenOutcome> {
  const { form, staged, rows, history } = call;
  const grantType = form.get("grant_type");
  const [token, ...others] = form.getAll("refresh_token");
  if (grantType === "refresh_token" && token && others.length === 0) {
    const hash = await hashOf(token);
    const used = history.find(hash);
    return used ? useAgain(call, token, used) : rotate(call, token, hash);
  }

  const answer = await run(call);
  const write = () => rows.apply(staged.changes);
  if (grantType === "authorization_code") {
    // The library deletes the grant if a code is reused.
    if (staged.grant === null) return { answer, ends: "code_reused" };
    return answer.status === 200 ? { answer, issued: "code", write } : { answer };
  }
  if (grantType || answer.status !== 200) return { answer };
  const handedBack = staged.grant === null || (await isUsed(form.get("token") ?? "", call));
  return handedBack ? { answer, ends: "revoked" } : { answer, write };
}

/** Rotates the current refresh token. The library refuses an unknown token. */
async function rotate(call: ActiveCall, token: string, hash: string): Promise<TokenOutcome> {
  const { request, staged, rows, history, now } = call;
  const answer = await run(call);
  if (answer.status !== 200) return { answer };
  const sealed = await sealAnswer(token, { answer, place: request.place });
  const write = () => {
    rows.apply(staged.changes);
    history.add(hash, { at: now(), sealed });
  };
  return { answer, issued: "refresh", write };
}

/** Handles a refresh token that was already rotated. */
async function useAgain(call: ActiveCall, token: string, used: UsedToken): Promise<TokenOutcome> {
  const { form, staged, rows, history, asked, now } = call;
  const { agreement } = call.record;
  // Run the same request with an unknown token first, to find every other error.
  const refusal = await run(call, "-");
  if (errorOf(refusal) !== "invalid_grant" || staged.clientId !== agreement.application) return { answer: refusal };

  const age = now() - used.at;
  if (age > STILL_GOOD_MS) return { answer: refusal, ends: "refresh_token_reused" };
  const { answer: before, place: replacedFrom } = await openAnswer(token, used.sealed);
  if (age <= SAME_ANSWER_MS) {
    const same = within(agreement.scopes, before);
    const { scope, resource } = issuedBy(same);
    // A request for other scopes gets its own access token instead of the earlier response. The library refuses another
    // resource.
    if (scope === asked.issued.join(" ") && form.getAll("resource").every((one) => one === resource))
      return { answer: same, again: { replacedFrom, isRepeated: true } };
  }

  // All processes of an installation get the same current refresh token, which does not change here. The library still
  // accepts the token that it rotated last. The library creates a successor in this call, but no caller receives it.
  const current = await history.current(token);
  const answer = await run(call, current);
  if (answer.status !== 200) return { answer };
  const body = JSON.stringify({ ...JSON.parse(answer.body), refresh_token: current });
  return {
    answer: { ...answer, body },
    issued: "refresh",
    again: { replacedFrom, isRepeated: false },
    write: () => rows.apply(staged.changes),
  };
}

/** Returns whether the token to revoke is a used refresh token of the same client. */
async function isUsed(token: string, { staged, record, history }: ActiveCall): Promise<boolean> {
  return staged.clientId === record.agreement.application && history.find(await hashOf(token)) !== null;
}

/**
 * Runs the request through the OAuth library and returns the library's response.
 * @param refreshToken the refresh token to use instead of the one in the form
 */
async function run({ request, form, staged }: TokenCall, refreshToken?: string): Promise<TokenAnswer> {
  const headers = new Headers({ "Content-Type": "application/x-www-form-urlencoded" });
  if (request.authorization !== null) headers.set("Authorization", request.authorization);
  const body = new URLSearchParams(form);
  if (refreshToken !== undefined) body.set("refresh_token", refreshToken);
  const response = await authorizationServer(request.server).fetch(
    new Request(tokenEndpointOf(request.server.issuer), { method: "POST", headers, body: body.toString() }),
    { OAUTH_KV: staged },
    {},
  );
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

function errorOf({ status, body }: TokenAnswer): string | undefined {
  return status === 200 ? undefined : (JSON.parse(body) as { error?: string }).error;
}

/** Returns an earlier response, with its scopes reduced to those that the connection still has. */
function within(scopes: readonly string[], answer: TokenAnswer): TokenAnswer {
  const body = JSON.parse(answer.body) as { scope: string };
  const scope = body.scope.split(" ").filter((one) => scopes.includes(one));
  return { ...answer, body: JSON.stringify({ ...body, scope: scope.join(" ") }) };
}

function issuedBy({ body }: TokenAnswer): { scope: string; resource?: string } {
  const issued = JSON.parse(body) as { scope: string; resource?: string };
  return { ...issued, scope: inOrder(issued.scope.split(" ")).join(" ") };
}

/**
 * Issues the authorization code after a consent.
 * @returns the redirect URL and the rows to store
 */
export async function issueCode({ id, scopes }: Agreement, request: CodeRequest, client: string, now: () => number) {
  if (request.codeChallengeMethod !== "S256" || !S256_CHALLENGE.test(request.codeChallenge))
    throw new Error("PKCE with S256 is required");
  const staged = new StagedRows(null, client, now);
  const { redirectTo } = await authorizationServer({ issuer: request.issuer, resources: [request.resource] })
    .getOAuthApi({ OAUTH_KV: staged })
    .completeAuthorization({
      ...{ request, userId: id, metadata: null, scope: scopes, props: {} },
      revokeExistingGrants: false,
    });
  return { redirectTo, changes: staged.changes };
}

/**
 * Returns an OAuth error response (RFC 6749 §5.2).
 * @param retryAfter the number of seconds until a retry may succeed; absent if a retry does not help
 */
export function tokenError(status: number, error: string, description: string, retryAfter?: number): TokenAnswer {
  return {
    status,
    headers: {
      "Content-Type": "application/json",
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
    },
    body: JSON.stringify({ error, error_description: description }),
  };
}

const WIDER = tokenError(
  400,
  "invalid_scope",
  "A token request can reduce the scopes that the customer granted, but cannot extend them. Your tokens are unchanged.",
);
