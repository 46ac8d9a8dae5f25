import { bilingual } from "../../../../shared/pages/french-typography.ts";

const en = {
  title: "Create an API token",
  lead: "For a script or an application of your own that cannot open a browser. It can always read; it changes only what you tick.",
  /** Where the provider takes no changes here. */
  leadReading: "For a script or an application of your own that cannot open a browser. It can only read.",
  unavailable:
    "The billing system does not answer just now. An API token can be created when it does; try again in a minute.",
  noAccount: "This login manages no account, so there is nothing that a token could be for.",
  signInAgain: {
    text: "Whoever holds a token acts for you. Give your password again before creating one.",
    /** Where passwords are given at the billing system's own page. */
    textElsewhere: "Whoever holds a token acts for you. Sign in again before creating one.",
    link: "Sign in again",
  },
  account: {
    label: "For which account?",
    text: "A token is for one account.",
    send: "Continue",
    chosen: (name: string) => `For ${name}`,
    numbered: (id: number) => `Account ${id}`,
    other: "Another account",
  },
  name: { label: "Name", hint: "Shown in your list, such as: Nightly report. At most 60 characters." },
  changes: {
    legend: "Besides reading, it may",
    hint: "If nothing is ticked, it can only read.",
    single: "Only some operations",
    singleHint: "If you tick some here, these alone are allowed.",
  },
  days: {
    legend: "Ends after",
    option: (days: number) => (days === 365 ? "1 year" : `${days} days`),
    on: (date: string) => `on ${date}`,
  },
  send: "Create the token",
  errors: {
    title: "The token was not created",
    account: "Choose one of the accounts that you manage.",
    nameMissing: "Give it a name, so that you recognise it later.",
    nameLong: "Use at most 60 characters.",
    change: "A tick is for something that this form does not offer.",
    notYours: (change: string) => `Your login may not do this itself: ${change}.`,
    days: "Choose when it ends: after 30 days, 90 days or 1 year.",
    tooMany: (bound: number) =>
      `You have ${bound} connections and API tokens already, as many as one login can have. Revoke one first.`,
    billing: "The billing system did not answer. Try again in a minute; what you typed is still here.",
    held: "We are checking our records first, and nothing was created. Try again later; what you typed is still here.",
    failed: "Something went wrong on our side. Try again; what you typed is still here.",
  },
  created: {
    title: "Your new API token",
    text: (name: string) => `“${name}” is ready. Copy the token now: it is shown this once and cannot be shown again.`,
    token: "API token",
    warning: "Keep it like a password. Whoever has it can do what it allows.",
    use: "Send it with every request, to the API or the MCP server:",
    ends: (date: string) => `It ends on ${date}. You can revoke it at any moment.`,
    back: "I have copied it",
    developers: "Documentation",
  },
};

export const tokenTexts = bilingual(en, {
  title: "Créer un jeton d’API",
  lead: "Pour un script ou une application de votre cru qui ne peut pas ouvrir de navigateur. Il permet toujours de lire ; il ne modifie que ce que vous cochez.",
  leadReading:
    "Pour un script ou une application de votre cru qui ne peut pas ouvrir de navigateur. Il permet seulement de lire.",
  unavailable:
    "Le système de facturation ne répond pas en ce moment. Vous pourrez créer un jeton d’API dès qu’il répondra ; réessayez dans une minute.",
  noAccount: "Vous ne gérez aucun compte : un jeton n’aurait pas d’objet.",
  signInAgain: {
    text: "Quiconque détient un jeton agit en votre nom. Redonnez votre mot de passe avant d’en créer un.",
    textElsewhere: "Quiconque détient un jeton agit en votre nom. Ouvrez de nouveau une session avant d’en créer un.",
    link: "Ouvrir de nouveau une session",
  },
  account: {
    label: "Pour quel compte ?",
    text: "Un jeton vaut pour un seul compte.",
    send: "Continuer",
    chosen: (name: string) => `Pour ${name}`,
    numbered: (id: number) => `Compte ${id}`,
    other: "Un autre compte",
  },
  name: { label: "Nom", hint: "Affiché dans votre liste, par exemple : Rapport de nuit. Au plus 60 caractères." },
  changes: {
    legend: "En plus de lire, il peut",
    hint: "Si rien n’est coché, il ne peut que lire.",
    single: "Seulement certaines opérations",
    singleHint: "Si vous en cochez ici, elles seules sont permises.",
  },
  days: {
    legend: "Prend fin après",
    option: (days: number) => (days === 365 ? "1 an" : `${days} jours`),
    on: (date: string) => `le ${date}`,
  },
  send: "Créer le jeton",
  errors: {
    title: "Le jeton n’a pas été créé",
    account: "Choisissez l’un des comptes que vous gérez.",
    nameMissing: "Donnez-lui un nom, pour le reconnaître plus tard.",
    nameLong: "Employez au plus 60 caractères.",
    change: "Une case cochée correspond à quelque chose que ce formulaire n’offre pas.",
    notYours: (change: string) => `Vous ne pouvez pas le faire vous-même avec ce compte : ${change}.`,
    days: "Choisissez quand il prend fin : après 30 jours, 90 jours ou 1 an.",
    tooMany: (bound: number) =>
      `Vous avez déjà ${bound} connexions et jetons d’API, le maximum. Révoquez-en un d’abord.`,
    billing: "Le système de facturation n’a pas répondu. Réessayez dans une minute ; votre saisie est toujours là.",
    held: "Nous vérifions d’abord nos données, et rien n’a été créé. Réessayez plus tard ; votre saisie est toujours là.",
    failed: "Une erreur s’est produite de notre côté. Réessayez ; votre saisie est toujours là.",
  },
  created: {
    title: "Votre nouveau jeton d’API",
    text: (name: string) =>
      `« ${name} » est prêt. Copiez le jeton maintenant : il n’est affiché que cette fois et ne pourra plus l’être.`,
    token: "Jeton d’API",
    warning: "Gardez-le comme un mot de passe. Quiconque le détient peut faire ce qu’il permet.",
    use: "Envoyez-le avec chaque requête, à l’API ou au serveur MCP :",
    ends: (date: string) => `Il prend fin le ${date}. Vous pouvez le révoquer à tout moment.`,
    back: "Je l’ai copié",
    developers: "Documentation",
  },
});
