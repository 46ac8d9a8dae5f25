import type { DatabaseName } from "../../../shared/holds/holds.ts";
import type { ObjectHold } from "../../../shared/holds/object-hold.ts";
import { log } from "../../../shared/platform/log.ts";
import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";
import { rateStateOf, SlidingLog } from "../../../shared/platform/rate-limit.ts";
import type { ConnectionDependencies, TokenAnswer, TokenRequest } from "../connection-port.ts";
import type { ConnectionRecord } from "../connection-record.ts";
import { type ConnectionLifecycle, type LifecycleDependencies, RETRY_MS } from "../lifecycle/connection-lifecycle.ts";
import { assessRefresh } from "../tokens/token-reuse.ts";
import { answerTokenRequest, type TokenOutcome, tokenError } from "./answer-token-request.ts";

const DATABASE: DatabaseName = "account-database";

interface TokenEndpointDependencies extends LifecycleDependencies, Pick<ConnectionDependencies, "holds"> {
  hold: Pick<ObjectHold, "isHeld" | "isBeingRestored">;
  lifecycle: ConnectionLifecycle;
}

/**
 * The rate limit for refreshes. An access token is valid for an hour, so a client that exceeds this limit is in a loop.
 */
const REFRESHES: RatePolicy = { id: "refreshes", name: "refreshes", quota: 30, windowSeconds: 60 };
const HELD_RETRY_S = 300;

/**
 * The token endpoint of one connection. It handles token requests, stores issued tokens, limits refreshes, and compares
 * the location of a refresh with earlier locations.
 */
export class TokenEndpoint {
  readonly #dependencies: TokenEndpointDependencies;
  /** Recent refreshes that issued tokens. The log is kept in memory only. */
  readonly #refreshes = new SlidingLog();

  constructor(dependencies: TokenEndpointDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Handles a token request. The caller runs token requests one at a time, but the connection can end during the call.
   */
  async answer(request: TokenRequest): Promise<TokenAnswer> {
    const { store, hold, lifecycle, now } = this.#dependencies;
    if (hold.isBeingRestored) return NOT_ISSUED;
    const record = store.active;
    const stored = record && { record, rows: store.rows, history: store.history };
    const outcome = await answerTokenRequest(request, stored, now);
    if (!record) return outcome.answer;
    if (outcome.issued && (await this.#isHeld(record, request.requestId))) return NOT_ISSUED;
    if (!store.active) return this.#answerAsEnded(request);
    const tooMany = outcome.issued === "refresh" ? this.#countRefresh(now()) : null;
    if (tooMany) return tooMany;
    if (this.#isOfTwoParties(record, request, outcome)) {
      await lifecycle.end("used_in_two_places", request.requestId);
      return this.#answerAsEnded(request);
    }
    this.#write(outcome, record);
    if (outcome.ends) await lifecycle.end(outcome.ends, request.requestId);
    return outcome.answer;
  }

  /**
   * Counts a refresh.
   * @returns a response with status 429 if the limit is exceeded; otherwise `null`
   */
  #countRefresh(now: number): TokenAnswer | null {
    const result = this.#refreshes.take(REFRESHES, now);
    if (result.allowed) return null;
    const { quota, windowSeconds } = REFRESHES;
    const { resetSeconds: seconds } = rateStateOf(result, REFRESHES, now);
    const description = `At most ${quota} refreshes in any ${windowSeconds} seconds. Nothing was lost; send the same request again in ${seconds} seconds.`;
    return tokenError(429, "temporarily_unavailable", description, seconds);
  }

  /** Returns whether the connection is on hold. Returns true if the hold cannot be read. */
  async #isHeld({ agreement: { id, accountId } }: ConnectionRecord, requestId: string | undefined): Promise<boolean> {
    const { hold, holds } = this.#dependencies;
    try {
      return hold.isHeld || (await holds.isHeld(DATABASE, `connection:${id}`));
    } catch (cause) {
      log("holds_unreachable", { request_id: requestId, account: accountId, cause });
      return true;
    }
  }

  #write({ write, issued }: TokenOutcome, record: ConnectionRecord): void {
    const { store, now } = this.#dependencies;
    write?.();
    if (write) store.credentials.invalidate();
    if (issued) record.updateLife({ refreshedAt: now() });
  }

  async #answerAsEnded(request: TokenRequest): Promise<TokenAnswer> {
    return (await answerTokenRequest(request, null, this.#dependencies.now)).answer;
  }

  /**
   * Compares the location of a refresh with earlier locations. Queues an e-mail if a token was reused elsewhere.
   * @returns whether two parties seem to hold the tokens
   */
  #isOfTwoParties(
    record: ConnectionRecord,
    { place, requestId }: TokenRequest,
    { issued, again }: TokenOutcome,
  ): boolean {
    if (!place || (issued !== "refresh" && !again)) return false;
    const { notices, now, state } = this.#dependencies;
    const { suspectedReuse: before } = record;
    const refresh = { from: place, replacedFrom: null, isRepeated: false, ...again };
    const { suspectedReuse, needsMail, areTwoParties } = assessRefresh(before, refresh, now());
    if (suspectedReuse && suspectedReuse !== before) record.suspectedReuse = suspectedReuse;
    if (needsMail) {
      notices.add("marked");
      // Set the alarm for a retry, because use from two locations may end the connection only after the customers were
      // notified.
      void state.storage.setAlarm(now() + RETRY_MS);
      state.waitUntil(notices.sendMails(record, requestId));
    }
    return areTwoParties;
  }
}

/** The response to token requests while the connection is on hold or is being restored. */
const NOT_ISSUED = tokenError(
  503,
  "temporarily_unavailable",
  "Tokens are temporarily unavailable. Your current tokens stay valid. Send the same request again later.",
  HELD_RETRY_S,
);
