import type { ApprovalOutcome } from "../../../../durable-objects/account/account-port.ts";
import { bilingual } from "../../../../shared/pages/french-typography.ts";

/** What became of a request: what happened, what was not done, what to do next. */
interface StateTexts {
  /** A short answer to the heading. */
  now: string;
  what: string;
}

const en = {
  askedTitle: (title: string) => `${title}?`,
  asks: "In the account {account}, {name} asks to do this.",
  verified: "It is published by {domain}.",
  unverified: "Its name is not verified: it registered itself.",
  unverifiedAt: "Its name is not verified: it is described at {domain}, which does not vouch for it.",
  token: "This is your API token {token}.",
  signedInAs: "Signed in as {email}",
  quoted: (label: string) => `${label} (its own words)`,
  quotedWhole: "All that it wrote",
  follows: "What follows",
  open: (until: string) =>
    `Nothing has been done. Without an answer by ${until} nothing will be: the request then lapses.`,
  once: "Your approval covers exactly this request, once. If the price or the effect changes first, you are asked again.",
  decline: "Decline",
  approve: "Approve",
  signInFirst: "To approve this, sign in once more: you last said who you are more than 15 minutes ago.",
  signInAgain: "Sign in again",
  why: "You chose to approve requests like this one. Change that under {assistants}.",
  assistants: "Connected assistants",
  declineAfterAll: "Decline after all",
  states: {
    APPROVED: (until: string) => ({
      now: "You approved this.",
      what: `It is not done yet: the application has to send it again by ${until}. Tell it to continue. Until then you can still decline.`,
    }),
    CONSUMED: (at: string) => ({
      now: "This was approved and sent.",
      what: `You approved it on ${at}, and it was sent once. How it ended stands under Connected assistants, with the connection.`,
    }),
    DECLINED: (until: string) => ({
      now: "This was declined.",
      what: `Nothing was done. The same request is refused until ${until}; after that it can be asked again.`,
    }),
    LAPSED: (at: string) => ({
      now: "The time for an answer is over.",
      what: `It ended on ${at}. Nothing was done. If the application sends the request again, you are asked again.`,
    }),
    VOID: () => ({
      now: "This request has ended.",
      what: "The connection, the price or the effect has changed since, or the action no longer needed your approval. If the application asked again, the new request is under Connected assistants.",
    }),
  } satisfies Record<string, (instant: string) => StateTexts>,
  stops: {
    notFound: {
      title: "There is no such request",
      what: "The login that is signed in was not asked this, or it was forgotten some time after it had ended. Nothing was done.",
      next: "If another login of yours was asked, sign in with that one and open the link again.",
    },
    gone: {
      title: "This is no longer asked",
      what: "The connection that asked has ended, or you no longer manage its account. Nothing can be approved.",
      next: "What is connected now stands under Connected assistants.",
    },
    unknown: {
      title: "This is no answer to the request",
      what: "What was sent neither approves nor declines, or does both. Nothing was decided.",
      next: "Go back to the request and answer it there.",
    },
    unavailable: {
      title: "The request cannot be read right now",
      what: "A part of this service did not answer. If you had just approved or declined, it may have counted.",
      next: "Open the request again in a moment: it says what counts.",
    },
  },
  again: "Open the request again",
  otherLogin: "Use another login",
  listed: {
    waiting: "Waiting for your answer",
    approved: "Approved, not done yet",
    until: (instant: string) => `open until ${instant}`,
  },
  /** What became of the request that an entry of the log was refused for. */
  outcomes: {
    asked: "waiting for your approval",
    approved: "approved since",
    declined: "you declined",
    lapsed: "not approved in time",
    void: "no longer asked",
  } satisfies Record<ApprovalOutcome, string> as Record<ApprovalOutcome, string>,
};

