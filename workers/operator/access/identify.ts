import { isLoopback } from "../../../shared/platform/addresses.ts";
import { log } from "../../../shared/platform/log.ts";
import { type AccessSettings, checkAccessSettings, isAccessSet, namesIn } from "./access-settings.ts";
import { keysOfTeam, verifyToken } from "./verify-token.ts";

const IDENTIFIED = Symbol("identified");

/** Who asks, and whether they may act as well as read. Made here alone: what wants one cannot be called before somebody was identified. */
export interface Operator<MayAct extends boolean = boolean> {
  who: string;
  mayAct: MayAct;
  readonly [IDENTIFIED]: true;
}

export type AccessIdentity = { operator: Operator } | { refusal: AccessRefusal };

export interface AccessRefusal {
  status: 403 | 404 | 503;
  code: "unknown_host" | "no_token" | "token_refused" | "not_an_operator" | "keys_unreachable";
}

const TOKEN_HEADER = "Cf-Access-Jwt-Assertion";

/**
 * Says who asks, by the token that Cloudflare Access puts before a request, on every request. Without Access the console is served
 * in a demonstration alone, on this machine: the host of a request that came through Cloudflare is one that was routed.
 * @throws {Error} naming the setting that is wrong
 */
export function identification(
  settings: AccessSettings,
): (request: Request, requestId: string) => Promise<AccessIdentity> {
  checkAccessSettings(settings);
  const isOpen = settings.DEMONSTRATION === "true" && !isAccessSet(settings) && settings.OPERATOR_ORIGIN === "";
  const host = settings.OPERATOR_ORIGIN === "" ? null : new URL(settings.OPERATOR_ORIGIN).host;
  const rules = { issuer: settings.ACCESS_TEAM, audience: settings.ACCESS_AUDIENCE };
  const keys = isAccessSet(settings) ? keysOfTeam(rules) : null;
  const operators = new Set(namesIn(settings.OPERATORS));
  const readers = new Set(namesIn(settings.OPERATOR_READERS));
  return async (request, requestId) => {
    const url = new URL(request.url);
    const isLocal = isOwnMachine(url.hostname);
    if (host === null ? !isLocal : url.host !== host) return refuse(404, "unknown_host");
    if (isOpen && isLocal) return identified("demonstration", true);
    const token = request.headers.get(TOKEN_HEADER);
    if (token === null || keys === null) return refuse(403, "no_token");
    const verdict = await verifyToken(token, keys, rules);
    if (!verdict.isGood) {
      const { reason, cause } = verdict;
      if (reason === "keys_unreachable") {
        log("operator_keys_unreachable", { request_id: requestId, cause });
        return refuse(503, "keys_unreachable");
      }
      log("operator_refused", { request_id: requestId, reason: nameOf(cause) });
      return refuse(403, "token_refused");
    }
    const { who } = verdict;
    if (operators.has(who)) return identified(who, true);
    if (readers.has(who)) return identified(who, false);
    log("operator_refused", { request_id: requestId, reason: "not_listed" });
    return refuse(403, "not_an_operator");
  };
}

/** `localhost`, addresses of loopback, and names below `localhost` (RFC 6761 §6.3). */
function isOwnMachine(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith(".localhost");
}

function identified(who: string, mayAct: boolean): AccessIdentity {
  return { operator: { who, mayAct, [IDENTIFIED]: true } };
}

function refuse(status: AccessRefusal["status"], code: AccessRefusal["code"]): AccessIdentity {
  return { refusal: { status, code } };
}

/** jose's code of a fault, such as `ERR_JWT_EXPIRED`. */
function nameOf(cause: unknown): string {
  if (typeof cause === "string") return cause;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
}
