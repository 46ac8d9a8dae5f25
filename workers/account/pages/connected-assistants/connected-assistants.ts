import { disconnect, disconnectAll, narrow } from "./change-connection.tsx";
import { createToken } from "./create-token.tsx";
import { listPage } from "./list-response.tsx";
import { listTexts } from "./list-texts.ts";
import type { AssistantsPageContext } from "./page-context.ts";

/**
 * `/connected-assistants`: what is connected to the accounts of whoever is signed in, what it did, and every way to narrow
 * or end it; and API tokens.
 * @param form what was posted, its `token` already checked; null for a page that is only looked at
 */
export async function connectedAssistants(
  context: AssistantsPageContext,
  form: URLSearchParams | null,
): Promise<Response> {
  if (!form) return listPage(context);
  switch (form.get("action")) {
    case "disconnect":
      return disconnect(context, form);
    case "disconnect_all":
      return disconnectAll(context);
    case "narrow":
      return narrow(context, form);
    case "create_token":
      return createToken(context, form);
    default: {
      const { title, unknownAction } = listTexts[context.visit.language].refusals;
      return listPage(context, { status: 400, refusal: { title, errors: [{ field: null, text: unknownAction }] } });
    }
  }
}
