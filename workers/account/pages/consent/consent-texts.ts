import { bilingual } from "../../../../shared/pages/french-typography.ts";

const en = {
  title: "Connect {name} to your account?",
  signedInAs: "Signed in as {email}",
  account: "Account {name}",
  notYou: "Not you?",
  otherAccount: "Change",
  reads: "It will be able to read",
  changes: "Only if you tick it, it may also",
  asked: "The application asks for this.",
  howLong: "It stays connected until you disconnect it, or until it has not been used for 30 days.",
  deny: "Cancel",
  allow: "Allow",
  undo: "You can narrow or end this at any time under {assistants}; ending it works at once.",
  assistants: "Connected assistants",
  changeNotPossible:
    "Your own access to this account doesn’t include a change that was ticked. Look at the ticks again.",
  accountChanged:
    "Another account was chosen meanwhile, in another window. Look at the account again; nothing was connected.",
};

export const consentTexts = bilingual(en, {
  title: "Connecter {name} à votre compte ?",
  signedInAs: "Session ouverte : {email}",
  account: "Compte {name}",
  notYou: "Pas vous ?",
  otherAccount: "Changer",
  reads: "Cette application pourra lire",
  changes: "Seulement si vous cochez la case, elle pourra aussi",
  asked: "L’application le demande.",
  howLong: "La connexion dure jusqu’à ce que vous y mettiez fin, ou qu’elle reste 30 jours sans être utilisée.",
  deny: "Annuler",
  allow: "Autoriser",
  undo: "Vous pouvez restreindre cette connexion ou y mettre fin à tout moment sous {assistants} ; la fin prend effet aussitôt.",
  assistants: "Assistants connectés",
  changeNotPossible:
    "Votre propre accès à ce compte ne permet pas une modification qui a été cochée. Vérifiez les cases.",
  accountChanged:
    "Un autre compte a été choisi entre-temps, dans une autre fenêtre. Vérifiez le compte ; rien n’a été connecté.",
});
