import type { EndReason } from "../../../durable-objects/connection/connection-port.ts";
import { bilingual } from "../../../shared/pages/french-typography.ts";

/** The reasons for which the service itself ends a connection. */
export type ServiceReason = Exclude<EndReason, "disconnected" | "revoked">;

const copiedKey =
  "Nobody can use that key any more. Check the computer or the service that the application runs on, and look through your domain names, services and invoices for what you did not ask for. Connect it again only once you trust it. If something is amiss, write to us.";

const reasons: Record<ServiceReason, { why: string; next: string }> = {
  access_lost: {
    why: "The login that made the connection no longer manages this account, and a connection reaches no further than its login.",
    next: "You need to do nothing. If the application is still wanted, a login that manages the account can connect it again.",
  },
  refresh_token_reused: {
    why: "A key of the application was used again long after it had been replaced. Somebody may have copied it; an old copy of the application, restored from a backup, does the same.",
    next: copiedKey,
  },
  used_in_two_places: {
    why: "Its keys went on being used from two places, in different countries and networks, after we had written to you about it. Somebody may have copied a key.",
    next: copiedKey,
  },
  code_reused: {
    why: "The one-time code that the application had fetched its key with was presented a second time. Somebody may have copied it, and the key with it.",
    next: copiedKey,
  },
  ended_by_provider: {
    why: "We ended it.",
    next: "If you do not know why, or still need the application, write to us.",
  },
  expired: {
    why: "It had not renewed its access for 30 days.",
    next: "If you still need it, connect it again from the application. Otherwise you need to do nothing.",
  },
};

const en = {
  made: {
    subject: (name: string, account: string) => `${name} was connected to ${account}`,
    opening: (name: string, account: string, at: string) =>
      `The application “${name}” was connected to the account ${account} on ${at}.`,
  },
  tokenMade: {
    subject: (name: string, account: string) => `The API token ${name} was created for ${account}`,
    opening: (name: string, shown: string, account: string, at: string) =>
      `The API token “${name}” (${shown}) was created for the account ${account} on ${at}.`,
    ends: (date: string) => `It ends on ${date}.`,
  },
  ended: {
    subject: (name: string, account: string) => `${name} was disconnected from ${account}`,
    opening: (name: string, account: string, at: string) =>
      `We disconnected the application “${name}” from the account ${account} on ${at}.`,
    madeAt: (at: string) => `It had been connected on ${at}.`,
  },
  marked: {
    subject: (name: string, account: string) => `${name} reaches ${account} from two places`,
    opening: (name: string, account: string, at: string) =>
      `The application “${name}” uses its keys to the account ${account} from two places: on ${at} a key that it had replaced came back from another country and another network.`,
    expected:
      "If it runs in several places, or through a network that changes its country, you need to do nothing now. Should both places go on using the same keys, we disconnect it; connect it once from each place then.",
    next: "If you know of one place only, somebody may have copied its keys: disconnect it at once, check the computer or the service that it runs on, and look through your domain names, services and invoices for what you did not ask for.",
  },
  tokenEnded: {
    subject: (name: string, account: string) => `The API token ${name} for ${account} has ended`,
    opening: (name: string, shown: string, account: string, at: string) =>
      `The API token “${name}” (${shown}) for the account ${account} ended on ${at}. What still uses it is refused.`,
    expired: "Its end date has come.",
    again: "If you still need one, create a new token here:",
  },
  tokenEnding: {
    subject: (name: string, account: string, date: string) => `The API token ${name} for ${account} ends on ${date}`,
    opening: (name: string, shown: string, account: string, at: string) =>
      `The API token “${name}” (${shown}) for the account ${account} ends on ${at}. What uses it is refused from then on.`,
    next: "A token cannot be prolonged. If you still need one, create a new token before that day, put it in the place of the old one, and revoke the old one. If you no longer need it, you need to do nothing.",
  },
  by: (login: string) => `This was done by the login ${login}.`,
  belongsTo: (login: string) => `It belongs to the login ${login}.`,
  belongedTo: (login: string) => `It belonged to the login ${login}.`,
  verified: (domain: string) => `It is published by ${domain}.`,
  unverified: "Its name is not verified: the application registered itself, and nobody has checked whose it is.",
  unverifiedAt: (domain: string) =>
    `Its name is not verified: it is described at ${domain}, which does not vouch for it.`,
  returnsTo: (host: string) => `It returns to ${host}.`,
  may: "What it may do:",
  reads: {
    profile: "read the account’s name, company, e-mail address, country, currency and credit balance",
    servicesAndDomains: "read its services and domain names, with their dates and prices",
    services: "read its services, with their dates and prices",
    domains: "read its domain names, with their dates and prices",
    invoicesAndTickets: "read its invoices, and the subjects and states of its tickets",
    invoices: "read its invoices",
    tickets: "read the subjects and states of its tickets",
    thatService: "read that service, with its dates and prices",
    thatDomainAndServices: "read that domain name and the services under it, with their dates and prices",
    thatDomain: "read that domain name, with its dates and prices",
    servicesUnderIt: "read the services under that domain name, with their dates and prices",
    zones: "read the DNS records of the services’ zones",
    nothing: "read nothing",
  },
  couldDo: "What it could do until then:",
  lessThanLogin:
    "What the login itself may not see or do in this account is left out above. Should its permissions grow, so does what the connection may do.",
  never: "It can never pay, and never sees passwords, payment methods, ticket messages or transfer codes.",
  limit: {
    account: () => "Its limit: none, it reaches everything in this account.",
    service: (name: string) => `Its limit: the service ${name} alone.`,
    domain: (name: string) => `Its limit: the domain name ${name} and the services under it.`,
  },
  manage: "See what it does, narrow it or disconnect it at any moment:",
  manageOther: (login: string) =>
    `It belongs to the login ${login}, who can narrow or disconnect it. You end it by taking this login’s access to the account away in the client area.`,
  notYou: "If you know nothing of this, disconnect it there at once, then change the password of your client area.",
  notYouOther: "If this should not have happened, do so at once.",
  connections: "Your connected assistants:",
  reasons,
};

