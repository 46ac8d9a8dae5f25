import type {
  PendingAuthorization,
  SessionRotation,
  SessionState,
} from "../../../../durable-objects/session/session-port.ts";
import type { Login } from "../../../../shared/billing-contract/customer.ts";
import { cameFromHere } from "../../../../shared/pages/own-form.ts";
import { managedAccounts } from "../../queries/account-queries.ts";
import type { BrowserSession } from "../../sessions.ts";
import { goOn, stopAt } from "../answers.tsx";
import { afterSignIn, pageAddress, SIGN_OUT_PATH } from "../page-addresses.ts";
import type { CustomerPageRequest } from "../page-request.ts";

/** A form of a session that has just been left is the second of a double click only so long. */
const REPEATED_MS = 30_000;
/** A code that is refused may have been accepted a moment ago, by a request that is still on its way; looked for after these. */
const LOOKS_MS = [0, 250, 750];

/** A sign-in as far as it has come. */
export interface Entry {
  to: CustomerPageRequest;
  session: BrowserSession;
  state: SessionState;
  /** The question it is for, with its id. */
  asking: { id: string; application: PendingAuthorization } | null;
}

/**
 * Goes on as the login, in a session with a new id: whoever knew the old one gains nothing by it.
 * @param code of the second step; null without one
 */
export async function enter(entry: Entry, login: Login, code: string | null): Promise<Response> {
  const { to, session, asking } = entry;
  const managed = await managedAccounts(to, login.id);
  if (managed.ok && managed.value.length === 0) {
    await session.port.awaitSecondStep(null);
    const pending = asking?.id ?? null;
    const signOut = { token: session.formToken, pending, address: pageAddress(to.visit, SIGN_OUT_PATH, null) };
    return stopAt(to, "noAccounts", { signOut });
  }
  const fresh = await to.sessions.start();
  const signedIn = { loginId: login.id, email: login.email, at: to.now() };
  const proof = code === null ? null : await proofOf(session, code);
  return goOnIn(entry, await session.port.handOver({ session: fresh.id, signedIn }, proof));
}

/** Goes on where the same code has just led: a form that was sent twice. Null where it led nowhere. */
export async function enteredBefore(entry: Entry, code: string): Promise<Response | null> {
  const proof = await proofOf(entry.session, code);
  for (const wait of LOOKS_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const rotation = await entry.session.port.handedOver(proof);
    if (rotation) return goOnIn(entry, rotation);
  }
  return null;
}

/**
 * Goes on where the same form has just led, for a browser that took the new session over and then sent the form of the old
 * one once more. Nothing is done for it, and nobody is signed in by it.
 */
export async function signedInBefore(to: CustomerPageRequest, form: URLSearchParams): Promise<Response | null> {
  if (!to.session || !cameFromHere(to.request)) return null;
  const { signedIn } = await to.session.port.read();
  if (!signedIn || to.now() - signedIn.at > REPEATED_MS) return null;
  const email = form.get("email")?.trim().toLowerCase() ?? null;
  if (email !== null && email !== signedIn.email.toLowerCase()) return null;
  return goOn(afterSignIn(to.visit, form.get("pending")));
}

async function goOnIn({ to, asking }: Entry, rotation: SessionRotation): Promise<Response> {
  const session = await to.sessions.named(rotation.session);
  await session.port.begin(rotation);
  return goOn(afterSignIn(to.visit, asking?.id ?? null), to.sessions.cookie(session, to.visit.url));
}

/** Says nothing of the code to whoever reads the session's object: the form token is not in it. */
async function proofOf({ formToken }: BrowserSession, code: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${formToken} ${code}`));
  return new Uint8Array(digest).toHex();
}
