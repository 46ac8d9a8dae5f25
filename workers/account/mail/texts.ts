import type { EndReason } from "../../../durable-objects/connection/connection-port.ts";
import { byLanguage } from "../../../shared/pages/french-typography.ts";
import type { Text } from "../../../shared/platform/language.ts";

/** The reasons why the service itself ends a connection. */
export type ServiceReason = Exclude<EndReason, "disconnected" | "revoked">;

const copiedKey = {
  en: "That key no longer works. Check the computer or service that the application runs on. Look through your domain names, services and invoices for anything you did not order. Connect the application again only once you trust it. If something is wrong, write to us.",
  fr: "Plus personne ne peut utiliser cette clé. Vérifiez l’ordinateur ou le service sur lequel l’application fonctionne, et cherchez dans vos noms de domaine, vos services et vos factures ce que vous n’avez pas demandé. Ne la connectez de nouveau que lorsque vous lui faites confiance. Si quelque chose vous paraît anormal, écrivez-nous.",
};

const reasons = {
  access_lost: {
    why: {
      en: "The login that made the connection no longer manages this account, and a connection cannot do more than its login.",
      fr: "L’identifiant qui avait servi à faire la connexion ne gère plus ce compte, et une connexion ne permet jamais plus que lui.",
    },
    next: {
      en: "You do not need to do anything. If you still need the application, a login that manages the account can connect it again.",
      fr: "Vous n’avez rien à faire. Si l’application sert encore, un identifiant qui gère le compte peut la connecter de nouveau.",
    },
  },
  refresh_token_reused: {
    why: {
      en: "A key of the application was used again long after it was replaced. Somebody may have copied it, or the application was restored from an old backup.",
      fr: "Une clé de l’application a été utilisée de nouveau longtemps après avoir été remplacée. Il se peut que quelqu’un l’ait copiée ; une ancienne copie de l’application, rétablie depuis une sauvegarde, a le même effet.",
    },
    next: copiedKey,
  },
  used_in_two_places: {
    why: {
      en: "Its keys were still used from two places, in different countries and networks, after we wrote to you about it. Somebody may have copied a key.",
      fr: "Ses clés ont continué d’être utilisées depuis deux endroits, dans des pays et des réseaux différents, après que nous vous avons écrit à ce sujet. Il se peut que quelqu’un ait copié une clé.",
    },
    next: copiedKey,
  },
  code_reused: {
    why: {
      en: "The one-time code that gave the application its key was used a second time. Somebody may have copied the code and the key.",
      fr: "Le code à usage unique avec lequel l’application avait obtenu sa clé a été présenté une seconde fois. Il se peut que quelqu’un l’ait copié, et la clé avec lui.",
    },
    next: copiedKey,
  },
  ended_by_provider: {
    why: { en: "We ended it.", fr: "Nous y avons mis fin." },
    next: {
      en: "If you do not know why, or still need the application, write to us.",
      fr: "Si vous ne savez pas pourquoi, ou si l’application vous sert encore, écrivez-nous.",
    },
  },
  expired: {
    why: {
      en: "It did not renew its access for 30 days.",
      fr: "Elle n’avait pas renouvelé son accès depuis 30 jours.",
    },
    next: {
      en: "If you still need it, connect it again from the application. Otherwise you need to do nothing.",
      fr: "S’il vous la faut encore, connectez-la de nouveau depuis l’application. Sinon, vous n’avez rien à faire.",
    },
  },
} satisfies Record<ServiceReason, { why: Text; next: Text }>;

