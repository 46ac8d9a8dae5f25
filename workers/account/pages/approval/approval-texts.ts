import { byLanguage } from "../../../../shared/pages/french-typography.ts";

export const approvalTexts = byLanguage({
  askedTitle: (title: string) => ({ en: `${title}?`, fr: `${title} ?` }),
  asks: {
    en: "In the account {account}, {name} asks to do this.",
    fr: "Dans le compte {account}, {name} demande à le faire.",
  },
  asked: {
    en: "In the account {account}, {name} asked to do this.",
    fr: "Dans le compte {account}, {name} a demandé à le faire.",
  },
  verified: { en: "It is published by {domain}.", fr: "Cette application est publiée par {domain}." },
  unverified: {
    en: "Its name is not verified: it registered itself.",
    fr: "Son nom n’est pas vérifié : elle s’est inscrite elle-même.",
  },
  unverifiedAt: {
    en: "Its name is not verified: it is described at {domain}, which does not vouch for it.",
    fr: "Son nom n’est pas vérifié : elle est décrite sur {domain}, qui ne se porte pas garant d’elle.",
  },
  token: { en: "This is your API token {token}.", fr: "C’est votre jeton d’API {token}." },
  signedInAs: { en: "Signed in as {email}", fr: "Session ouverte : {email}" },
  quoted: (label: string) => ({ en: `${label} (as the application wrote it)`, fr: `${label} (ses propres mots)` }),
  quotedWhole: { en: "Full text", fr: "Tout ce qu’elle a écrit" },
  follows: { en: "What happens next", fr: "Ce qui va se passer" },
  open: (until: string) => ({
    en: `Nothing has been done. If you do not answer by ${until}, the request expires and nothing is done.`,
    fr: `Rien n’a été fait. Sans réponse d’ici le ${until}, la demande expire et rien n’est fait.`,
  }),
  once: {
    en: "Your approval covers exactly this request, once. If the price or the effect changes, we will ask again.",
    fr: "Votre accord vaut pour cette demande précise, une seule fois. Si le prix ou l’effet change avant, votre accord est demandé de nouveau.",
  },
  decline: { en: "Decline", fr: "Refuser" },
  approve: { en: "Approve", fr: "Approuver" },
  signInFirst: {
    en: "To approve this, sign in again: your last sign-in was more than 15 minutes ago.",
    fr: "Pour approuver, rouvrez une session : votre dernière ouverture de session date de plus de 15 minutes.",
  },
  signInAgain: { en: "Sign in again", fr: "Rouvrir une session" },
  why: {
    en: "You chose to approve requests like this one. Change that under {assistants}.",
    fr: "Vous avez choisi d’approuver les demandes de ce genre. Vous pouvez changer cela sous {assistants}.",
  },
  assistants: { en: "Connected assistants", fr: "Assistants connectés" },
  isItDone: { en: "See whether it is done", fr: "Voir si c’est fait" },
  declineAfterAll: { en: "Decline after all", fr: "Refuser finalement" },
  states: {
    APPROVED: (until: string) => ({
      now: { en: "Approved.", fr: "Approuvé." },
      what: {
        en: `Go back to {name} and say “continue” before ${until}. We carry out the request when {name} sends it again. Until then you can still decline.`,
        fr: `Retournez à {name} et dites « continue » avant le ${until}. Nous exécuterons la demande quand {name} la renverra. D’ici là, vous pouvez encore refuser.`,
      },
    }),
    DONE: (at: string) => ({
      now: { en: "Approved and done.", fr: "Approuvé et fait." },
      what: {
        en: `You approved the request on ${at}. It was done once.`,
        fr: `Vous avez approuvé la demande le ${at}. Elle a été exécutée une seule fois.`,
      },
    }),
    UNDER_WAY: (at: string) => ({
      now: { en: "Approved and sent.", fr: "Approuvé et envoyé." },
      what: {
        en: `You approved the request on ${at}. It is being done now.`,
        fr: `Vous avez approuvé la demande le ${at}. Elle est en cours d’exécution.`,
      },
    }),
    NOT_DONE: (at: string) => ({
      now: { en: "Approved, but not done.", fr: "Approuvé, mais pas fait." },
      what: {
        en: `You approved the request on ${at}. It was sent once and refused. The connection under Connected assistants shows the reason.`,
        fr: `Vous avez approuvé la demande le ${at}. Elle a été envoyée une fois, puis refusée : la raison figure sous Assistants connectés, avec la connexion.`,
      },
    }),
    CONSUMED: (at: string) => ({
      now: { en: "This was approved and sent.", fr: "Approuvé et envoyé." },
      what: {
        en: `You approved the request on ${at}. It was sent once. The connection under Connected assistants shows how it ended.`,
        fr: `Vous avez approuvé la demande le ${at}. Elle a été envoyée une fois. Son résultat figure sous Assistants connectés, avec la connexion.`,
      },
    }),
    DECLINED: (until: string) => ({
      now: { en: "This was declined.", fr: "Refusé." },
      what: {
        en: `Nothing was done. The same request is refused until ${until}; after that the application can send it again.`,
        fr: `Rien n’a été fait. La même demande est refusée jusqu’au ${until} ; elle pourra ensuite être faite de nouveau.`,
      },
    }),
    LAPSED: (at: string) => ({
      now: { en: "This request has expired.", fr: "Cette demande a expiré." },
      what: {
        en: `It expired on ${at}. Nothing was done. If the application sends the request again, we will ask you again.`,
        fr: `Elle a expiré le ${at}. Rien n’a été fait. Si l’application renvoie sa demande, votre accord sera demandé de nouveau.`,
      },
    }),
    VOID: () => ({
      now: { en: "This request has ended.", fr: "Cette demande a pris fin." },
      what: {
        en: "The connection, the price or the effect has changed since, or the action no longer needed your approval. If the application sent a new request, you find it under Connected assistants.",
        fr: "Depuis, la connexion, le prix ou l’effet a changé, ou l’action n’exigeait plus votre accord. Si l’application l’a renvoyée, la nouvelle demande figure sous Assistants connectés.",
      },
    }),
  },
});
