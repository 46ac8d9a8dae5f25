import type { CustomerBilling } from "../../../../shared/billing-contract/customer.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";
import type { CustomerPageRequest } from "../page-request.ts";

/** Everything the page of connected assistants works with, for one request of a person who is signed in. */
export interface AssistantsPageContext
  extends Pick<
    CustomerPageRequest,
    "theme" | "visit" | "addresses" | "index" | "connection" | "account" | "ids" | "now" | "demonstration" | "requestId"
  > {
  billing: Pick<CustomerBilling, "listManagedAccounts" | "listServices" | "listDomains">;
  signedIn: SignedIn;
  /** Goes into every form as `token`; whoever calls has checked the one that came. */
  formToken: string;
  /** Address of ours where the password is given again, and that leads back to the form for a new API token. */
  signInAgain: string;
}
