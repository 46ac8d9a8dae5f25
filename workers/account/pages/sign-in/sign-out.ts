import { goOn } from "../answers.tsx";
import { signInAddress } from "../page-addresses.ts";
import type { CustomerForm } from "../page-request.ts";
import { pendingAuthorizationOf } from "../page-request.ts";
import { SIGNED_OUT } from "./sign-in.tsx";

/** `POST /sign-out`: ends the session. Where a question waits, it goes on into a new one, where somebody else can sign in. */
export async function signOut({ session, sessions, visit, form, now }: CustomerForm): Promise<Response> {
  const id = form.get("pending");
  if (id === null || !pendingAuthorizationOf(await session.port.read(), id, now())) {
    await session.port.end();
    return goOn(signInAddress(visit, null, { [SIGNED_OUT]: "1" }), sessions.noCookie(visit.url));
  }
  const { id: fresh } = await sessions.start();
  const rotation = await session.port.handOver({ session: fresh, signedIn: null }, null);
  const next = await sessions.named(rotation.session);
  await next.port.begin(rotation);
  return goOn(signInAddress(visit, id), sessions.cookie(next, visit.url));
}
