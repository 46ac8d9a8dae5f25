import { log } from "../../../shared/platform/log.ts";
import { getConfigurationValue } from "../api/actions/provider.ts";
import { bool } from "../api/decode.ts";
import { type ApiOutcome, unavailable } from "../api/outcome.ts";
import type { WhmcsApi } from "../api/whmcs-api.ts";

const KEPT_MS = 600_000;

/**
 * Whether prices include tax, by the installation's settings.
 * @param enabled `TaxEnabled`, a yes or no in any spelling
 * @param type `TaxType`, which counts where taxes are enabled: `Exclusive` or `Inclusive`
 * @returns `unknown` where either is spelled in a way that nobody has seen
 */
export function taxInPrices(enabled: string, type: string): "none" | "included" | "unknown" {
  const isEnabled = bool.safeParse(enabled.trim());
  if (!isEnabled.success) return "unknown";
  if (!isEnabled.data) return "none";
  switch (type.trim().toLowerCase()) {
    case "exclusive":
      return "none";
    case "inclusive":
      return "included";
    default:
      return "unknown";
  }
}

/** The percentage of tax that is in every price; that there is none is kept in the isolate for ten minutes. */
export class IncludedTax {
  readonly #api: WhmcsApi;
  readonly #setting: number | null;
  readonly #now: () => number;
  #readAt: number | undefined;

  /** @param setting the provider's own; null: the installation's setting is to say that prices include none */
  constructor(api: WhmcsApi, setting: number | null, now: () => number) {
    this.#api = api;
    this.#setting = setting;
    this.#now = now;
  }

  /** Unavailable where prices include taxes and nothing says how much, or where it cannot be found out. */
  async percent(requestId: string | undefined): Promise<ApiOutcome<number>> {
    if (this.#setting !== null) return { kind: "ok", body: this.#setting };
    const now = this.#now();
    if (this.#readAt !== undefined && now - this.#readAt < KEPT_MS) return { kind: "ok", body: 0 };
    const call = { accountId: null, requestId };
    const [enabled, type] = await Promise.all([
      this.#api.read(getConfigurationValue, { setting: "TaxEnabled" }, call),
      this.#api.read(getConfigurationValue, { setting: "TaxType" }, call),
    ]);
    // Where taxes are off, their type counts for nothing.
    const typeText = type.kind === "ok" ? type.body : "";
    const found = enabled.kind === "ok" ? taxInPrices(enabled.body, typeText) : "unknown";
    if (found !== "none") {
      const taxType = type.kind === "ok" ? type.body.slice(0, 20) : "unknown";
      log("billing_prices_refused", { request_id: requestId, tax_type: taxType });
      return unavailable("refused");
    }
    this.#readAt = now;
    return { kind: "ok", body: 0 };
  }
}
