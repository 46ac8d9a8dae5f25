import { isSameAddress } from "../../workers/billing-whmcs/sign-in/logins.ts";
import { isSameUuid } from "../../workers/billing-whmcs/sign-in/subject.ts";

/** Who has signed in at the probe, and what WHMCS tells of them. */
export interface SeenUser {
  subject: string;
  email: string;
  /** Users whose address it is. */
  users: { id: number; accounts: SeenAccount[] }[];
}

/** An account that a user manages. */
export interface SeenAccount {
  id: number;
  /** Undefined where it is not told. */
  uuid: string | undefined;
}

export interface SubjectVerdict {
  /** What `WHMCS_OIDC_SUBJECT` is to be set to; null: nothing was shown. */
  subject: "user" | "account" | null;
  text: string;
}

const AGAIN = "Leave WHMCS_OIDC_SUBJECT unset, and begin again with";

/**
 * What the subjects of an account's owner and of its other user stand for. `user` only where both manage this one account alone and
 * neither subject can be the account's.
 */
export function subjectVerdict(owner: SeenUser, other: SeenUser): SubjectVerdict {
  const isSameSubject = isSameUuid(owner.subject, other.subject);
  const isSameEmail = isSameAddress(owner.email, other.email);
  if (isSameSubject && isSameEmail) {
    return nothing(
      "The same user has signed in twice, or both tokens name the account. Leave WHMCS_OIDC_SUBJECT unset.",
    );
  }
  if (isSameEmail) {
    return account(
      "Both were given with one e-mail address, so it is the account's, and names no user: set WHMCS_OIDC_SUBJECT=account.",
    );
  }
  if (isSameSubject) return account("Tokens name the account: set WHMCS_OIDC_SUBJECT=account.");

  const seen = [owner, other];
  if (seen.some(({ users }) => users.length !== 1)) {
    return nothing(`WHMCS does not tell one user for each of the two e-mail addresses: nothing is shown.
${AGAIN} two users whose addresses no other user has.`);
  }
  const [user, colleague] = seen.flatMap(({ users }) => users);
  const [ofOwner, ofOther] = [user?.accounts ?? [], colleague?.accounts ?? []];
  const [shared] = ofOwner;
  if (!shared || ofOwner.length !== 1 || ofOther.length !== 1 || ofOther[0]?.id !== shared.id) {
    return nothing(`The two do not manage one account together and no other: a token could be another account's. Nothing is shown.
${AGAIN} two users who manage the same account and nothing else.`);
  }
  const numbers = seen.map(({ subject, users }) => ({ ...numberIn(subject), userId: users[0]?.id }));
  const isAccount = ({ number, userId }: (typeof numbers)[number]) => number === shared.id && number !== userId;
  if (seen.some(({ subject }) => isSameUuid(shared.uuid, subject)) || numbers.some(isAccount)) {
    return account("Tokens name the account: set WHMCS_OIDC_SUBJECT=account.");
  }
  if (numbers.some(({ number, userId }) => number !== null && number !== userId)) {
    return nothing(
      "Tokens have numbers that are not the users' own: nothing is shown. Leave WHMCS_OIDC_SUBJECT unset.",
    );
  }
  if (shared.uuid === undefined) {
    return nothing(`WHMCS does not tell the account's uuid (GetClientsDetails), with which a subject is compared: nothing is shown.
Leave WHMCS_OIDC_SUBJECT unset. Customers sign in through the addon.`);
  }
  return { subject: "user", text: "Tokens name the user: set WHMCS_OIDC_SUBJECT=user." };
}

function numberIn(subject: string): { number: number | null } {
  return { number: /^\d+$/.test(subject) ? Number(subject) : null };
}

function nothing(text: string): SubjectVerdict {
  return { subject: null, text };
}

function account(text: string): SubjectVerdict {
  return { subject: "account", text: `${text}\nCustomers then sign in through the addon.` };
}
