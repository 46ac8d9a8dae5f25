import { Field, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";

/** The field that contains the form's step. */
export const STEP_FIELD = "step";
/** The field that contains the id of the code that was sent by e-mail. Every step after the first sends this id. */
export const CODE_ID_FIELD = "code-id";

/** Renders a field for the e-mail address that receives a code. */
export function EmailField({ label, email, errors }: { label: string; email: string; errors: FormError[] }) {
  return (
    <Field id="email" label={label} errors={errors}>
      <input
        id="email"
        name="email"
        type="email"
        value={email}
        required
        maxlength={254}
        autocomplete="email"
        autocapitalize="none"
        spellcheck={false}
        {...fieldState("email", errors)}
      />
    </Field>
  );
}

/** Renders hidden fields with the code's id and e-mail address. */
export function CodeFields({ id, email }: { id: string; email: string }) {
  return (
    <>
      <input type="hidden" name={CODE_ID_FIELD} value={id} />
      <input type="hidden" name="email" value={email} />
    </>
  );
}

export const visitorTexts = byLanguage({
  email: { en: "E-mail", fr: "Adresse de courriel" },
  noEmail: { en: "Enter your e-mail address.", fr: "Entrez votre adresse de courriel." },
  sendCode: { en: "Send me a code", fr: "M’envoyer un code" },
  mailed: { en: "We sent an e-mail to", fr: "Nous avons envoyé un courriel à" },
  mailedNote: {
    en: "It arrives within a minute; also check your spam folder.",
    fr: "Il arrive en moins d’une minute ; regardez aussi dans les indésirables.",
  },
  sendAnother: { en: "Send another code", fr: "Envoyer un autre code" },
  otherAddress: { en: "Use another address", fr: "Utiliser une autre adresse" },
  code: { en: "Code from the e-mail", fr: "Code du courriel" },
  wrongCode: {
    en: "This is not the code. Compare it with the e-mail.",
    fr: "Ce n’est pas le bon code. Comparez-le au courriel.",
  },
  over: {
    en: "The code is no longer valid. Request a new one.",
    fr: "Le code n’est plus valide. Faites-vous en envoyer un nouveau.",
  },
  goOn: { en: "Continue", fr: "Continuer" },
  signIn: { en: "Sign in instead", fr: "J’ai déjà un compte" },
  password: { en: "New password", fr: "Nouveau mot de passe" },
  passwordHint: { en: "At least 12 characters.", fr: "Au moins 12 caractères." },
});
