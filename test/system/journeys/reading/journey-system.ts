import { inject } from "vitest";
import { AccountClient } from "../../../support/account-client.ts";

/** A whole system with any billing system. */
export interface JourneySystem {
  /** The origin of the system. It is known once the system has started. */
  readonly origin: string;
  readonly api: AccountClient;
  /** Whether the billing system accepts changes. Otherwise the consent offers no permission to make them. */
  readonly acts: boolean;
}

/** The system with the embedded engine that all test files share. */
export const SHARED_SYSTEM: JourneySystem = {
  get origin() {
    return inject("origin");
  },
  api: new AccountClient(),
  acts: true,
};