export const approvalTexts = bilingual(en, {
  askedTitle: (title) => `${title} ?`,
  asks: "Dans le compte {account}, {name} demande à le faire.",
  verified: "Cette application est publiée par {domain}.",
  unverified: "Son nom n’est pas vérifié : elle s’est inscrite elle-même.",
  unverifiedAt: "Son nom n’est pas vérifié : elle est décrite sur {domain}, qui ne se porte pas garant d’elle.",
  token: "C’est votre jeton d’API {token}.",
  signedInAs: "Session ouverte : {email}",
  quoted: (label) => `${label} (ses propres mots)`,
  quotedWhole: "Tout ce qu’elle a écrit",
  follows: "Ce qui s’ensuit",
  open: (until) =>
    `Rien n’a été fait. Sans réponse d’ici le ${until}, rien ne le sera : la demande devient alors caduque.`,
  once: "Approuver laisse passer exactement ceci, une seule fois, dès que la demande est renvoyée. Si le prix ou l’effet change avant, votre accord est demandé de nouveau.",
  decline: "Refuser",
  approve: "Approuver",
  signInFirst: "Pour approuver, ouvrez de nouveau une session : vous avez dit qui vous êtes il y a plus de 15 minutes.",
  signInAgain: "Rouvrir une session",
  why: "Vous avez choisi d’approuver les demandes de ce genre. Vous pouvez changer cela sous {assistants}.",
  assistants: "Assistants connectés",
  declineAfterAll: "Refuser finalement",
  states: {
    APPROVED: (until) => ({
      now: "Vous avez approuvé.",
      what: `Ce n’est pas encore fait : l’application doit renvoyer sa demande d’ici le ${until}. Dites-lui de continuer. D’ici là, vous pouvez encore refuser.`,
    }),
    CONSUMED: (at) => ({
      now: "Approuvé et envoyé.",
      what: `Vous avez approuvé le ${at}, et la demande a été envoyée une fois. Son résultat figure sous Assistants connectés, avec la connexion.`,
    }),
    DECLINED: (until) => ({
      now: "Refusé.",
      what: `Rien n’a été fait. La même demande est refusée jusqu’au ${until} ; elle pourra ensuite être faite de nouveau.`,
    }),
    LAPSED: (at) => ({
      now: "Le délai de réponse est passé.",
      what: `Il a pris fin le ${at}. Rien n’a été fait. Si l’application renvoie sa demande, votre accord sera demandé de nouveau.`,
    }),
    VOID: () => ({
      now: "Cette demande a pris fin.",
      what: "Depuis, la connexion, le prix ou l’effet a changé, ou l’action n’exigeait plus votre accord. Si l’application l’a renvoyée, la nouvelle demande figure sous Assistants connectés.",
    }),
  },
  stops: {
    notFound: {
      title: "Cette demande n’existe pas",
      what: "Rien de tel n’a été demandé à l’identifiant dont la session est ouverte, ou la demande a été oubliée quelque temps après sa fin. Rien n’a été fait.",
      next: "Si c’est un autre de vos identifiants qui a été sollicité, ouvrez une session avec celui-là et suivez de nouveau le lien.",
    },
    gone: {
      title: "Cela n’est plus demandé",
      what: "La connexion qui le demandait a pris fin, ou vous ne gérez plus son compte. Rien ne peut être approuvé.",
      next: "Ce qui est connecté maintenant figure sous Assistants connectés.",
    },
    unknown: {
      title: "Ce n’est pas une réponse à la demande",
      what: "Ce qui a été envoyé n’approuve ni ne refuse, ou fait les deux. Rien n’a été décidé.",
      next: "Revenez à la demande et répondez-y là.",
    },
    unavailable: {
      title: "La demande ne peut pas être lue en ce moment",
      what: "Une partie de ce service n’a pas répondu. Si vous veniez d’approuver ou de refuser, il se peut que cela compte.",
      next: "Rouvrez la demande dans un moment : elle dit ce qui compte.",
    },
  },
  again: "Rouvrir la demande",
  otherLogin: "Changer d’identifiant",
  listed: {
    waiting: "En attente de votre réponse",
    approved: "Approuvé, pas encore fait",
    until: (instant) => `jusqu’au ${instant}`,
  },
  outcomes: {
    asked: "en attente de votre accord",
    approved: "approuvé depuis",
    declined: "vous avez refusé",
    lapsed: "pas approuvé à temps",
    void: "plus demandé",
  },
});
