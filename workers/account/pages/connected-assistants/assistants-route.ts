import type { Addresses } from "../../../../shared/addresses.ts";
import { visitOf } from "../../../../shared/pages/visit.ts";
import { goOn, signInAddress, stopAt } from "../answers.tsx";
import type { ConnectingCollaborators, ConnectingRequest } from "../page-request.ts";
import { readForm } from "../form.ts";
import type { AssistantsScene } from "./assistants-scene.ts";
import { connectedAssistants } from "./connected-assistants.ts";

/** What the page works with, whoever asks for it. */
export type AssistantsCollaborators = Pick<AssistantsScene, "index" | "connection" | "ids"> & ConnectingCollaborators;

const METHODS = ["GET", "HEAD", "POST"];

/** `/connected-assistants` for whoever is signed in; everybody else signs in first. */
export async function answerAssistants(
  collaborators: AssistantsCollaborators,
  request: Request,
  addresses: Addresses,
): Promise<Response> {
  const { sessions, theme, index, connection, ids, billing, now, demonstration } = collaborators;
  const visit = visitOf(request);
  const session = await sessions.of(request);
  const to: ConnectingRequest = { ...collaborators, request, visit, session };
  if (!METHODS.includes(request.method)) {
    return stopAt(to, "methodNotAllowed", { headers: { Allow: METHODS.join(", ") } });
  }

  let form: URLSearchParams | null = null;
  if (request.method === "POST") {
    form = await readForm(request);
    if (!form) return stopAt(to, "unreadableForm");
    if (!session || !(await sessions.isOwnForm(request, form, session))) return stopAt(to, "foreignForm");
  }
  const signedIn = session && (await session.port.read()).signedIn;
  if (!session || !signedIn) return goOn(signInAddress(to, null));
  return connectedAssistants(
    {
      ...{ theme, visit, addresses, signedIn, index, connection, ids, billing, now, demonstration },
      formToken: session.formToken,
      signInAgain: signInAddress(to, null, { again: "1" }),
    },
    form,
  );
}
