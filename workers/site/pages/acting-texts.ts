import { french } from "../../../shared/pages/french-typography.ts";
import type { Language } from "../../../shared/platform/language.ts";

/** Texts of the developers page about acting on an account. */
const en = {
  title: "Acting on the account",
  lead: "What the customer ticked, an application may do: order, renew, change, cancel, and manage a domain name at its registrar. It cannot pay.",
  roundTrip: {
    title: "Quote, accept, order, pay",
    steps: [
      "Quote (`GET`). It changes nothing and says what it costs, what the registry asks for (`fields`), the terms with their `version`, and what is in the way. It asks the registry past every cache.",
      "Accept. Show the customer price and terms. Their yes is sent as `accept_terms`, the version they saw, and `expected_price`, the amount they heard without taxes. If either has changed, nothing is done, and the answer carries the new one.",
      "Order (`POST`, with a new idempotency key). The answer has the invoice, and in `action_required` where it is paid.",
      "Pay. Only the customer can, in the client area, at `action_required.url`. The order is carried out once the invoice is paid; what is due is seen with the lists of invoices, domain names and services.",
    ],
    cancelling:
      "A cancellation has a statement in place of a price: read it, show it, and send its `confirm` within 15 minutes. An order that is not paid is dropped after a while, and nothing is owed.",
  },
  keys: {
    title: "Idempotency keys",
    text: "Orders, renewals, plan changes, cancellations and transfers away need the header `Idempotency-Key` (over MCP the argument `idempotency_key`): 1 to 255 visible characters without a comma, a new one for each action, such as a UUID. If no answer comes, or a 500 or 503, send the same request with the same key: it is done once. For 24 hours after it was settled it gets the first answer again, with `Idempotent-Replayed: true`. `409 idempotency_in_progress` means that it is still being done or that its outcome is not known yet; send it again after `Retry-After` seconds, never under another key. The same key with another request is `422 idempotency_key_reused`. Keys belong to the account, the login and the application, over HTTP and MCP alike.",
    settings:
      "Auto-renewal, nameservers and the lock take no key: they are set with `PUT`, and setting them twice changes nothing.",
  },
  limit: {
    title: "Limit",
    text: "Orders, renewals, plan changes, cancellations and transfers away are 20 an hour for an account, all applications together. A repetition under the same key does not count. Settings of auto-renewal, nameservers and the lock have an hour of their own, 60 unless `RateLimit-Policy` says otherwise. Over it the answer is 429 `rate_limited` with `Retry-After`; nothing was done.",
  },
  stepUp: {
    title: "A scope that is missing",
    text: "Without its scope an action is 403 `insufficient_scope`, as a tool too, and `WWW-Authenticate` names all scopes to ask for. Send the customer to sign in again with these as `scope`; they tick what they allow, and nothing is ticked beforehand.",
  },
  examples: {
    title: "Three examples",
    text: "As shell commands, with `curl` and `jq`, with a token in `TOKEN` that has `billing:write`. The name and the number of the service are the demonstration’s.",
    register: "Register a domain name",
    renew: "Renew a domain name",
    cancel: "Cancel a service",
  },
};

const fr: typeof en = french({
  title: "Agir sur le compte",
  lead: "Ce que la personne a coché, une application peut le faire : commander, renouveler, modifier, résilier et gérer un nom de domaine auprès du bureau d’enregistrement. Elle ne peut pas payer.",
  roundTrip: {
    title: "Devis, accord, commande, paiement",
    steps: [
      "Devis (`GET`). Il ne modifie rien et dit le prix, ce que demande le registre (`fields`), les conditions avec leur `version`, et ce qui fait obstacle. Il interroge le registre sans passer par un cache.",
      "Accord. Montrez à la personne le prix et les conditions. Son oui s’envoie dans `accept_terms`, la version qu’elle a vue, et `expected_price`, le montant annoncé, hors taxes. Si l’un des deux a changé, rien n’est fait, et la réponse contient le nouveau.",
      "Commande (`POST`, avec une nouvelle clé d’idempotence). La réponse contient la facture et, dans `action_required`, où la payer.",
      "Paiement. Seule la personne peut payer, dans l’espace client, à l’adresse `action_required.url`. La commande est exécutée une fois la facture payée ; les listes de factures, de noms de domaine et de services en montrent l’état.",
    ],
    cancelling:
      "Une résiliation a un relevé de ses conséquences (`statement`) au lieu d’un prix : lisez-le, montrez-le, et renvoyez son `confirm` dans les 15 minutes. Une commande impayée est abandonnée après un certain temps, et rien n’est dû.",
  },
  keys: {
    title: "Clés d’idempotence",
    text: "Les commandes, renouvellements, changements de forfait, résiliations et transferts sortants exigent l’en-tête `Idempotency-Key` (par MCP, l’argument `idempotency_key`) : de 1 à 255 caractères visibles sans virgule, une nouvelle clé pour chaque action, par exemple un UUID. Si aucune réponse ne vient, ou si c’est un 500 ou un 503, renvoyez la même requête avec la même clé : elle n’est exécutée qu’une fois. Pendant les 24 heures qui suivent sa conclusion, la même requête reçoit de nouveau la première réponse, avec `Idempotent-Replayed: true`. `409 idempotency_in_progress` signifie qu’elle est encore en cours ou que son issue n’est pas encore connue ; renvoyez-la après `Retry-After` secondes, jamais sous une autre clé. La même clé avec une autre requête donne `422 idempotency_key_reused`. Les clés appartiennent au compte, à l’identifiant et à l’application, par HTTP comme par MCP.",
    settings:
      "Le renouvellement automatique, les serveurs de noms et le verrou ne prennent pas de clé : ils se fixent par `PUT`, et les fixer deux fois ne change rien.",
  },
  limit: {
    title: "Limite",
    text: "Les commandes, renouvellements, changements de forfait, résiliations et transferts sortants sont limités à 20 par heure et par compte, toutes applications confondues. Une répétition sous la même clé ne compte pas. Les réglages du renouvellement automatique, des serveurs de noms et du verrou ont leur propre limite horaire, de 60 à moins que `RateLimit-Policy` ne dise autre chose. Au-delà, la réponse est 429 `rate_limited` avec `Retry-After` ; rien n’a été fait.",
  },
  stepUp: {
    title: "Une portée qui manque",
    text: "Sans sa portée, une action donne 403 `insufficient_scope`, comme outil aussi, et `WWW-Authenticate` énumère les portées à demander. Renvoyez la personne à la page de connexion avec celles-ci dans `scope` ; elle coche ce qu’elle permet, et rien n’est coché d’avance.",
  },
  examples: {
    title: "Trois exemples",
    text: "Sous forme de commandes, avec `curl` et `jq`, et dans `TOKEN` un jeton qui a `billing:write`. Le nom et le numéro du service sont ceux de la démonstration.",
    register: "Enregistrer un nom de domaine",
    renew: "Renouveler un nom de domaine",
    cancel: "Résilier un service",
  },
});

export const actingTexts: Record<Language, typeof en> = { en, fr };
export type ActingTexts = typeof en;
