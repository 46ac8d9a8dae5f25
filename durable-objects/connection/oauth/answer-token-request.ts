import { inOrder, type Scope } from "../../../shared/account-access/scopes.ts";
import type { Agreement, EndReason, Place, TokenAnswer, TokenRequest } from "../connection-port.ts";
import { hashOf, openAnswer, type RefreshHistory, sealAnswer, type UsedToken } from "../tokens/refresh-history.ts";
import { authorizationServer, tokenEndpointOf } from "./authorization-server.ts";
import { type OAuthRows, StagedRows } from "./oauth-rows.ts";
import { type RequestedScopes, requestedScopes } from "./requested-scopes.ts";

/** How long a used refresh token gets the same answer: the answer was lost, or processes raced. */
const SAME_ANSWER_MS = 60_000;
/** How long it still gives valid tokens: a slower process of the same installation. */
const STILL_GOOD_MS = 3_600_000;

/** The stored state to answer from; null for a connection that ended or does not exist. */
export type Stored = {
  agreement: Agreement;
  /** The scopes of the consent, those removed since included. */
  grantedScopes: readonly Scope[];
  rows: OAuthRows;
  history: RefreshHistory;
} | null;

export interface TokenOutcome {
  answer: TokenAnswer;
  /** The grant that tokens were issued for. */
  issued?: "code" | "refresh";
  /** A used refresh token was answered with tokens: where it had been rotated, and whether the answer is a replay. */
  again?: { replacedFrom: Place | null; isRepeated: boolean };
  /** The request ends the connection. */
  ends?: EndReason;
  /** Stores the answer's tokens in one transaction; to be called only while the connection is active. */
  write?: () => void;
}

/** Answers a form posted to the token or revocation endpoint. Changes nothing until `write` is called. */
export async function answerTokenRequest(
  request: TokenRequest,
  stored: Stored,
  now: () => number,
): Promise<TokenOutcome> {
  const form = new URLSearchParams(request.body);
  const staged = new StagedRows(stored?.rows ?? null, request.client, now);
  if (!stored) return { answer: await run(request, form, staged) };

  const asked = requestedScopes(form, stored.agreement.scopes, stored.grantedScopes);
  if (form.has("scope")) form.set("scope", asked.issued.join(" "));
  const outcome = await answerForm(request, form, staged, stored, asked, now);
  // Only for an authenticated application: to others it would reveal the connection's scopes.
  const isIssued = outcome.answer.status === 200 && form.has("grant_type");
  return isIssued && asked.isWider ? { answer: WIDER } : outcome;
}

async function answerForm(
  request: TokenRequest,
  form: URLSearchParams,
  staged: StagedRows,
  stored: NonNullable<Stored>,
  asked: RequestedScopes,
  now: () => number,
): Promise<TokenOutcome> {
  const grantType = form.get("grant_type");
  const refreshTokens = form.getAll("refresh_token");
  if (grantType === "refresh_token" && refreshTokens[0] && refreshTokens.length === 1) {
    const token = refreshTokens[0];
    const hash = await hashOf(token);
    const used = stored.history.find(hash);
    return used
      ? useAgain(request, form, staged, stored, { token, used, asked }, now)
      : rotate(request, form, staged, stored, { token, hash }, now);
  }

  const answer = await run(request, form, staged);
  const write = () => stored.rows.apply(staged.changes);
  if (grantType === "authorization_code") {
    // The library deletes the grant when a code is reused.
    if (staged.grant === null) return { answer, ends: "code_reused" };
    return answer.status === 200 ? { answer, issued: "code", write } : { answer };
  }
  if (grantType || answer.status !== 200) return { answer };
  const handedBack = staged.grant === null || (await isUsed(form.get("token") ?? "", staged, stored));
  return handedBack ? { answer, ends: "revoked" } : { answer, write };
}

