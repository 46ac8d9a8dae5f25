import { bilingual } from "../../../../shared/pages/french-typography.ts";
import type { ProviderAct } from "../../connections/provider-acts.ts";

const en = {
  title: "Connected assistants",
  lead: "Applications that may act on your accounts, and what each did.",
  /** Where the billing system is only read. */
  leadReading: "Applications that may read your accounts, and what each did.",
  byProvider: {
    title: (brand: string) => `Done by ${brand}`,
    told: (act: ProviderAct, date: string) => {
      switch (act.act) {
        case "ended":
          return `${act.name} was disconnected on ${date}. If you do not know why, write to us.`;
        case "settled_done":
          return `An order or change whose outcome was unknown was looked up by us on ${date}: it was done.`;
        case "settled_nothing":
          return `An order or change whose outcome was unknown was looked up by us on ${date}: nothing was done.`;
        case "unlocked":
          return `Your sign-in was unlocked on ${date}, after wrong passwords or codes.`;
        case "exported":
          return `What we keep about you was exported on ${date}.`;
        case "mailed":
          return `A mail about a connection was sent again on ${date}.`;
      }
    },
  },
  demonstration: "This is a demonstration: accounts and orders are made up.",
  signOut: "Sign out",
  connections: (count: number) => (count === 1 ? "1 connection" : `${count} connections`),
  origin: {
    verified: (domain: string) => `${domain} · verified`,
    unverified: "registered itself, name not verified",
    unverifiedAt: (domain: string) => `described at ${domain}, name not verified`,
    token: (shown: string, ends: string) => `API token ${shown} · ends ${ends}`,
  },
  /** Where the billing system is only read. */
  notTaken: "The provider takes no changes here: whatever is allowed besides reading is refused.",
  marked: (date: string) =>
    `Used from two places: on ${date} a key that it had replaced came back from another country and another network. If you know of one place only, disconnect it.`,
  only: (name: string) => `Only ${name}`,
  connected: (date: string) => `Connected ${date}`,
  created: (date: string) => `Created ${date}`,
  lastUsed: (ago: string) => `last used ${ago}`,
  neverUsed: "never used",
  disconnect: "Disconnect",
  revoke: "Revoke",
  did: {
    some: (shown: number, hasMore: boolean) => `What it did (${hasMore ? "last " : ""}${shown})`,
    reads: (shown: number, hasMore: boolean) => `What it read (${hasMore ? "last " : ""}${shown})`,
    unread: "What it did (could not be read)",
    lacksActions: "What it changed could not be read just now. Reload the page in a moment.",
    nothing: "What it did (nothing yet)",
    nothingText: "It has not read or changed anything yet.",
    when: "When",
    operation: "Operation",
    on: "On",
    ended: "How it ended",
    onNothing: "the account",
    service: (id: string) => `service ${id}`,
    plan: (id: string) => `plan ${id}`,
    order: (id: string) => `order ${id}`,
    outcomes: { succeeded: "succeeded", refused: "refused", failed: "failed", in_progress: "under way" },
    because: (outcome: string, why: string) => `${outcome}: ${why}`,
    settledByProvider: "settled by the provider",
  },
  narrow: {
    title: "Narrow what it may do",
    text: "You can only take away. To allow more, connect the application again.",
    textToken: "You can only take away. To allow more, create another token.",
    may: "Besides reading, it may",
    save: "Save",
    unavailable: "The billing system does not answer just now, so your domain names and services cannot be shown here.",
  },
  all: {
    title: "Disconnect all",
    text: (count: number) =>
      `Ends ${count === 1 ? "the one connection" : `all ${count} connections and API tokens`} at once. Each would have to be connected or created again.`,
    button: "Disconnect all",
  },
  find: {
    label: "Find a connection",
    send: "Find",
    found: (found: number, total: number) =>
      found === 0
        ? `None of ${total} fits. Try part of a name.`
        : `${found} of ${total} ${found === 1 ? "fits" : "fit"}`,
    all: "Show all",
  },
  empty: {
    title: "Nothing is connected yet",
    assistant: "Add your account to an assistant below. It then asks you to sign in here and to choose what it may do.",
    application: "For a script or an application of your own, create an API token.",
    how: "How to connect an assistant",
  },
  unread: (count: number) =>
    count === 1
      ? "One more connection could not be read just now. Nothing happened to it; reload the page in a moment."
      : `${count} more connections could not be read just now. Nothing happened to them; reload the page in a moment.`,
  left: (count: number) => `${count} older connections are not shown. Disconnect some of these to see them.`,
  notices: {
    ended: (name: string) => `${name} was disconnected. It can no longer read or change anything.`,
    revoked: (name: string) => `${name} was revoked. It no longer works.`,
    noneLeft: "No connection and no API token is left.",
    narrowed: (name: string) => `What ${name} may do was narrowed. It applies from its next request.`,
    made: (name: string) =>
      `${name} was already created. Its token was shown once; if you do not have it, revoke it and create another.`,
    madeUnnamed:
      "This API token was already created. Its token was shown once; if you do not have it, revoke it and create another.",
  },
  refusals: {
    title: "Nothing was changed",
    unknownAction: "The form was not one of this page. Try again from here.",
    notDisconnected: (name: string) =>
      `We could not tell whether ${name} was disconnected. If it is still listed here, try again.`,
    notAllDisconnected: (failed: number, all: number) =>
      `${failed} of ${all} connections could not be reached and may still work. Try again.`,
    wider: "That would allow more than was agreed. Here you can only take away.",
    badScope: "A tick is for something that this page does not offer.",
    billing:
      "The billing system does not answer just now, so the limit could not be checked. Nothing was changed; try again in a minute.",
  },
  notFound: {
    title: "There is no such connection",
    what: "It is not one of yours, or it was forgotten after it had ended. Nothing was changed.",
    next: "Go back to the list to see what is connected now.",
    back: "Connected assistants",
  },
};