export const mailTexts = byLanguage({
  made: {
    subject: (name: string, account: string) => ({
      en: `${name} was connected to ${account}`,
      fr: `Nouvelle connexion à ${account} : ${name}`,
    }),
    opening: (name: string, account: string, at: string) => ({
      en: `The application “${name}” was connected to the account ${account} on ${at}.`,
      fr: `L’application « ${name} » a été connectée au compte ${account} le ${at}.`,
    }),
  },
  tokenMade: {
    subject: (name: string, account: string) => ({
      en: `The API token ${name} was created for ${account}`,
      fr: `Le jeton d’API ${name} a été créé pour ${account}`,
    }),
    opening: (name: string, shown: string, account: string, at: string) => ({
      en: `The API token “${name}” (${shown}) was created for the account ${account} on ${at}.`,
      fr: `Le jeton d’API « ${name} » (${shown}) a été créé pour le compte ${account} le ${at}.`,
    }),
    ends: (date: string) => ({ en: `It expires on ${date}.`, fr: `Il expirera le ${date}.` }),
  },
  ended: {
    subject: (name: string, account: string) => ({
      en: `${name} was disconnected from ${account}`,
      fr: `Connexion à ${account} terminée : ${name}`,
    }),
    opening: (name: string, account: string, at: string) => ({
      en: `We disconnected the application “${name}” from the account ${account} on ${at}.`,
      fr: `Nous avons déconnecté l’application « ${name} » du compte ${account} le ${at}.`,
    }),
    madeAt: (at: string) => ({ en: `It had been connected on ${at}.`, fr: `Elle avait été connectée le ${at}.` }),
  },
  marked: {
    subject: (name: string, account: string) => ({
      en: `${name} is using ${account} from two places`,
      fr: `${name} accède à ${account} depuis deux endroits`,
    }),
    opening: (name: string, account: string, at: string) => ({
      en: `The application “${name}” uses its keys for the account ${account} from two places. On ${at}, an old key was used from another country and another network.`,
      fr: `L’application « ${name} » utilise ses clés du compte ${account} depuis deux endroits : le ${at}, une ancienne clé a été utilisée depuis un autre pays et un autre réseau.`,
    }),
    expected: {
      en: "If it runs in several places, or on a network that changes its country, you need to do nothing now. If both places continue to use the same keys, we disconnect it. Then connect it once from each place.",
      fr: "Si elle fonctionne à plusieurs endroits, ou par un réseau qui change de pays, vous n’avez rien à faire pour l’instant. Si les deux endroits continuent d’utiliser les mêmes clés, nous la déconnecterons ; connectez-la alors une fois depuis chaque endroit.",
    },
    next: {
      en: "If you use it in one place only, somebody may have copied its keys. Disconnect it now and check the computer or service that it runs on. Then look through your domain names, services and invoices for anything you did not order.",
      fr: "Si vous l’utilisez à un seul endroit, il se peut que quelqu’un ait copié ses clés : déconnectez-la sans attendre, vérifiez l’ordinateur ou le service sur lequel elle fonctionne, et cherchez dans vos noms de domaine, vos services et vos factures ce que vous n’avez pas demandé.",
    },
  },
  tokenEnded: {
    subject: (name: string, account: string) => ({
      en: `The API token ${name} for ${account} has ended`,
      fr: `Le jeton d’API ${name} pour ${account} a pris fin`,
    }),
    opening: (name: string, shown: string, account: string, at: string) => ({
      en: `The API token “${name}” (${shown}) for the account ${account} ended on ${at}. Requests that still use it are refused.`,
      fr: `Le jeton d’API « ${name} » (${shown}) pour le compte ${account} a pris fin le ${at}. Ce qui l’utilise encore est refusé.`,
    }),
    expired: { en: "It expired.", fr: "Il a expiré." },
    again: {
      en: "If you still need one, create a new token.",
      fr: "S’il vous en faut encore un, créez un nouveau jeton.",
    },
  },
  tokenEnding: {
    subject: (name: string, account: string, date: string) => ({
      en: `The API token ${name} for ${account} expires on ${date}`,
      fr: `Le jeton d’API ${name} pour ${account} expire le ${date}`,
    }),
    opening: (name: string, shown: string, account: string, at: string) => ({
      en: `The API token “${name}” (${shown}) for the account ${account} expires on ${at}. After that, requests that use it are refused.`,
      fr: `Le jeton d’API « ${name} » (${shown}) pour le compte ${account} expire le ${at}. Ce qui l’utilise sera alors refusé.`,
    }),
    next: {
      en: "A token cannot be extended. If you still need one, create a new token before that day, replace the old one with it, and revoke the old one. Otherwise you need to do nothing.",
      fr: "Un jeton ne se prolonge pas. S’il vous en faut encore un, créez un nouveau jeton avant ce jour, mettez-le à la place de l’ancien, puis révoquez l’ancien. S’il ne vous sert plus, vous n’avez rien à faire.",
    },
  },
  by: (login: string) => ({
    en: `This was done by the login ${login}.`,
    fr: `L’opération a été faite avec l’identifiant ${login}.`,
  }),
  belongsTo: (login: string) => ({
    en: `It belongs to the login ${login}.`,
    fr: `Il appartient à l’identifiant ${login}.`,
  }),
  belongedTo: (login: string) => ({
    en: `It belonged to the login ${login}.`,
    fr: `L’accès appartenait à l’identifiant ${login}.`,
  }),
  verified: (domain: string) => ({ en: `It is published by ${domain}.`, fr: `Elle est publiée par ${domain}.` }),
  unverified: {
    en: "Its name is not verified: the application registered itself, and nobody has checked who publishes it.",
    fr: "Son nom n’est pas vérifié : l’application s’est inscrite elle-même, et personne n’a contrôlé à qui elle appartient.",
  },
  unverifiedAt: (domain: string) => ({
    en: `Its name is not verified: it is described at ${domain}, which does not vouch for it.`,
    fr: `Son nom n’est pas vérifié : l’application est décrite sur ${domain}, qui ne se porte pas garant d’elle.`,
  }),
  returnsTo: (host: string) => ({ en: `It returns to ${host}.`, fr: `Elle renvoie vers ${host}.` }),
  may: { en: "What it may do:", fr: "Ce qui est permis :" },
  reads: {
    profile: {
      en: "read the account’s name, company, e-mail address, country, currency and credit balance",
      fr: "lire le nom, l’entreprise, l’adresse de courriel, le pays, la devise et le solde créditeur du compte",
    },
    servicesAndDomains: {
      en: "read its services and domain names, with their dates and prices",
      fr: "lire ses services et ses noms de domaine, avec leurs dates et leurs prix",
    },
    services: {
      en: "read its services, with their dates and prices",
      fr: "lire ses services, avec leurs dates et leurs prix",
    },
    domains: {
      en: "read its domain names, with their dates and prices",
      fr: "lire ses noms de domaine, avec leurs dates et leurs prix",
    },
    invoicesAndTickets: {
      en: "read its invoices, and the subjects and states of its tickets",
      fr: "lire ses factures, ainsi que l’objet et l’état de ses demandes d’assistance",
    },
    invoices: { en: "read its invoices", fr: "lire ses factures" },
    tickets: {
      en: "read the subjects and states of its tickets",
      fr: "lire l’objet et l’état de ses demandes d’assistance",
    },
    thatService: {
      en: "read that service, with its dates and prices",
      fr: "lire ce service, avec ses dates et ses prix",
    },
    thatDomainAndServices: {
      en: "read that domain name and the services under it, with their dates and prices",
      fr: "lire ce nom de domaine et les services qui en dépendent, avec leurs dates et leurs prix",
    },
    thatDomain: {
      en: "read that domain name, with its dates and prices",
      fr: "lire ce nom de domaine, avec ses dates et ses prix",
    },
    servicesUnderIt: {
      en: "read the services under that domain name, with their dates and prices",
      fr: "lire les services qui dépendent de ce nom de domaine, avec leurs dates et leurs prix",
    },
    zones: {
      en: "read the DNS records of the services’ zones",
      fr: "lire les enregistrements DNS des zones des services",
    },
    nothing: { en: "read nothing", fr: "ne rien lire" },
  },
  couldDo: { en: "What it could do until then:", fr: "Ce qui était permis jusque-là :" },
  lessThanLogin: {
    en: "This list leaves out what the login itself may not see or do in this account. If the login gains permissions, so does the connection.",
    fr: "Ce que l’identifiant lui-même ne peut ni voir ni faire dans ce compte ne figure pas ci-dessus. Si ses permissions s’étendent, ce qui est permis à la connexion s’étend aussi.",
  },
  never: {
    en: "It can never pay, and never sees passwords, payment methods, ticket messages or transfer codes.",
    fr: "Un paiement n’est jamais possible ; les mots de passe, les modes de paiement, les messages des demandes d’assistance et les codes de transfert restent hors de portée.",
  },
  limit: {
    account: () => ({
      en: "It has no limit: it covers everything in this account.",
      fr: "Limite : aucune, tout ce qui se trouve dans ce compte.",
    }),
    service: (name: string) => ({
      en: `Its limit: the service ${name} alone.`,
      fr: `Limite : le service ${name} seulement.`,
    }),
    domain: (name: string) => ({
      en: `Its limit: the domain name ${name} and the services under it.`,
      fr: `Limite : le nom de domaine ${name} et les services qui en dépendent.`,
    }),
  },
  manage: {
    en: "You can see what it does, restrict it or disconnect it at any time.",
    fr: "Vous pouvez voir ce qui est fait, restreindre ou déconnecter à tout moment.",
  },
  manageOther: (login: string) => ({
    en: `It belongs to the login ${login}, who can restrict or disconnect it. To end it, remove this login’s access to the account in the client area.`,
    fr: `La connexion appartient à l’identifiant ${login}, qui peut la restreindre ou y mettre fin. Vous y mettez fin en retirant à cet identifiant, dans l’espace client, son accès au compte.`,
  }),
  notYou: {
    en: "If you don’t recognise this, disconnect it there now and change your client-area password.",
    fr: "Si cette connexion ne vient pas de vous, déconnectez-la sans attendre sur cette page, puis changez le mot de passe de votre espace client.",
  },
  notYouOther: {
    en: "If this should not have happened, do so now.",
    fr: "Si cela n’aurait pas dû arriver, faites-le sans attendre.",
  },
  open: { en: "Open Connected assistants", fr: "Ouvrir Assistants connectés" },
  changePassword: { en: "Change your password", fr: "Changer votre mot de passe" },
  reasons,
});