const copieDeCle =
  "Plus personne ne peut utiliser cette clé. Vérifiez l’ordinateur ou le service sur lequel l’application fonctionne, et cherchez dans vos noms de domaine, vos services et vos factures ce que vous n’avez pas demandé. Ne la connectez de nouveau que lorsque vous lui faites confiance. Si quelque chose vous paraît anormal, écrivez-nous.";

export const mailTexts = bilingual(en, {
  made: {
    subject: (name, account) => `Nouvelle connexion à ${account} : ${name}`,
    opening: (name, account, at) => `L’application « ${name} » a été connectée au compte ${account} le ${at}.`,
  },
  tokenMade: {
    subject: (name, account) => `Le jeton d’API ${name} a été créé pour ${account}`,
    opening: (name, shown, account, at) =>
      `Le jeton d’API « ${name} » (${shown}) a été créé pour le compte ${account} le ${at}.`,
    ends: (date) => `Il prendra fin le ${date}.`,
  },
  ended: {
    subject: (name, account) => `Connexion à ${account} terminée : ${name}`,
    opening: (name, account, at) => `Nous avons déconnecté l’application « ${name} » du compte ${account} le ${at}.`,
    madeAt: (at) => `Elle avait été connectée le ${at}.`,
  },
  marked: {
    subject: (name, account) => `${name} accède à ${account} depuis deux endroits`,
    opening: (name, account, at) =>
      `L’application « ${name} » utilise ses clés du compte ${account} depuis deux endroits : le ${at}, une clé qu’elle avait remplacée est revenue d’un autre pays et d’un autre réseau.`,
    expected:
      "Si elle fonctionne à plusieurs endroits, ou par un réseau qui change de pays, vous n’avez rien à faire pour l’instant. Si les deux endroits continuent d’utiliser les mêmes clés, nous la déconnecterons ; connectez-la alors une fois depuis chaque endroit.",
    next: "Si vous ne connaissez qu’un seul endroit, il se peut que quelqu’un ait copié ses clés : déconnectez-la sans attendre, vérifiez l’ordinateur ou le service sur lequel elle fonctionne, et cherchez dans vos noms de domaine, vos services et vos factures ce que vous n’avez pas demandé.",
  },
  tokenEnded: {
    subject: (name, account) => `Le jeton d’API ${name} pour ${account} a pris fin`,
    opening: (name, shown, account, at) =>
      `Le jeton d’API « ${name} » (${shown}) pour le compte ${account} a pris fin le ${at}. Ce qui l’utilise encore est refusé.`,
    expired: "Sa date de fin est arrivée.",
    again: "S’il vous en faut encore un, créez un nouveau jeton ici :",
  },
  tokenEnding: {
    subject: (name, account, date) => `Le jeton d’API ${name} pour ${account} prend fin le ${date}`,
    opening: (name, shown, account, at) =>
      `Le jeton d’API « ${name} » (${shown}) pour le compte ${account} prend fin le ${at}. Ce qui l’utilise sera alors refusé.`,
    next: "Un jeton ne se prolonge pas. S’il vous en faut encore un, créez un nouveau jeton avant ce jour, mettez-le à la place de l’ancien, puis révoquez l’ancien. S’il ne vous sert plus, vous n’avez rien à faire.",
  },
  by: (login) => `L’opération a été faite avec l’identifiant ${login}.`,
  belongsTo: (login) => `Il appartient à l’identifiant ${login}.`,
  belongedTo: (login) => `L’accès appartenait à l’identifiant ${login}.`,
  verified: (domain) => `Elle est publiée par ${domain}.`,
  unverifiedAt: (domain) =>
    `Son nom n’est pas vérifié : l’application est décrite sur ${domain}, qui ne se porte pas garant d’elle.`,
  unverified:
    "Son nom n’est pas vérifié : l’application s’est inscrite elle-même, et personne n’a contrôlé à qui elle appartient.",
  returnsTo: (host) => `Elle renvoie vers ${host}.`,
  may: "Ce qui est permis :",
  reads: {
    profile: "lire le nom, l’entreprise, l’adresse de courriel, le pays, la devise et le solde créditeur du compte",
    servicesAndDomains: "lire ses services et ses noms de domaine, avec leurs dates et leurs prix",
    services: "lire ses services, avec leurs dates et leurs prix",
    domains: "lire ses noms de domaine, avec leurs dates et leurs prix",
    invoicesAndTickets: "lire ses factures, ainsi que l’objet et l’état de ses demandes d’assistance",
    invoices: "lire ses factures",
    tickets: "lire l’objet et l’état de ses demandes d’assistance",
    thatService: "lire ce service, avec ses dates et ses prix",
    thatDomainAndServices: "lire ce nom de domaine et les services qui en dépendent, avec leurs dates et leurs prix",
    thatDomain: "lire ce nom de domaine, avec ses dates et ses prix",
    servicesUnderIt: "lire les services qui dépendent de ce nom de domaine, avec leurs dates et leurs prix",
    zones: "lire les enregistrements DNS des zones des services",
    nothing: "ne rien lire",
  },
  couldDo: "Ce qui était permis jusque-là :",
  lessThanLogin:
    "Ce que l’identifiant lui-même ne peut ni voir ni faire dans ce compte ne figure pas ci-dessus. Si ses permissions s’étendent, ce qui est permis à la connexion s’étend aussi.",
  never:
    "Un paiement n’est jamais possible ; les mots de passe, les modes de paiement, les messages des demandes d’assistance et les codes de transfert restent hors de portée.",
  limit: {
    account: () => "Limite : aucune, tout ce qui se trouve dans ce compte.",
    service: (name) => `Limite : le service ${name} seulement.`,
    domain: (name) => `Limite : le nom de domaine ${name} et les services qui en dépendent.`,
  },
  manage: "Pour voir ce qui est fait, restreindre ou déconnecter à tout moment :",
  manageOther: (login) =>
    `La connexion appartient à l’identifiant ${login}, qui peut la restreindre ou y mettre fin. Vous y mettez fin en retirant à cet identifiant, dans l’espace client, son accès au compte.`,
  notYou:
    "Si cette connexion ne vient pas de vous, déconnectez-la sans attendre sur cette page, puis changez le mot de passe de votre espace client.",
  notYouOther: "Si cela n’aurait pas dû arriver, faites-le sans attendre.",
  connections: "Vos assistants connectés :",
  reasons: {
    access_lost: {
      why: "L’identifiant qui avait servi à faire la connexion ne gère plus ce compte, et une connexion ne permet jamais plus que lui.",
      next: "Vous n’avez rien à faire. Si l’application sert encore, un identifiant qui gère le compte peut la connecter de nouveau.",
    },
    refresh_token_reused: {
      why: "Une clé de l’application a été utilisée de nouveau longtemps après avoir été remplacée. Il se peut que quelqu’un l’ait copiée ; une ancienne copie de l’application, rétablie depuis une sauvegarde, a le même effet.",
      next: copieDeCle,
    },
    used_in_two_places: {
      why: "Ses clés ont continué d’être utilisées depuis deux endroits, dans des pays et des réseaux différents, après que nous vous avons écrit à ce sujet. Il se peut que quelqu’un ait copié une clé.",
      next: copieDeCle,
    },
    code_reused: {
      why: "Le code à usage unique avec lequel l’application avait obtenu sa clé a été présenté une seconde fois. Il se peut que quelqu’un l’ait copié, et la clé avec lui.",
      next: copieDeCle,
    },
    ended_by_provider: {
      why: "Nous y avons mis fin.",
      next: "Si vous ne savez pas pourquoi, ou si l’application vous sert encore, écrivez-nous.",
    },
    expired: {
      why: "Elle n’avait pas renouvelé son accès depuis 30 jours.",
      next: "S’il vous la faut encore, connectez-la de nouveau depuis l’application. Sinon, vous n’avez rien à faire.",
    },
  },
});