/** Rotates the current refresh token; an unknown one is refused by the library. */
async function rotate(
  request: TokenRequest,
  form: URLSearchParams,
  staged: StagedRows,
  { rows, history }: NonNullable<Stored>,
  { token, hash }: { token: string; hash: string },
  now: () => number,
): Promise<TokenOutcome> {
  const answer = await run(request, form, staged);
  if (answer.status !== 200) return { answer };
  const sealed = await sealAnswer(token, { answer, place: request.place ?? null });
  return {
    answer,
    issued: "refresh",
    write: () => {
      rows.apply(staged.changes);
      history.add(hash, { at: now(), sealed });
    },
  };
}

/** Answers a refresh token that was rotated before. */
async function useAgain(
  request: TokenRequest,
  form: URLSearchParams,
  staged: StagedRows,
  { agreement, rows, history }: NonNullable<Stored>,
  { token, used, asked }: { token: string; used: UsedToken; asked: RequestedScopes },
  now: () => number,
): Promise<TokenOutcome> {
  // The same request with an unknown token: finds every other error of the request first.
  const refusal = await run(request, replaced(form, "-"), staged);
  if (errorOf(refusal) !== "invalid_grant" || staged.clientId !== agreement.application) return { answer: refusal };

  const age = now() - used.at;
  if (age > STILL_GOOD_MS) return { answer: refusal, ends: "refresh_token_reused" };
  const { answer: before, place: replacedFrom } = await openAnswer(token, used.sealed);
  if (age <= SAME_ANSWER_MS) {
    const same = within(agreement.scopes, before);
    // With other scopes it is a different request and gets its own access token.
    if (scopeIn(same) === asked.issued.join(" ")) return { answer: same, again: { replacedFrom, isRepeated: true } };
  }

  // All processes of an installation get the same current token, without rotating it: the library still accepts the token
  // that it rotated last, and the successor made here is given to nobody.
  const current = await history.current(token);
  const answer = await run(request, replaced(form, current), staged);
  if (answer.status !== 200) return { answer };
  const body = JSON.stringify({ ...JSON.parse(answer.body), refresh_token: current });
  return {
    answer: { ...answer, body },
    issued: "refresh",
    again: { replacedFrom, isRepeated: false },
    write: () => rows.apply(staged.changes),
  };
}

/** Whether a revoked token is a used refresh token, sent by the client that it was issued to. */
async function isUsed(token: string, { clientId }: StagedRows, stored: NonNullable<Stored>): Promise<boolean> {
  return clientId === stored.agreement.application && stored.history.find(await hashOf(token)) !== null;
}

async function run(request: TokenRequest, form: URLSearchParams, staged: StagedRows): Promise<TokenAnswer> {
  const headers = new Headers({ "Content-Type": "application/x-www-form-urlencoded" });
  if (request.authorization !== null) headers.set("Authorization", request.authorization);
  const response = await authorizationServer(request.server).fetch(
    new Request(tokenEndpointOf(request.server.issuer), { method: "POST", headers, body: form.toString() }),
    { OAUTH_KV: staged },
    {},
  );
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

function replaced(form: URLSearchParams, refreshToken: string): URLSearchParams {
  const other = new URLSearchParams(form);
  other.set("refresh_token", refreshToken);
  return other;
}

function errorOf({ status, body }: TokenAnswer): string | undefined {
  return status === 200 ? undefined : (JSON.parse(body) as { error?: string }).error;
}

/** An earlier answer with its scopes cut to those that the connection still has. */
function within(scopes: readonly string[], answer: TokenAnswer): TokenAnswer {
  const body = JSON.parse(answer.body) as { scope: string };
  const scope = body.scope.split(" ").filter((one) => scopes.includes(one));
  return { ...answer, body: JSON.stringify({ ...body, scope: scope.join(" ") }) };
}

function scopeIn({ body }: TokenAnswer): string {
  return inOrder((JSON.parse(body) as { scope: string }).scope.split(" ")).join(" ");
}

const WIDER: TokenAnswer = {
  status: 400,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({
    error: "invalid_scope",
    error_description:
      "A token request can narrow the scopes that the customer granted, not widen them. Nothing was lost.",
  }),
};