export const listTexts = bilingual(en, {
  title: "Assistants connectés",
  lead: "Les applications qui peuvent agir sur vos comptes, et ce que chacune a fait.",
  leadReading: "Les applications qui peuvent lire vos comptes, et ce que chacune a fait.",
  byProvider: {
    title: (brand) => `Fait par ${brand}`,
    told: (act, date) => {
      switch (act.act) {
        case "ended":
          return `${act.name} a été déconnectée le ${date}. Si vous ne savez pas pourquoi, écrivez-nous.`;
        case "settled_done":
          return `Nous avons vérifié le ${date} une commande ou une modification dont l’issue était inconnue : elle a été faite.`;
        case "settled_nothing":
          return `Nous avons vérifié le ${date} une commande ou une modification dont l’issue était inconnue : rien n’a été fait.`;
        case "unlocked":
          return `Votre accès a été débloqué le ${date}, après des mots de passe ou des codes erronés.`;
        case "exported":
          return `Ce que nous conservons à votre sujet a été exporté le ${date}.`;
        case "mailed":
          return `Un courriel au sujet d’une connexion a été renvoyé le ${date}.`;
      }
    },
  },
  demonstration: "Ceci est une démonstration : les comptes et les commandes sont fictifs.",
  signOut: "Fermer la session",
  connections: (count: number) => (count === 1 ? "1 connexion" : `${count} connexions`),
  origin: {
    verified: (domain: string) => `${domain} · vérifié`,
    unverified: "s’est inscrite elle-même, nom non vérifié",
    unverifiedAt: (domain) => `décrite sur ${domain}, nom non vérifié`,
    token: (shown: string, ends: string) => `Jeton d’API ${shown} · expire le ${ends}`,
  },
  notTaken: "Le fournisseur n’accepte ici aucune modification : ce qui est permis en plus de la lecture est refusé.",
  marked: (date: string) =>
    `Utilisée depuis deux endroits : le ${date}, une clé qu’elle avait remplacée est revenue d’un autre pays et d’un autre réseau. Si vous ne connaissez qu’un seul endroit, déconnectez-la.`,
  only: (name: string) => `Seulement ${name}`,
  connected: (date: string) => `Connexion du ${date}`,
  created: (date: string) => `Créé le ${date}`,
  lastUsed: (ago: string) => `dernière utilisation : ${ago}`,
  neverUsed: "jamais utilisé",
  disconnect: "Déconnecter",
  revoke: "Révoquer",
  did: {
    some: (shown: number, hasMore: boolean) =>
      `Ce qui a été fait (${hasMore ? `les ${shown} dernières opérations` : shown})`,
    reads: (shown: number, hasMore: boolean) =>
      `Ce qui a été lu (${hasMore ? `les ${shown} dernières opérations` : shown})`,
    unread: "Ce qui a été fait (n’a pas pu être lu)",
    lacksActions: "Ce qui a été modifié n’a pas pu être lu à l’instant. Rechargez la page dans un moment.",
    nothing: "Ce qui a été fait (rien encore)",
    nothingText: "Rien n’a encore été lu ni modifié.",
    when: "Quand",
    operation: "Opération",
    on: "Élément",
    ended: "Résultat",
    onNothing: "le compte",
    service: (id: string) => `service ${id}`,
    plan: (id: string) => `forfait ${id}`,
    order: (id: string) => `commande ${id}`,
    outcomes: { succeeded: "réussi", refused: "refusé", failed: "échoué", in_progress: "en cours" },
    because: (outcome: string, why: string) => `${outcome} : ${why}`,
    settledByProvider: "établi par le fournisseur",
  },
  narrow: {
    title: "Restreindre ce qui est permis",
    text: "Ici, on ne peut que retirer. Pour permettre davantage, reconnectez l’application.",
    textToken: "Ici, on ne peut que retirer. Pour permettre davantage, créez un autre jeton.",
    may: "En plus de lire, cette connexion peut",
    save: "Enregistrer",
    unavailable:
      "Le système de facturation ne répond pas en ce moment : vos noms de domaine et vos services ne peuvent pas être affichés ici.",
  },
  all: {
    title: "Tout déconnecter",
    text: (count: number) =>
      `Met fin sur-le-champ ${count === 1 ? "à la seule connexion" : `aux ${count} connexions et jetons d’API`}. Il faudrait ensuite tout reconnecter ou recréer.`,
    button: "Tout déconnecter",
  },
  find: {
    label: "Trouver une connexion",
    send: "Chercher",
    found: (found: number, total: number) =>
      found === 0
        ? `Aucune sur ${total} ne correspond. Essayez une partie du nom.`
        : `${found} sur ${total} ${found === 1 ? "correspond" : "correspondent"}`,
    all: "Tout afficher",
  },
  empty: {
    title: "Rien n’est encore connecté",
    assistant:
      "Ajoutez votre compte à un assistant ci-dessous. Il vous invitera ensuite à ouvrir une session ici et à choisir ce qu’il peut faire.",
    application: "Pour un script ou une application de votre cru, créez un jeton d’API.",
    how: "Comment connecter un assistant",
  },
  unread: (count: number) =>
    count === 1
      ? "Une autre connexion n’a pas pu être lue. Il ne lui est rien arrivé ; rechargez la page dans un moment."
      : `${count} autres connexions n’ont pas pu être lues. Il ne leur est rien arrivé ; rechargez la page dans un moment.`,
  left: (count: number) =>
    `${count} connexions plus anciennes ne sont pas affichées. Pour les voir, déconnectez d’abord quelques-unes de celles qui sont affichées.`,
  notices: {
    ended: (name: string) => `${name} : connexion terminée. Plus rien ne peut être lu ni modifié par là.`,
    revoked: (name: string) => `${name} : jeton révoqué. Il ne fonctionne plus.`,
    noneLeft: "Il ne reste ni connexion ni jeton d’API.",
    narrowed: (name: string) => `${name} : les permissions ont été restreintes ; cela vaut dès la prochaine requête.`,
    made: (name: string) =>
      `${name} : ce jeton a déjà été créé. Il n’a été affiché qu’une fois ; si vous ne l’avez pas, révoquez-le et créez-en un autre.`,
    madeUnnamed:
      "Ce jeton d’API a déjà été créé. Il n’a été affiché qu’une fois ; si vous ne l’avez pas, révoquez-le et créez-en un autre.",
  },
  refusals: {
    title: "Rien n’a été modifié",
    unknownAction: "Le formulaire ne venait pas de cette page. Réessayez à partir d’ici.",
    notDisconnected: (name: string) =>
      `Nous ne savons pas si la connexion de ${name} a pris fin. Si elle figure encore ici, réessayez.`,
    notAllDisconnected: (failed: number, all: number) =>
      `${failed} connexions sur ${all} n’ont pas pu être jointes et fonctionnent peut-être encore. Réessayez.`,
    wider: "Ce serait permettre plus que ce qui a été convenu. Ici, on ne peut que retirer.",
    badScope: "Une case cochée correspond à quelque chose que cette page n’offre pas.",
    billing:
      "Le système de facturation ne répond pas en ce moment : la limite n’a pas pu être vérifiée. Rien n’a été modifié ; réessayez dans une minute.",
  },
  notFound: {
    title: "Cette connexion n’existe pas",
    what: "Elle n’est pas à vous, ou elle a été oubliée après avoir pris fin. Rien n’a été modifié.",
    next: "Revenez à la liste pour voir ce qui est connecté maintenant.",
    back: "Assistants connectés",
  },
});

export type ListTexts = typeof en;
