import { inOrder, type Scope } from "../../shared/account-access/scopes.ts";
import { type RequestedScopes, requestedScopes } from "./asked-scopes.ts";
import { authorizationServer, tokenEndpointOf } from "./authorization-server.ts";
import type { Agreement, EndReason, TokenAnswer, TokenRequest } from "./connection-port.ts";
import { type OAuthRows, StagedRows } from "./oauth-rows.ts";
import type { Place } from "./place.ts";
import { hashOf, openAnswer, type RefreshHistory, sealAnswer, type UsedToken } from "./refresh-history.ts";

/** So long a used refresh token gets the very same answer: an answer was lost, or processes came at once. */
const SAME_ANSWER_MS = 60_000;
/** So long it still gives a working pair: a slower process of the same installation. */
const STILL_GOOD_MS = 3_600_000;

/** What there is to answer from; null of a connection that ended or was never made. */
export type Stored = {
  agreement: Agreement;
  /** The scopes of the consent, those that were taken away since included. */
  grantedScopes: readonly Scope[];
  rows: OAuthRows;
  history: RefreshHistory;
} | null;

export interface TokenOutcome {
  answer: TokenAnswer;
  /** Tokens were issued, for this. */
  issued?: "code" | "refresh";
  /** A used refresh token was answered with tokens: whence it had been replaced, and whether by the very answer of before. */
  again?: { replacedFrom: Place | null; isRepeated: boolean };
  /** The request ends the connection. */
  ends?: EndReason;
  /** Stores what the answer stands for; in one go, and only if the connection still lives. */
  write?: () => void;
}

/** Answers a form posted to the token or revocation endpoint. Changes nothing before the outcome is written. */
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
  // Said only to whoever proved to be the application: to others it would tell what the connection may do.
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
    // The library takes the grant away when its code comes a second time.
    if (staged.grant === null) return { answer, ends: "code_reused" };
    return answer.status === 200 ? { answer, issued: "code", write } : { answer };
  }
  if (grantType || answer.status !== 200) return { answer };
  const handedBack = staged.grant === null || (await isUsed(form.get("token") ?? "", staged, stored));
  return handedBack ? { answer, ends: "revoked" } : { answer, write };
}

/** The current refresh token, or one that never was: the library knows. */
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

/** A refresh token that has a successor. */
async function useAgain(
  request: TokenRequest,
  form: URLSearchParams,
  staged: StagedRows,
  { agreement, rows, history }: NonNullable<Stored>,
  { token, used, asked }: { token: string; used: UsedToken; asked: RequestedScopes },
  now: () => number,
): Promise<TokenOutcome> {
  // A token that never was, in an otherwise equal request: whatever else is wrong with the request is found first.
  const refusal = await run(request, replaced(form, "-"), staged);
  if (errorOf(refusal) !== "invalid_grant" || staged.clientId !== agreement.application) return { answer: refusal };

  const age = now() - used.at;
  if (age > STILL_GOOD_MS) return { answer: refusal, ends: "refresh_token_reused" };
  const { answer: before, place: replacedFrom } = await openAnswer(token, used.sealed);
  if (age <= SAME_ANSWER_MS) {
    const same = within(agreement.scopes, before);
    // Asked with other scopes, it is another request: it gets an access token of its own.
    if (scopeIn(same) === asked.issued.join(" ")) return { answer: same, again: { replacedFrom, isRepeated: true } };
  }

  // Every process of an installation arrives at the same current token, which is not taken from whoever holds it already:
  // the library goes on accepting the token that it rotated last, and the successor it made here is given to nobody.
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

/** Whether a token handed back is a refresh token that was used, in the hands of the client it was issued to. */
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

/** An answer of before, claiming no more than the connection still has. */
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
