import { byLanguage } from "../../../../shared/pages/french-typography.ts";

export const listTexts = byLanguage({
  title: { en: "Connected assistants", fr: "Assistants connectés" },
  clientArea: { en: "Client area", fr: "Espace client" },
  lead: {
    en: "Applications that can act on your accounts, and what each did.",
    fr: "Les applications qui peuvent agir sur vos comptes, et ce que chacune a fait.",
  },
  /** The text for a billing system that accepts no changes. */
  leadReading: {
    en: "Applications that can read your accounts, and what each did.",
    fr: "Les applications qui peuvent lire vos comptes, et ce que chacune a fait.",
  },
  byProvider: {
    title: (brand: string) => ({ en: `Done by ${brand}`, fr: `Fait par ${brand}` }),
    told: {
      ended: (name: string, date: string) => ({
        en: `${name} was disconnected on ${date}. If you do not know why, write to us.`,
        fr: `${name} a été déconnectée le ${date}. Si vous ne savez pas pourquoi, écrivez-nous.`,
      }),
      settled_done: (date: string) => ({
        en: `On ${date} we checked an order or change whose outcome was unknown: it was done.`,
        fr: `Nous avons vérifié le ${date} une commande ou une modification dont l’issue était inconnue : elle a été faite.`,
      }),
      settled_nothing: (date: string) => ({
        en: `On ${date} we checked an order or change whose outcome was unknown: nothing was done.`,
        fr: `Nous avons vérifié le ${date} une commande ou une modification dont l’issue était inconnue : rien n’a été fait.`,
      }),
      unlocked: (date: string) => ({
        en: `On ${date} we unlocked your sign-in, after wrong passwords or codes.`,
        fr: `Votre accès a été débloqué le ${date}, après des mots de passe ou des codes erronés.`,
      }),
      exported: (date: string) => ({
        en: `On ${date} we exported the data that we keep about you.`,
        fr: `Ce que nous conservons à votre sujet a été exporté le ${date}.`,
      }),
      mailed: (date: string) => ({
        en: `On ${date} we sent an e-mail about a connection again.`,
        fr: `Un courriel au sujet d’une connexion a été renvoyé le ${date}.`,
      }),
    },
  },
  demonstration: {
    en: "This is a demonstration: accounts and orders are made up.",
    fr: "Ceci est une démonstration : les comptes et les commandes sont fictifs.",
  },
  connections: (count: number) => ({
    en: count === 1 ? "1 connection" : `${count} connections`,
    fr: count === 1 ? "1 connexion" : `${count} connexions`,
  }),
  origin: {
    verified: (domain: string) => ({ en: `${domain} · verified`, fr: `${domain} · vérifié` }),
    unverified: { en: "registered itself, name not verified", fr: "s’est inscrite elle-même, nom non vérifié" },
    unverifiedAt: (domain: string) => ({
      en: `described at ${domain}, name not verified`,
      fr: `décrite sur ${domain}, nom non vérifié`,
    }),
    token: (shown: string, ends: string) => ({
      en: `API token ${shown} · expires ${ends}`,
      fr: `Jeton d’API ${shown} · expire le ${ends}`,
    }),
  },
  /** The text for a billing system that accepts no changes. */
  notTaken: {
    en: "The provider takes no changes here: everything except reading is refused.",
    fr: "Le fournisseur n’accepte ici aucune modification : ce qui est permis en plus de la lecture est refusé.",
  },
  marked: (date: string) => ({
    en: `Used from two places: on ${date}, an old key was used from another country and another network. If you use the application in one place only, disconnect it.`,
    fr: `Utilisée depuis deux endroits : le ${date}, une ancienne clé a été utilisée depuis un autre pays et un autre réseau. Si vous utilisez l’application à un seul endroit, déconnectez-la.`,
  }),
  only: (name: string) => ({ en: `Only ${name}`, fr: `Seulement ${name}` }),
  connected: (date: string) => ({ en: `Connected ${date}`, fr: `Connexion du ${date}` }),
  created: (date: string) => ({ en: `Created ${date}`, fr: `Créé le ${date}` }),
  lastUsed: (ago: string) => ({ en: `last used ${ago}`, fr: `dernière utilisation : ${ago}` }),
  neverUsed: { en: "never used", fr: "aucune utilisation" },
  disconnect: { en: "Disconnect", fr: "Déconnecter" },
  revoke: { en: "Revoke", fr: "Révoquer" },
  did: {
    some: (shown: number, hasMore: boolean) => ({
      en: hasMore ? `What it did (last ${shown})` : "What it did",
      fr: hasMore ? `Ce qui a été fait (les ${shown} dernières opérations)` : "Ce qui a été fait",
    }),
    reads: (shown: number, hasMore: boolean) => ({
      en: hasMore ? `What it read (last ${shown})` : "What it read",
      fr: hasMore ? `Ce qui a été lu (les ${shown} dernières opérations)` : "Ce qui a été lu",
    }),
    lacksActions: {
      en: "What it changed could not be read. Reload the page in a moment.",
      fr: "Ce qui a été modifié n’a pas pu être lu à l’instant. Rechargez la page dans un moment.",
    },
    nothingText: { en: "It has not read or changed anything yet.", fr: "Rien n’a encore été lu ni modifié." },
    service: (id: string) => ({ en: `service ${id}`, fr: `service ${id}` }),
    plan: (id: string) => ({ en: `plan ${id}`, fr: `forfait ${id}` }),
    order: (id: string) => ({ en: `order ${id}`, fr: `commande ${id}` }),
    outcomes: {
      succeeded: { en: "succeeded", fr: "réussi" },
      refused: { en: "refused", fr: "refusé" },
      failed: { en: "failed", fr: "échoué" },
      in_progress: { en: "under way", fr: "en cours" },
    },
    /** The status of the approval request behind a refused log entry. */
    approvals: {
      asked: { en: "waiting for your approval", fr: "en attente de votre accord" },
      approved: { en: "approved since", fr: "approuvé depuis" },
      declined: { en: "you declined", fr: "vous avez refusé" },
      lapsed: { en: "not approved in time", fr: "pas approuvé à temps" },
      void: { en: "no longer needed", fr: "plus demandé" },
    },
    because: (outcome: string, why: string) => ({ en: `${outcome}: ${why}`, fr: `${outcome} : ${why}` }),
    settledByProvider: { en: "settled by the provider", fr: "établi par le fournisseur" },
  },
  may: {
    title: { en: "What it may do", fr: "Ce qui est permis" },
    reads: { en: "Reads", fr: "Lecture" },
    readsOnly: { en: "Reads only", fr: "Lecture seule" },
    also: { en: "May also", fr: "Permis aussi" },
    not: { en: "May not", fr: "Non permis" },
    asks: { en: "Asks you first", fr: "Avec votre accord" },
  },
  edit: { en: "Edit access", fr: "Modifier l’accès" },
  narrow: {
    text: {
      en: "You can only remove access here. To allow more, connect the application again.",
      fr: "Ici, vous ne pouvez que retirer des permissions. Pour permettre davantage, reconnectez l’application.",
    },
    textReadsOnly: {
      en: "You can only remove access here. To allow changes, connect the application at the address that accepts them.",
      fr: "Ici, vous ne pouvez que retirer des permissions. Pour permettre des modifications, connectez l’application à l’adresse qui les accepte.",
    },
    textToken: {
      en: "You can only remove access here. To allow more, create another token.",
      fr: "Ici, vous ne pouvez que retirer des permissions. Pour permettre davantage, créez un autre jeton.",
    },
    may: { en: "In addition to reading, it may", fr: "En plus de lire, cette connexion peut" },
    save: { en: "Save permissions", fr: "Enregistrer les permissions" },
    unavailable: {
      en: "The billing system is not responding, so your domain names and services cannot be shown here. Try again in a minute.",
      fr: "Le système de facturation ne répond pas en ce moment : vos noms de domaine et vos services ne peuvent pas être affichés ici.",
    },
  },
  all: {
    title: { en: "Disconnect all", fr: "Tout déconnecter" },
    text: (count: number) => ({
      en: `Ends ${count === 1 ? "the one connection" : `all ${count} connections and API tokens`} immediately. To use one again, connect or create it again.`,
      fr: `Met fin sur-le-champ ${count === 1 ? "à la seule connexion" : `aux ${count} connexions et jetons d’API`}. Il faudrait ensuite tout reconnecter ou recréer.`,
    }),
    button: { en: "Disconnect all", fr: "Tout déconnecter" },
  },
  find: {
    label: { en: "Find a connection", fr: "Trouver une connexion" },
    send: { en: "Find", fr: "Chercher" },
    found: (found: number, total: number) => ({
      en:
        found === 0
          ? `None of ${total} matches. Try part of a name.`
          : `${found} of ${total} ${found === 1 ? "matches" : "match"}`,
      fr:
        found === 0
          ? `Aucune sur ${total} ne correspond. Essayez une partie du nom.`
          : `${found} sur ${total} ${found === 1 ? "correspond" : "correspondent"}`,
    }),
    all: { en: "Show all", fr: "Tout afficher" },
  },
  history: (account: string) => ({ en: `What happened in ${account}`, fr: `Historique de ${account}` }),
  empty: { en: "Nothing is connected yet.", fr: "Rien n’est encore connecté." },
  connecting: {
    steps: {
      choose: {
        title: { en: "Choose yours", fr: "Choisissez le vôtre" },
        text: {
          en: "Your assistant opens with everything filled in, or this page shows what to type.",
          fr: "Votre assistant s’ouvre avec tout ce qu’il faut, ou cette page indique quoi saisir.",
        },
      },
      paste: {
        title: { en: "Paste the address", fr: "Collez l’adresse" },
        text: {
          en: "If your assistant asks for an address, use the Copy button.",
          fr: "Si l’assistant demande une adresse, utilisez le bouton Copier.",
        },
      },
      signIn: {
        title: { en: "Sign in and choose what it may do", fr: "Ouvrez une session et choisissez ce qu’il peut faire" },
        text: {
          en: "Your assistant opens our page. It can do nothing until you allow it.",
          fr: "Votre assistant ouvre notre page. Il ne peut rien faire avant que vous l’autorisiez.",
        },
      },
    },
    examples: {
      title: { en: "Then try", fr: "Puis essayez" },
      renewals: {
        en: "“Which of my domain names renew in the next 60 days?”",
        fr: "« Lesquels de mes noms de domaine se renouvellent d’ici 60 jours ? »",
      },
      price: {
        en: "“Which names for a bakery are free, and what do they cost to renew?”",
        fr: "« Quels noms pour une boulangerie sont libres, et combien coûte leur renouvellement ? »",
      },
      records: {
        en: "“Point blog.example.com to 203.0.113.7.”",
        fr: "« Fais pointer blog.example.com vers 203.0.113.7. »",
      },
    },
  },
  unread: (count: number) => ({
    en:
      count === 1
        ? "One more connection could not be read. It is unchanged; reload the page in a moment."
        : `${count} more connections could not be read. They are unchanged; reload the page in a moment.`,
    fr:
      count === 1
        ? "Une autre connexion n’a pas pu être lue. Il ne lui est rien arrivé ; rechargez la page dans un moment."
        : `${count} autres connexions n’ont pas pu être lues. Il ne leur est rien arrivé ; rechargez la page dans un moment.`,
  }),
  left: (count: number) => ({
    en: `${count} older connections are not shown. Disconnect some of these to see them.`,
    fr: `${count} connexions plus anciennes ne sont pas affichées. Pour les voir, déconnectez d’abord quelques-unes de celles qui sont affichées.`,
  }),
  notices: {
    ended: (name: string) => ({
      en: `${name} was disconnected. It can no longer read or change anything.`,
      fr: `${name} : connexion terminée. Plus rien ne peut être lu ni modifié par là.`,
    }),
    revoked: (name: string) => ({
      en: `${name} was revoked. It no longer works.`,
      fr: `${name} : jeton révoqué. Il ne fonctionne plus.`,
    }),
    noneLeft: { en: "No connection and no API token is left.", fr: "Il ne reste ni connexion ni jeton d’API." },
    narrowed: (name: string) => ({
      en: `You restricted what ${name} can do. It applies from its next request.`,
      fr: `${name} : les permissions ont été restreintes ; cela vaut dès la prochaine requête.`,
    }),
    made: (name: string) => ({
      en: `${name} was already created. Its token was shown once; if you do not have it, revoke it and create another.`,
      fr: `${name} : ce jeton a déjà été créé. Il n’a été affiché qu’une fois ; si vous ne l’avez pas, révoquez-le et créez-en un autre.`,
    }),
    madeUnnamed: {
      en: "This API token was already created. Its token was shown once; if you do not have it, revoke it and create another.",
      fr: "Ce jeton d’API a déjà été créé. Il n’a été affiché qu’une fois ; si vous ne l’avez pas, révoquez-le et créez-en un autre.",
    },
  },
  refusals: {
    title: { en: "Nothing was changed", fr: "Rien n’a été modifié" },
    unknownAction: {
      en: "The form does not belong to this page. Try again from here.",
      fr: "Le formulaire ne venait pas de cette page. Réessayez à partir d’ici.",
    },
    notDisconnected: (name: string) => ({
      en: `We could not tell whether ${name} was disconnected. If it is still listed here, try again.`,
      fr: `Nous ne savons pas si la connexion de ${name} a pris fin. Si elle figure encore ici, réessayez.`,
    }),
    notAllDisconnected: (failed: number, all: number) => ({
      en: `${failed} of ${all} connections could not be reached and may still work. Try again.`,
      fr: `${failed} connexions sur ${all} n’ont pas pu être jointes et fonctionnent peut-être encore. Réessayez.`,
    }),
    wider: {
      en: "This allows more than you agreed to. You can only remove access here; to allow more, connect the application again.",
      fr: "Cela permettrait plus que ce que vous avez accepté. Ici, vous ne pouvez que retirer des permissions.",
    },
    badScope: {
      en: "You ticked something that this page does not offer.",
      fr: "Une case cochée correspond à quelque chose que cette page n’offre pas.",
    },
    billing: {
      en: "The billing system does not answer, so the limit could not be checked. Nothing was changed; try again in a minute.",
      fr: "Le système de facturation ne répond pas en ce moment : la limite n’a pas pu être vérifiée. Rien n’a été modifié ; réessayez dans une minute.",
    },
  },
  notFound: {
    title: { en: "There is no such connection", fr: "Cette connexion n’existe pas" },
    what: {
      en: "It is not one of yours, or it ended and was deleted. Nothing was changed.",
      fr: "Elle n’est pas à vous, ou elle a été supprimée après avoir pris fin. Rien n’a été modifié.",
    },
    next: {
      en: "Go back to the list to see what is connected now.",
      fr: "Revenez à la liste pour voir ce qui est connecté maintenant.",
    },
    back: { en: "Connected assistants", fr: "Assistants connectés" },
  },
});

export type ListTexts = (typeof listTexts)["en"];
