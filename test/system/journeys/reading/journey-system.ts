import { inject } from "vitest";
import { AccountClient } from "../../../support/account-client.ts";

/** A whole system that a customer's journey goes through, whichever billing system stands behind it. */
export interface JourneySystem {
  /** Known once it has started. */
  readonly origin: string;
  readonly api: AccountClient;
  /** Whether its billing system can be told to do something; where not, the consent offers no permission to. */
  readonly acts: boolean;
}

/** The running system that tests share, with the embedded engine. */
export const SHARED_SYSTEM: JourneySystem = {
  get origin() {
    return inject("origin");
  },
  api: new AccountClient(),
  acts: true,
};
