import { byLanguage } from "../../../../shared/pages/french-typography.ts";

/** The texts that all changes in the client area share. */
export const actionTexts = byLanguage({
  asked: (title: string) => ({ en: `${title}?`, fr: `${title} ?` }),
  follows: { en: "What happens next", fr: "Ce qui va se passer" },
  notDone: { en: "Nothing was changed.", fr: "Rien n’a été modifié." },
  back: { en: "Go back without changing anything", fr: "Revenir sans rien modifier" },
  signInFirst: {
    en: "To do this, sign in again: you last signed in more than 15 minutes ago.",
    fr: "Pour le faire, rouvrez une session : votre dernière ouverture de session date de plus de 15 minutes.",
  },
  signInAgain: { en: "Sign in again", fr: "Rouvrir une session" },
  problems: {
    not_placed: {
      en: "The request never reached our billing system, so nothing was done. Try again.",
      fr: "La demande n’est jamais parvenue à notre système de facturation ; rien n’a donc été fait. Réessayez.",
    },
    key_reused: {
      en: "This form was already sent for something else. Check its content and send it again.",
      fr: "Ce formulaire a déjà été envoyé pour autre chose. Vérifiez ce qu’il indique maintenant, puis renvoyez-le.",
    },
    stale_confirm: {
      en: "What happens next has changed, or more than 15 minutes have passed. Read it again, and confirm it if you still want it.",
      fr: "Ce qui va se passer a changé, ou plus de 15 minutes se sont écoulées. Relisez-le et confirmez si vous le voulez toujours.",
    },
    not_bridged: {
      en: "The server of this service is not connected here, so its DNS records cannot be changed.",
      fr: "Le serveur de ce service n’est pas connecté ici ; ses enregistrements DNS ne peuvent donc pas être modifiés.",
    },
    zone_changed: {
      en: "The DNS records have changed since you opened this page. Nothing was changed. Make your change again on the current records.",
      fr: "Les enregistrements DNS ont changé depuis l’ouverture de la page ; rien n’a donc été modifié. Refaites la modification sur leur état actuel.",
    },
    zoneUnread: {
      en: "The server of this service did not answer, so nothing was changed. Try again in a moment.",
      fr: "Le serveur de ce service n’a pas répondu ; rien n’a donc été modifié. Réessayez dans un moment.",
    },
    zoneUnknown: {
      en: "The server of this service did not answer in time. The records below show whether the change was made.",
      fr: "Le serveur de ce service n’a pas répondu à temps. Les enregistrements ci-dessous montrent si la modification est faite.",
    },
  },
});
