import type {
  AdmissionResult,
  CallLog,
  ConnectionPort,
  Credential,
} from "../../../durable-objects/connection/connection-port.ts";
import { connectionOfApiToken } from "../../../durable-objects/connection/tokens/api-token.ts";
import { NOTIFICATION_POLICY, REQUEST_POLICY } from "../../../shared/account-access/rate-policies.ts";
import { BASE_SCOPE } from "../../../shared/account-access/scopes.ts";
import { OperationError, temporaryProblem } from "../../../shared/api/definition/problems.ts";
import type { Gate, PresentedCredential, RefusedCall } from "../../../shared/api/pipeline/gate.ts";
import { READ_ONLY_SUFFIX, resourceMetadataUrl } from "../../../shared/platform/addresses.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import type { ObjectIds } from "../../../shared/platform/ids.ts";
import { secondsInWords, type Text } from "../../../shared/platform/language.ts";
import { type RateState, rateStateOf } from "../../../shared/platform/rate-limit.ts";
import { actorProblem } from "../actions/refusal-problem.ts";
import { type AdmissionDependencies, ConnectionAdmission, isRefreshUseless } from "./connection-admission.ts";
import type { WrongSecrets } from "./wrong-secrets.ts";

const DEADLINE_MS = 5_000;
const RETRY_AFTER_S = 5;

interface GateDependencies extends AdmissionDependencies {
  wrongSecrets: WrongSecrets;
  /** Whether the gate belongs to the read-only MCP server, which accepts its own tokens and the account's. */
  isReadOnly?: boolean;
}

/**
 * Creates the gate that admits requests with an access token or an API token. Both kinds of token name their connection
 * in clear text. The gate refuses a forged connection id before it calls a connection's object.
 */
export function connectionGate(
  ids: ObjectIds,
  connectionOf: (id: string) => ConnectionPort,
  { wrongSecrets, isReadOnly = false, ...dependencies }: GateDependencies,
  now: () => number,
) {
  const refused = new RefusedTokens();

  async function ask(
    { id, credential }: NamedConnection,
    { addresses: { base: resource }, address }: PresentedCredential,
    requests: number,
  ): Promise<AdmissionResult> {
    // This check comes first, because caching forged ids would evict real entries.
    if (!(await ids.isOurs(id))) return { outcome: "refused" };
    if (await refused.has(credential.token, resource, now())) return { outcome: "refused" };
    const admission = await connectionOf(id).admit(credential, requests);
    if (admission.outcome === "refused") {
      wrongSecrets.add(address, id);
      await refused.add(credential.token, resource, now());
    }
    return admission;
  }

  async function admit(presented: PresentedCredential, requests: number): Promise<ConnectionAdmission[]> {
    const { authorization, addresses, address, requestId } = presented;
    const { base, accountRead } = addresses;
    const named = connectionNamedBy(authorization, isReadOnly ? [base, accountRead] : [base]);
    if (!named) throw unauthorized(authorization === null);
    const wait = wrongSecrets.retryAfter(address, named.id);
    if (wait !== null) throw tooManyWrong(wait);

    const admission = await inTime(ask(named, presented, requests), DEADLINE_MS).catch((cause) => {
      throw notChecked(cause);
    });
    if (admission.outcome === "refused") throw unauthorized(false);
    if (admission.outcome === "access_lost") throw actorProblem({ code: "access_lost" });
    if (admission.outcome === "too_many_notifications") {
      throw tooMany(rateStateOf({ ...admission, remaining: 0 }, NOTIFICATION_POLICY, now()));
    }
    const { grant, rateResults, log } = admission;
    const admittedAt = now();
    const release = releasing(log, rateResults.length);
    return rateResults.map((rateResult) => {
      const rate = rateStateOf(rateResult, REQUEST_POLICY, now());
      const refusal = rateResult.allowed ? null : tooMany(rate);
      return new ConnectionAdmission(
        { grant, admittedAt, rate, refusal, requestId, addresses, log, release },
        dependencies,
      );
    });
  }
  return { admit, challenge: (problem) => challengeOf(problem, isReadOnly) } satisfies Gate;
}

/** Returns a function that releases one of several admissions. The last release disposes of the RPC stub. */
function releasing(log: CallLog, admissions: number): () => void {
  let open = admissions;
  if (open === 0) log[Symbol.dispose]?.();
  return () => {
    open--;
    if (open === 0) log[Symbol.dispose]?.();
  };
}

interface NamedConnection {
  id: string;
  credential: Credential;
}

/**
 * Reads a request's `Bearer` credential (RFC 6750 §2.1) and the id of the connection that it names. Returns `null` for
 * anything else.
 */
