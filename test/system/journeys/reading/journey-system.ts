import { inject } from "vitest";
import { AccountClient } from "../../../support/account-client.ts";

/** A whole system with any billing system, for a customer's journey. */
export interface JourneySystem {
  /** The origin, which is known once the system has started. */
  readonly origin: string;
  readonly api: AccountClient;
  /** Whether the billing system accepts changes. Otherwise the consent offers no permission to make them. */
  readonly acts: boolean;
}

/** The tests' shared system with the embedded engine. */
export const SHARED_SYSTEM: JourneySystem = {
  get origin() {
    return inject("origin");
  },
  api: new AccountClient(),
  acts: true,
};
