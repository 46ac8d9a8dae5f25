import type { CountResult } from "../../platform/address-limit.ts";
import type { RateState } from "../../platform/rate-limit.ts";
import { secondsInWords } from "../../platform/wording.ts";
import { OperationError, temporaryProblem } from "./problems.ts";

const RETRY_AFTER_S = 5;

/** The problem of a call that was not counted, `rate_limited` or `server_unavailable`; null for one that was. */
export function rateLimitProblem(result: CountResult): OperationError | null {
  switch (result.outcome) {
    case "counted":
      return null;
    case "refused":
      return tooMany({ ...result.by, resetSeconds: result.rate.resetSeconds });
    case "not_counted":
      return notCounted(result.cause);
  }
}

/** `rate_limited`: the policy allows no more calls for now. @param isAround it is of the network around the caller */
export function tooMany({
  policy: { quota, windowSeconds },
  resetSeconds: retryAfter,
  isAround = false,
}: Pick<RateState, "policy" | "resetSeconds"> & { isAround?: boolean }): OperationError {
  const wait = secondsInWords(retryAfter);
  const where = isAround
    ? { en: " from the network around your address", fr: " depuis le réseau autour de votre adresse" }
    : { en: "", fr: "" };
  return temporaryProblem("rate_limited", retryAfter, {
    en: `At most ${quota} in any ${windowSeconds} seconds${where.en}. Ask again in ${wait.en}.`,
    fr: `Au plus ${quota} par période de ${windowSeconds} secondes${where.fr}. Réessayez dans ${wait.fr}.`,
  });
}

/** `server_unavailable`: whatever counts the calls did not answer. */
export function notCounted(cause?: unknown): OperationError {
  return new OperationError("server_unavailable", NOT_COUNTED, { retryAfter: RETRY_AFTER_S, cause });
}

const NOT_COUNTED = {
  en: "The request could not be counted against its limit, so it was not carried out.",
  fr: "La requête n’a pas pu être comptée dans sa limite ; elle n’a donc pas été exécutée.",
};
