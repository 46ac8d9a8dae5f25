import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import type { Visit } from "../../../../shared/pages/visit.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { AUTHORIZE_PATH, pageAddress, SIGN_OUT_PATH } from "../page-addresses.ts";
import type { PageContext } from "../page-request.ts";
import { consentTexts } from "./consent-texts.ts";

interface SignedInNoteProps {
  context: PageContext;
  pending: string;
  email: string;
  account: string;
  /** The login manages more than one account. */
  hasOthers: boolean;
}

/** Id of the form that ends the session, where its button stands inside another form. */
const NOT_YOU_FORM = "not-you";

/** Who is signed in and for which account, and how to change either. */
export function SignedInNote({ context: { visit }, pending, email, account, hasOthers }: SignedInNoteProps) {
  const texts = consentTexts[visit.language];
  const words = { email: <bdi class="strong">{email}</bdi>, account: <bdi class="strong">{account}</bdi> };
  return (
    <div class="note who">
      <p>
        <FilledText text={texts.signedInAs} fill={words} />
      </p>
      <div class="who-else">
        {hasOthers && (
          <a class="quiet" href={pageAddress(visit, AUTHORIZE_PATH, pending, { choose: "account" })}>
            {texts.otherAccount}
          </a>
        )}
        <button class="quiet" type="submit" form={NOT_YOU_FORM}>
          {texts.notYou}
        </button>
      </div>
    </div>
  );
}

interface SignOutFormProps {
  visit: Visit;
  token: string;
  pending: string;
  /** Its button is that of {@link SignedInNote}. */
  isButtonElsewhere?: boolean;
}

/** Ends the session and keeps the pending authorization for somebody else. */
export function SignOutForm({ visit, token, pending, isButtonElsewhere = false }: SignOutFormProps) {
  return (
    <form
      {...(isButtonElsewhere && { id: NOT_YOU_FORM, hidden: true })}
      method="post"
      action={pageAddress(visit, SIGN_OUT_PATH, null)}
    >
      <HiddenFields token={token} pending={pending} />
      {!isButtonElsewhere && (
        <button class="quiet" type="submit">
          {consentTexts[visit.language].notYou}
        </button>
      )}
    </form>
  );
}
