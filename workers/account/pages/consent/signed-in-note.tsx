import { FilledText } from "../../../../shared/pages/filled-text.tsx";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { AUTHORIZE_PATH, pageAddress, SIGN_OUT_PATH } from "../page-addresses.ts";
import type { OpenAuthorization } from "../page-request.ts";
import { consentTexts } from "./consent-texts.ts";

/** Id of the form that ends the session, where its button stands inside another form. */
const NOT_YOU_FORM = "not-you";

/** Who is signed in and for which account, and how to change either. */
export function SignedInNote({ open, account }: { open: OpenAuthorization; account: string }) {
  const { id, signedIn, accounts } = open;
  const { visit } = open.to;
  const texts = consentTexts[visit.language];
  return (
    <div class="note">
      <div class="who">
        <p>
          <FilledText text={texts.signedInAs} fill={{ email: <bdi class="strong">{signedIn.email}</bdi> }} />
        </p>
        <button class="quiet" type="submit" form={NOT_YOU_FORM}>
          {texts.notYou}
        </button>
      </div>
      <div class="who">
        <p>
          <FilledText text={texts.account} fill={{ name: <bdi class="strong">{account}</bdi> }} />
        </p>
        {accounts.length > 1 && (
          <a class="quiet" href={pageAddress(visit, AUTHORIZE_PATH, id, { choose: "account" })}>
            {texts.otherAccount}
          </a>
        )}
      </div>
    </div>
  );
}

interface SignOutFormProps {
  open: OpenAuthorization;
  /** Its button is that of {@link SignedInNote}. */
  isButtonElsewhere?: boolean;
}

/** Ends the session and keeps the pending authorization for somebody else. */
export function SignOutForm({ open, isButtonElsewhere = false }: SignOutFormProps) {
  const { visit } = open.to;
  return (
    <form
      {...(isButtonElsewhere && { id: NOT_YOU_FORM, hidden: true })}
      method="post"
      action={pageAddress(visit, SIGN_OUT_PATH, null)}
    >
      <HiddenFields token={open.session.formToken} pending={open.id} />
      {!isButtonElsewhere && (
        <button class="quiet" type="submit">
          {consentTexts[visit.language].notYou}
        </button>
      )}
    </form>
  );
}
