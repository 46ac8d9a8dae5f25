import { seeOther } from "../../../../shared/pages/page-response.ts";
import { signInAddress, signInForToken } from "../page-addresses.ts";
import type { CustomerForm, CustomerPageRequest } from "../page-request.ts";
import { connectedAssistants } from "./connected-assistants.ts";

/** `/connected-assistants` for whoever is signed in, looked at or with a form of its own; everybody else signs in first. */
export async function showAssistants(to: CustomerPageRequest | CustomerForm): Promise<Response> {
  const { session, visit } = to;
  const signedIn = session && (await session.port.read()).signedIn;
  if (!session || !signedIn) return seeOther(signInAddress(visit, null));
  const context = { ...to, signedIn, formToken: session.formToken, signInAgain: signInForToken(visit) };
  return connectedAssistants(context, "form" in to ? to.form : null);
}
