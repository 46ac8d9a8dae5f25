import { inject } from "vitest";
import { AccountClient } from "../../../support/account-client.ts";

/** A whole system for a customer's journey, with any billing system. */
export interface JourneySystem {
  /** Known once the system has started. */
  readonly origin: string;
  readonly api: AccountClient;
  /** Whether the billing system accepts changes. If it does not, the consent offers no permission to make them. */
  readonly acts: boolean;
}

/** The shared system of the tests, with the embedded engine. */
export const SHARED_SYSTEM: JourneySystem = {
  get origin() {
    return inject("origin");
  },
  api: new AccountClient(),
  acts: true,
};
