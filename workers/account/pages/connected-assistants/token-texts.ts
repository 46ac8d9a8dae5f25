import { byLanguage } from "../../../../shared/pages/french-typography.ts";

export const tokenTexts = byLanguage({
  title: { en: "Create an API token", fr: "Créer un jeton d’API" },
  lead: {
    en: "For your own script or application that cannot open a browser. It can always read; it changes only what you tick.",
    fr: "Pour un script ou une application de votre cru qui ne peut pas ouvrir de navigateur. Il permet toujours de lire ; il ne modifie que ce que vous cochez.",
  },
  /** The text for a provider that accepts no changes here. */
  leadReading: {
    en: "For your own script or application that cannot open a browser. It can only read.",
    fr: "Pour un script ou une application de votre cru qui ne peut pas ouvrir de navigateur. Il permet seulement de lire.",
  },
  unavailable: {
    en: "The billing system does not answer, so no API token can be created. Try again in a minute.",
    fr: "Le système de facturation ne répond pas en ce moment. Vous pourrez créer un jeton d’API dès qu’il répondra ; réessayez dans une minute.",
  },
  noAccount: {
    en: "This login has no accounts, so you cannot create a token.",
    fr: "Vous ne gérez aucun compte : vous ne pouvez donc pas créer de jeton.",
  },
  signInAgain: {
    text: {
      en: "Anyone who has a token can act for you. Enter your password again before you create one.",
      fr: "Quiconque détient un jeton agit en votre nom. Redonnez votre mot de passe avant d’en créer un.",
    },
    /** The text for a sign-in on the billing system's own page. */
    textElsewhere: {
      en: "Anyone who has a token can act for you. Sign in again before you create one.",
      fr: "Quiconque détient un jeton agit en votre nom. Rouvrez une session avant d’en créer un.",
    },
    link: { en: "Sign in again", fr: "Rouvrir une session" },
  },
  account: {
    label: { en: "For which account?", fr: "Pour quel compte ?" },
    text: { en: "A token is for one account.", fr: "Un jeton vaut pour un seul compte." },
    send: { en: "Continue", fr: "Continuer" },
    chosen: (name: string) => ({ en: `For ${name}`, fr: `Pour ${name}` }),
    numbered: (id: number) => ({ en: `Account ${id}`, fr: `Compte ${id}` }),
    other: { en: "Another account", fr: "Un autre compte" },
  },
  name: {
    label: { en: "Name", fr: "Nom" },
    hint: {
      en: "Shown in your list, such as: Nightly report. At most 60 characters.",
      fr: "Affiché dans votre liste, par exemple : Rapport de nuit. Au plus 60 caractères.",
    },
  },
  changes: {
    legend: { en: "In addition to reading, it may", fr: "En plus de lire, il peut" },
    hint: { en: "If nothing is ticked, it can only read.", fr: "Si rien n’est coché, il ne peut que lire." },
    single: { en: "Only some operations", fr: "Seulement certaines opérations" },
    singleHint: {
      en: "If you tick some here, only these are allowed.",
      fr: "Si vous en cochez ici, elles seules sont permises.",
    },
  },
  days: {
    legend: { en: "Expires after", fr: "Expire après" },
    option: (days: number) => ({
      en: days === 365 ? "1 year" : `${days} days`,
      fr: days === 365 ? "1 an" : `${days} jours`,
    }),
    on: (date: string) => ({ en: `on ${date}`, fr: `le ${date}` }),
  },
  send: { en: "Create the token", fr: "Créer le jeton" },
  errors: {
    title: { en: "The token was not created", fr: "Le jeton n’a pas été créé" },
    account: { en: "Choose one of the accounts that you manage.", fr: "Choisissez l’un des comptes que vous gérez." },
    nameMissing: {
      en: "Give it a name that you will recognise later.",
      fr: "Donnez-lui un nom, pour le reconnaître plus tard.",
    },
    nameLong: { en: "Use at most 60 characters.", fr: "Employez au plus 60 caractères." },
    change: {
      en: "You ticked something that this form does not offer.",
      fr: "Une case cochée correspond à quelque chose que ce formulaire n’offre pas.",
    },
    notYours: (change: string) => ({
      en: `Your login may not do this itself: ${change}.`,
      fr: `Vous ne pouvez pas le faire vous-même avec ce compte : ${change}.`,
    }),
    days: {
      en: "Choose when it expires: after 30 days, 90 days or 1 year.",
      fr: "Choisissez quand il expire : après 30 jours, 90 jours ou 1 an.",
    },
    tooMany: (bound: number) => ({
      en: `You have ${bound} connections and API tokens already, the maximum for one login. Revoke one first.`,
      fr: `Vous avez déjà ${bound} connexions et jetons d’API, le maximum. Révoquez-en un d’abord.`,
    }),
    billing: {
      en: "The billing system did not answer. Try again in a minute; what you typed is still here.",
      fr: "Le système de facturation n’a pas répondu. Réessayez dans une minute ; votre saisie est toujours là.",
    },
    held: {
      en: "We are checking our records first, and nothing was created. Try again later; what you typed is still here.",
      fr: "Nous vérifions d’abord nos données, et rien n’a été créé. Réessayez plus tard ; votre saisie est toujours là.",
    },
    failed: {
      en: "Something went wrong on our side. Try again; what you typed is still here.",
      fr: "Une erreur s’est produite de notre côté. Réessayez ; votre saisie est toujours là.",
    },
  },
  created: {
    title: { en: "Your new API token", fr: "Votre nouveau jeton d’API" },
    text: (name: string) => ({
      en: `“${name}” is ready. Copy the token now: it is shown this once and cannot be shown again.`,
      fr: `« ${name} » est prêt. Copiez le jeton maintenant : il n’est affiché que cette fois et ne pourra plus l’être.`,
    }),
    token: { en: "API token", fr: "Jeton d’API" },
    warning: {
      en: "Protect it like a password. Anyone who has it can do what it allows.",
      fr: "Gardez-le comme un mot de passe. Quiconque le détient peut faire ce qu’il permet.",
    },
    use: {
      en: "Send it with every request, to the API or the MCP server:",
      fr: "Envoyez-le avec chaque requête, à l’API ou au serveur MCP :",
    },
    ends: (date: string) => ({
      en: `It expires on ${date}. You can revoke it at any time.`,
      fr: `Il expire le ${date}. Vous pouvez le révoquer à tout moment.`,
    }),
    back: { en: "I have copied it", fr: "Je l’ai copié" },
    developers: { en: "Documentation", fr: "Documentation" },
  },
});
