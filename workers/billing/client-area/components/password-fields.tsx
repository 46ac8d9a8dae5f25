import { Field, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { byLanguage, typeset } from "../../../../shared/pages/french-typography.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import { addressOf } from "../../../../shared/platform/caller-address.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { PASSWORD_FAULTS } from "../../engine/accounts/sign-up.ts";
import type { ChosenPassword, PasswordFault } from "../../engine/sign-in/new-password.ts";
import type { PresentPassword } from "../../engine/sign-in/present-password.ts";
import type { AreaRequest, ClientAreaForm } from "../area-request.ts";

/** Renders a field for a new password. */
export function NewPasswordField({ errors, label, hint }: { errors: FormError[]; label: string; hint: string }) {
  return <PasswordField id="password" errors={errors} label={label} hint={hint} autocomplete="new-password" />;
}

const PRESENT = "present-password";

/** Renders a field for the current password. The field protects a change against someone who has stolen a session. */
export function PresentPasswordField({ errors, language }: { errors: FormError[]; language: Language }) {
  const { present } = passwordTexts[language];
  return <PasswordField id={PRESENT} errors={errors} label={present} autocomplete="current-password" />;
}

/** Returns the data that a protected change needs: the entered current password, the IP address and the form token. */
export function presentPassword({ form, httpRequest, visitor }: ClientAreaForm): PresentPassword {
  return { present: form.get(PRESENT) ?? "", address: addressOf(httpRequest), formToken: visitor.formToken };
}

/** Returns the form error for a wrong current password. */
export function wrongPresentPassword(language: Language): FormError {
  return { field: PRESENT, text: passwordTexts[language].wrong };
}

/** Renders the checkbox that also disconnects assistants and API tokens. If it is not ticked, only sessions end. */
export function ConnectionsTick({ language }: { language: Language }) {
  const { disconnect, disconnectNote } = passwordTexts[language];
  return <Tick id="disconnect" name="disconnect" value="yes" label={disconnect} consequences={[disconnectNote]} />;
}

/** Returns the new password from a form, with the functions that end sessions and connections. */
export function chosenPassword({ theme, visitor }: AreaRequest, form: URLSearchParams): ChosenPassword {
  return {
    password: form.get("password") ?? "",
    brand: theme.brand.name,
    endSessions: async (loginId) => visitor?.session.endAllOf(loginId),
    endConnections: form.get("disconnect") === "yes" ? async (id) => visitor?.session.endConnectionsOf(id) : null,
  };
}

/** Returns the form error for an unacceptable password. */
export function unfitPassword(fault: NonNullable<PasswordFault>, language: Language): FormError {
  const message = typeset(PASSWORD_FAULTS[fault], language);
  return { field: "password", text: passwordTexts[language].unfit(message) };
}

interface PasswordFieldProps {
  id: string;
  errors: FormError[];
  label: string;
  hint?: string;
  autocomplete: "new-password" | "current-password";
}

function PasswordField({ id, errors, label, hint, autocomplete }: PasswordFieldProps) {
  return (
    <Field id={id} label={label} errors={errors} {...(hint && { hint })}>
      <input
        id={id}
        name={id}
        type="password"
        required
        maxlength={1024}
        autocomplete={autocomplete}
        {...fieldState(id, errors, ...(hint ? [`${id}-hint`] : []))}
      />
    </Field>
  );
}

const passwordTexts = byLanguage({
  present: { en: "Current password", fr: "Mot de passe actuel" },
  wrong: { en: "This is not your current password.", fr: "Ce n’est pas votre mot de passe actuel." },
  unfit: (message: string) => ({ en: `The password ${message}.`, fr: `Le mot de passe ${message}.` }),
  disconnect: {
    en: "Also disconnect my assistants and API tokens",
    fr: "Déconnecter aussi mes assistants et mes jetons d’API",
  },
  disconnectNote: {
    en: "Tick this if somebody else may have used your account. Otherwise they continue to work.",
    fr: "Cochez ceci si quelqu’un d’autre a pu utiliser votre compte. Sinon, ils continuent de fonctionner.",
  },
});
