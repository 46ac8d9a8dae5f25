import { goOn } from "../answers.tsx";
import { signInAddress } from "../page-addresses.ts";
import type { OwnForm } from "../page-request.ts";
import { SIGNED_OUT } from "./sign-in.tsx";

/** `POST /sign-out`: ends the session. A question that waits goes on into a new one, where somebody else can sign in. */
export async function signOut({ session, sessions, visit, form }: OwnForm): Promise<Response> {
  const id = form.get("pending");
  const taken = id === null ? null : await session.port.takePending(id);
  await session.port.end();
  if (!taken) return goOn(signInAddress(visit, null, { [SIGNED_OUT]: "1" }), sessions.noCookie(visit.url));
  const { expiresAt: _, ...question } = taken;
  const fresh = await sessions.start();
  const kept = await fresh.port.addPending({ ...question, accountId: null });
  return goOn(signInAddress(visit, kept), sessions.cookie(fresh, visit.url));
}
