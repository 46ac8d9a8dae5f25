import type { Addresses } from "../../../../shared/addresses.ts";
import type { CustomerBilling } from "../../../../shared/billing-customer.ts";
import type { ConnectionPort } from "../../../../shared/connections/connection.ts";
import type { ObjectIds } from "../../../../shared/object-id.ts";
import type { Theme } from "../../../../shared/pages/theme.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import type { SignedIn } from "../../../../shared/sessions/session.ts";
import type { ConnectionIndex } from "../../connections/connection-index.ts";

/** Everything the page of connected assistants works with, for one request of a person who is signed in. */
export interface AssistantsScene {
  theme: Theme;
  visit: Visit;
  addresses: Addresses;
  signedIn: SignedIn;
  /** Goes into every form as `token`; whoever calls has checked the one that came. */
  formToken: string;
  /** Address of ours where the password is given again, and that leads back to the form for a new API token. */
  signInAgain: string;
  index: Pick<ConnectionIndex, "add" | "alive" | "ended" | "forget">;
  /** @param id one that `ids` made */
  connection: (id: string) => ConnectionPort;
  /** Ids of connections. */
  ids: Pick<ObjectIds, "mint" | "isOurs">;
  billing: Pick<CustomerBilling, "listManagedAccounts" | "listServices" | "listDomains">;
  /** Epoch milliseconds. */
  now: () => number;
  /** The page says in one line that this is a demonstration. */
  demonstration: boolean;
}

/** The page's path; its forms post to it. */
export const ASSISTANTS_PATH = "/connected-assistants";
