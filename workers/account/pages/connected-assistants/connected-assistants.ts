import { seeOther } from "../../../../shared/pages/page-response.ts";
import { signInAddress, signInForToken } from "../page-addresses.ts";
import type { AssistantsPageContext, CustomerForm, CustomerPageRequest } from "../page-request.ts";
import { ask, disconnect, disconnectAll, narrow, save } from "./change-connection.tsx";
import { createToken } from "./create-token.tsx";
import { listTexts } from "./list-texts.ts";
import { refuseForm, showList } from "./show-list.tsx";

/**
 * `/connected-assistants`: what is connected to the accounts of whoever is signed in, what it did, and every way to narrow
 * or end it; and API tokens.
 * @param form what was posted, its `token` already checked; null for a page that is only looked at
 */
export async function connectedAssistants(
  context: AssistantsPageContext,
  form: URLSearchParams | null,
): Promise<Response> {
  if (!form) return showList(context);
  switch (form.get("action")) {
    case "disconnect":
      return disconnect(context, form);
    case "disconnect_all":
      return disconnectAll(context);
    case "ask":
      return ask(context, form);
    case "save":
      return save(context, form);
    case "narrow":
      return narrow(context, form);
    case "create_token":
      return createToken(context, form);
    default:
      return refuseForm(context, 400, listTexts[context.visit.language].refusals.unknownAction);
  }
}

/** `/connected-assistants` for whoever is signed in, looked at or with a form of its own; everybody else signs in first. */
export async function showAssistants(to: CustomerPageRequest | CustomerForm): Promise<Response> {
  const { session, visit } = to;
  const signedIn = session && (await session.port.read()).signedIn;
  if (!session || !signedIn) return seeOther(signInAddress(visit, null));
  const context = { ...to, signedIn, formToken: session.formToken, signInAgain: signInForToken(visit) };
  return connectedAssistants(context, "form" in to ? to.form : null);
}
