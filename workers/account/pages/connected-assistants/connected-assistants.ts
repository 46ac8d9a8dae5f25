import type { AssistantsScene } from "./assistants-scene.ts";
import { disconnect, disconnectAll, narrow } from "./change-connection.tsx";
import { createToken } from "./create-token.tsx";
import { listPage } from "./list-response.tsx";
import { listTexts } from "./list-texts.ts";

/**
 * `/connected-assistants`: what is connected to the accounts of whoever is signed in, what it did, and every way to narrow
 * or end it; and API tokens.
 * @param form what was posted, its `token` already checked; null for a page that is only looked at
 */
export async function connectedAssistants(scene: AssistantsScene, form: URLSearchParams | null): Promise<Response> {
  if (!form) return listPage(scene);
  switch (form.get("action")) {
    case "disconnect":
      return disconnect(scene, form);
    case "disconnect_all":
      return disconnectAll(scene);
    case "narrow":
      return narrow(scene, form);
    case "create_token":
      return createToken(scene, form);
    default: {
      const { title, unknownAction } = listTexts[scene.visit.language].refusals;
      return listPage(scene, { status: 400, refusal: { title, errors: [{ field: null, text: unknownAction }] } });
    }
  }
}
