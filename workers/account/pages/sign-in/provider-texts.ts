import { bilingual } from "../../../../shared/pages/french-typography.ts";
import type { ProviderSignInFailure } from "../../../../shared/pages/sign-in/session.ts";

const en = {
  continueAt: "Continue at {host}",
  /** After signing out here. */
  signedInThere: "At {host} you may still be signed in.",
  /** After a sign-in that was to ask anew. */
  notAsked:
    "The page that you came from let you in without asking again who you are. Sign out there first, then sign in again.",
  failures: {
    declined: "You came back from {host} without signing in. Nothing was done; continue there again whenever you like.",
    not_accepted:
      "{host} signed you in, but it is not certain whose login here that is, so it was not accepted. Try another login there, or ask us for help.",
    no_account:
      "The login that you used at {host} manages no account, so there is nothing to show or connect. Ask the owner of an account to give you access, or sign out there and come back with another login.",
    expired: "That sign-in took longer than ten minutes, or was used already. Nothing was done; continue once more.",
    unavailable: "{host} did not answer, so you could not be signed in. Nothing was done; try again in a moment.",
  } satisfies Record<ProviderSignInFailure, string> as Record<ProviderSignInFailure, string>,
};

/** Texts of signing in at the billing system's own page. */
export const providerTexts = bilingual(en, {
  continueAt: "Continuer sur {host}",
  signedInThere: "Votre session est peut-être encore ouverte sur {host}.",
  notAsked:
    "La page d’où vous venez vous a laissé entrer sans redemander qui vous êtes. Fermez-y d’abord votre session, puis ouvrez-la de nouveau.",
  failures: {
    declined:
      "Vous êtes revenu de {host} sans ouvrir de session. Rien n’a été fait ; continuez-y de nouveau quand vous voulez.",
    not_accepted:
      "{host} a ouvert votre session, mais on ne sait pas avec certitude à quel identifiant elle correspond ici ; elle n’a donc pas été acceptée. Essayez-y un autre identifiant, ou demandez-nous de l’aide.",
    no_account:
      "L’identifiant que vous avez employé sur {host} ne gère aucun compte : il n’y a rien à afficher ni à connecter. Demandez au titulaire d’un compte de vous y donner accès, ou fermez là-bas votre session et revenez avec un autre identifiant.",
    expired:
      "Cette ouverture de session a duré plus de dix minutes, ou a déjà servi. Rien n’a été fait ; continuez une fois de plus.",
    unavailable:
      "{host} n’a pas répondu ; votre session n’a donc pas pu être ouverte. Rien n’a été fait ; réessayez dans un moment.",
  },
});