function connectionNamedBy(authorization: string | null, resources: string[]): NamedConnection | null {
  const token = /^Bearer +([\x21-\x7e]{1,512})$/i.exec(authorization ?? "")?.[1] ?? "";
  const ofApiToken = connectionOfApiToken(token);
  if (ofApiToken !== null) return { id: ofApiToken, credential: { kind: "api_token", token } };
  const end = token.indexOf(":");
  return end === -1 ? null : { id: token.slice(0, end), credential: { kind: "access_token", token, resources } };
}

function tooMany({ policy, resetSeconds }: RateState): OperationError {
  const { quota, windowSeconds } = policy;
  const wait = secondsInWords(resetSeconds);
  return temporaryProblem("rate_limited", resetSeconds, {
    en: `At most ${quota} requests in any ${windowSeconds} seconds. Retry in ${wait.en}.`,
    fr: `Au plus ${quota} requêtes par période de ${windowSeconds} secondes. Réessayez dans ${wait.fr}.`,
  });
}

function tooManyWrong(retryAfter: number): OperationError {
  const wait = secondsInWords(retryAfter);
  return temporaryProblem("rate_limited", retryAfter, {
    en: `Your network sent too many invalid tokens for this connection within a minute. This one was not checked. Retry in ${wait.en}.`,
    fr: `Trop de jetons invalides de cette connexion sont venus de votre réseau en une minute. Celui-ci n’a pas été vérifié. Réessayez dans ${wait.fr}.`,
  });
}

/** Creates the problem for a connection whose object did not respond. */
export function notChecked(cause: unknown): OperationError {
  return new OperationError("server_unavailable", NOT_CHECKED, { retryAfter: RETRY_AFTER_S, cause });
}

const NOT_CHECKED: Text = {
  en: "The connection could not be checked. Nothing was done, and the connection is kept. Try again later.",
  fr: "La connexion n’a pas pu être vérifiée à l’instant. Rien n’a été fait et la connexion est conservée.",
};

function unauthorized(isAbsent: boolean): OperationError {
  return new OperationError(
    "unauthorized",
    isAbsent
      ? {
          en: "Sign in first: send an access token or an API token as Authorization: Bearer.",
          fr: "Connectez-vous d’abord : envoyez un jeton d’accès ou un jeton d’API dans Authorization: Bearer.",
        }
      : {
          en: "The token is invalid, expired, revoked or for another service. Refresh it, or connect again.",
          fr: "Le jeton est invalide, expiré, révoqué ou destiné à un autre service. Renouvelez-le ou reconnectez-vous.",
        },
  );
}

/**
 * Returns the `WWW-Authenticate` header for a problem (RFC 6750 §3, RFC 9728 §5.1), or `undefined` if the problem needs
 * none. The header names the metadata of the called resource and every required scope, including the base scope.
 */
export function challengeOf(refused: RefusedCall, isReadOnly = false): string | undefined {
  const { code, via, addresses, authorization, operation, admission } = refused;
  const server = isReadOnly ? addresses.accountMcp + READ_ONLY_SUFFIX : addresses.accountMcp;
  const metadata = resourceMetadataUrl(via === "mcp" ? server : addresses.base);
  const challenge = (scopes: string, error?: string) =>
    `Bearer resource_metadata="${metadata}", scope="${scopes}"${error ? `, error="${error}"` : ""}`;
  switch (code) {
    case "unauthorized":
      return challenge(BASE_SCOPE, authorization === null ? undefined : "invalid_token");
    case "insufficient_scope": {
      // MCP clients respond to every challenge with a refresh.
      const grant = via === "mcp" && admission instanceof ConnectionAdmission ? admission.grant : null;
      if (operation && grant && isRefreshUseless(operation, grant)) return undefined;
      return challenge([BASE_SCOPE, operation?.access?.scope].join(" "), "insufficient_scope");
    }
    default:
      return undefined;
  }
}

const KEPT_MS = 5_000;
const MAX_REMEMBERED = 1_000;

/**
 * The hashes of tokens that were refused in the last five seconds, each with its resource. In that time, a flood with
 * one invalid token costs the connection's object only about one call per isolate. A refused token never becomes valid.
 * Valid tokens are never cached, so the end of a connection takes effect with the next request.
 */
class RefusedTokens {
  /** The expiry of each entry in epoch milliseconds, oldest first. */
  readonly #until = new Map<string, number>();

  async has(token: string, resource: string, now: number): Promise<boolean> {
    if (this.#until.size === 0) return false;
    return (this.#until.get(await keyOf(token, resource)) ?? 0) > now;
  }

  async add(token: string, resource: string, now: number): Promise<void> {
    const key = await keyOf(token, resource);
    this.#until.delete(key);
    this.#until.set(key, now + KEPT_MS);
    for (const [other, until] of this.#until) {
      if (until > now && this.#until.size <= MAX_REMEMBERED) return;
      this.#until.delete(other);
    }
  }
}

async function keyOf(token: string, resource: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${token} ${resource}`));
  return new Uint8Array(digest).toBase64();
}
