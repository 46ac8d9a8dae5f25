import { PROBLEMS, type ProblemCode } from "../../shared/api/definition/problems.ts";
import type { Text } from "../../shared/platform/language.ts";

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/**
 * The caller's next step:
 * - `wait`: send the same request later.
 * - `change`: send a different request.
 * - `permit`: get access first.
 * - `customer`: the customer follows `action_required`; then send the same request.
 * - `approve`: if approval is needed, send the same request after the customer approves it; otherwise as for `change`.
 */
export const NEXT_MOVES = ["wait", "approve", "customer", "change", "permit"] as const;
export type NextMove = (typeof NEXT_MOVES)[number];

export function nextMove(code: ProblemCode): NextMove {
  const { status, retryable } = PROBLEMS[code];
  if (retryable) return "wait";
  switch (code) {
    case "not_allowed":
      return "approve";
    case "payment_method_missing":
    case "registrant_ineligible":
      return "customer";
    case "https_required":
      return "change";
    default:
      return status === 401 || status === 403 ? "permit" : "change";
  }
}

/** The cause of each problem, and the next step for the caller. */
export const EXPLANATIONS: Record<ProblemCode, Text> = {
  invalid_parameter: {
    en: "A parameter is not one this endpoint accepts, appears twice, or has a value that is out of bounds. The field errors lists each parameter and what it accepts. Correct it and send the request again.",
    fr: "Un paramètre n’est pas accepté par ce point d’accès, figure deux fois ou porte une valeur hors limites. Le champ errors nomme chaque paramètre et dit ce qu’il accepte. Corrigez-le, puis renvoyez la requête.",
  },
  invalid_body: {
    en: "The body is not valid JSON, is nested too deeply, repeats a field, or has a field that is unknown or out of bounds. The field errors points at each one. Correct the body and send the request again.",
    fr: "Le corps n’est pas du JSON valide, est imbriqué trop profondément, répète un champ, ou en contient un qui est inconnu ou hors limites. Le champ errors désigne chacun d’eux. Corrigez le corps, puis renvoyez la requête.",
  },
  idempotency_key_required: {
    en: "This operation acts on the account, so it needs a key that distinguishes a retry from a new request: the Idempotency-Key header, or the argument idempotency_key of a tool. Use a new value for each action, for example a UUID, and send the same value when you retry it.",
    fr: "Cette opération agit sur le compte : il lui faut une clé qui distingue une répétition d’une nouvelle demande, soit l’en-tête Idempotency-Key, soit l’argument idempotency_key d’un outil. Créez une nouvelle valeur, par exemple un UUID, pour chaque action, et renvoyez la même quand vous la répétez.",
  },
  unauthorized: {
    en: "There is no access token, or it is invalid, expired, revoked or for another service. The WWW-Authenticate header says where to sign in. An application refreshes its token or connects again; an API token that has ended is replaced on the connected-assistants page.",
    fr: "Le jeton d’accès est absent, invalide, expiré, révoqué ou destiné à un autre service. L’en-tête WWW-Authenticate indique où ouvrir une session. Une application renouvelle son jeton ou se reconnecte ; un jeton d’API qui a pris fin se remplace sur la page des assistants connectés.",
  },
  insufficient_scope: {
    en: "The customer has not allowed this kind of change. The WWW-Authenticate header names every scope that the call needs. The application requests them when it connects again, and the customer ticks them. An API token cannot get more scopes: the customer creates another one on the connected-assistants page.",
    fr: "La personne n’a pas autorisé ce type de modification. L’en-tête WWW-Authenticate énumère les portées nécessaires : l’application les demande en se reconnectant, et la personne les coche. Un jeton d’API ne reçoit rien après coup : la personne en crée un autre sur la page des assistants connectés.",
  },
  permission_denied: {
    en: "The person who signed in lacks a client-area permission that this needs. The account’s owner can grant it there; the connection then works without a new sign-in.",
    fr: "La personne qui a ouvert la session n’a pas, dans l’espace client, la permission nécessaire. Le titulaire du compte peut l’accorder ; la connexion fonctionne alors sans être refaite.",
  },
  access_lost: {
    en: "The person who signed in no longer manages this account, so the connection has been closed. Someone who manages it can connect the application again.",
    fr: "La personne qui a ouvert la session ne gère plus ce compte ; la connexion a donc été fermée. Quelqu’un qui le gère peut reconnecter l’application.",
  },
  outside_limit: {
    en: "The customer limited this connection to one service or one domain name. It cannot reach invoices, tickets, orders or anything else of the account.",
    fr: "La personne a limité cette connexion à un seul service ou à un seul nom de domaine. Les factures, les demandes d’assistance, les commandes et tout le reste du compte sont hors de sa portée.",
  },
  https_required: {
    en: "The request used plain http, which anyone on the network path can read and change. It was refused, and its content was not read. Send it to the same address over https, and replace a token or password that it carried.",
    fr: "La requête est arrivée en http, que chacun peut lire et modifier en chemin. Elle a été refusée sans que son contenu soit examiné. Envoyez-la à la même adresse en https, et remplacez un jeton ou un mot de passe qu’elle contenait.",
  },
  not_found: {
    en: "There is nothing at this address, or no such plan, product line or extension is sold. If it helps, the field detail lists what exists.",
    fr: "Rien ne se trouve à cette adresse, ou aucun forfait, aucune gamme ni aucune extension de ce nom n’est en vente. Le champ detail nomme ce qui existe lorsque c’est utile.",
  },
  gone: {
    en: "This version of the API has ended. Its answers announced the end for at least a year, in the headers Deprecation and Sunset. The field detail and the Link header lead to the page that says what to change for the next version.",
    fr: "Cette version de l’API a pris fin : ses réponses l’annonçaient depuis au moins un an, dans les en-têtes Deprecation et Sunset. Le champ detail et l’en-tête Link mènent à la page qui dit ce qu’il faut changer pour la version qui l’a remplacée.",
  },
  method_not_allowed: {
    en: "The address exists but does not accept this HTTP method. The Allow header lists the methods it accepts.",
    fr: "L’adresse existe, mais n’accepte pas cette méthode HTTP. L’en-tête Allow énumère celles qu’elle accepte.",
  },
  payload_too_large: {
    en: "The request body is larger than 64 KiB. No operation needs that much. Send a smaller one.",
    fr: "Le corps de la requête dépasse 64 Kio. Aucune opération n’en demande autant : envoyez-en un plus petit.",
  },
  unsupported_media_type: {
    en: "The request body is not declared as application/json, or it is compressed. Send plain JSON with Content-Type: application/json.",
    fr: "Le corps de la requête n’est pas déclaré comme application/json, ou il est compressé. Envoyez du JSON simple avec Content-Type: application/json.",
  },
  refused: {
    en: "The billing system or the registrar refused, or the customer declined. Nothing was done, and the field detail gives the reason. If the price or the effect of a cancellation has changed, the field price or statement has the new one: show it to the customer before you try again. The same idempotency key is refused the same way for 24 hours: use a new key. A request that the customer declined is refused under every key until the time in detail: ask them what they want instead.",
    fr: "Le système de facturation ou le bureau d’enregistrement a dit non, ou la personne a refusé de donner son accord ; rien n’a été fait, et le champ detail en donne la raison. Si le prix, ou le relevé des conséquences (statement) d’une résiliation, a changé, le champ price ou statement contient le nouveau : montrez-le à la personne avant de réessayer. Sous la même clé d’idempotence, la réponse reste la même pendant 24 heures : utilisez une nouvelle clé. Ce que la personne a refusé l’est sous toutes les clés jusqu’à l’heure donnée par detail : demandez-lui ce qu’elle souhaite plutôt.",
  },
  not_allowed: {
    en: "Not possible right now: for example, the domain was registered or transferred too recently, its registry does not support the lock, or the service is suspended. The field detail gives the reason. If action_required has the type approve_action, the customer wants to approve it first: give them its url, and send the same request again once they have. retryable is true then.",
    fr: "Ce compte ou ce nom ne le permet pas pour le moment : le registre n’autorise pas à verrouiller ou déverrouiller le nom, il a été enregistré ou transféré il y a trop peu de temps, ou il est suspendu. Le champ detail le précise. Avec un action_required du type approve_action, la personne veut d’abord donner son accord : donnez-lui l’adresse url, puis renvoyez la même requête une fois l’accord donné ; retryable vaut alors true.",
  },
  not_renewable: {
    en: "The domain name cannot be renewed now: the account does not hold it, or the renewal would exceed the longest term of its registry.",
    fr: "Le nom de domaine ne peut pas être renouvelé pour le moment : il n’est pas encore ou n’est plus détenu, ou le renouvellement dépasserait la durée maximale du registre.",
  },
  not_changeable: {
    en: "The service cannot be moved to this plan now: it is not active, it already has this plan and cycle, they are not on its upgrade path, or a change is already unpaid or in progress. A quote of the plan change gives the rule.",
    fr: "Le service ne peut pas passer à ce forfait pour le moment : il n’est pas actif, le forfait et le cycle sont déjà les siens ou ne lui sont pas proposés, ou un changement est déjà impayé ou en cours. Un devis du changement en donne la règle.",
  },
  not_cancellable: {
    en: "The service cannot be cancelled: it is neither active nor suspended, or it is of a kind that ends automatically.",
    fr: "Le service ne peut pas être résilié : il n’est ni actif ni suspendu, ou il est d’un type qui prend fin de lui-même.",
  },
  already_requested: {
    en: "The same request is already in progress: an open order for the same domain, a cancellation or a transfer. Nothing was done a second time. Read the account’s services, domains and invoices.",
    fr: "La même demande est déjà en cours : une commande ouverte pour le même nom, une résiliation ou un transfert. Rien n’a été fait une deuxième fois ; consultez les services, les domaines et les factures du compte.",
  },
  payment_method_missing: {
    en: "The provider needs a saved payment method before it accepts an order. The field action_required says where the customer adds one. Then send the request again, with the same key.",
    fr: "Le fournisseur exige un mode de paiement enregistré avant d’accepter une commande. Le champ action_required dit où la personne en ajoute un ; renvoyez ensuite la requête avec la même clé.",
  },
  not_offered: {
    en: "This account cannot buy the plan, the billing cycle or the extension. The catalogue lists what it can buy. If the provider does not accept this here at all, action_required has the page where the customer does it.",
    fr: "Le forfait, le cycle de facturation ou l’extension n’est pas vendu à ce compte. Le catalogue énumère ce qui l’est. Là où le fournisseur ne s’en occupe pas du tout ici, action_required dit où la personne s’en charge.",
  },
  not_available: {
    en: "The name cannot be registered or transferred now. A quote of the order has the registry's answer.",
    fr: "Le nom ne peut pas être enregistré ou transféré pour le moment. Un devis de la commande dit ce que répond le registre.",
  },
  registrant_ineligible: {
    en: "The registry does not accept the account's registrant details, usually because of the country of the address. The field action_required says what the customer can change.",
    fr: "Le registre n’accepte pas le titulaire tel que le compte le décrit, le plus souvent à cause du pays de l’adresse. Le champ action_required dit ce que la personne peut modifier.",
  },
  terms_not_accepted: {
    en: "accept_terms is missing or is not the current version. The field terms has the terms: show them to the customer and, once accepted, send their version as accept_terms, with the same key.",
    fr: "accept_terms est absent ou ne correspond pas à la version actuelle. Le champ terms contient les conditions : montrez-les à la personne et, une fois acceptées, envoyez leur version dans accept_terms, avec la même clé.",
  },
  not_bridged: {
    en: "The service’s server is not connected to the API yet. The customer can do this in the client area.",
    fr: "Le serveur du service n’est pas encore connecté à l’API. La personne peut le faire dans l’espace client.",
  },
  zone_changed: {
    en: "The zone has changed since you read it. Nothing was changed. Read it again and repeat the change.",
    fr: "La zone a changé depuis sa lecture. Relisez-la et refaites la modification sur son état actuel.",
  },
  idempotency_in_progress: {
    en: "An action with this idempotency key has not ended, or its outcome is still unknown. The outcome is determined automatically. Send the same request with the same key again after Retry-After seconds. A new key could do it twice.",
    fr: "Une action portant cette clé d’idempotence n’est pas terminée, ou son issue n’est pas encore connue. Son issue sera connue sans que vous ayez à intervenir : renvoyez la même requête avec la même clé après Retry-After secondes. Une nouvelle clé pourrait la faire deux fois.",
  },
  idempotency_key_reused: {
    en: "This idempotency key was used for another request in the last 24 hours. Nothing was done. Use a new key for a new action; repeat an action with exactly the same request.",
    fr: "Cette clé d’idempotence a déjà servi pour une autre requête au cours des 24 dernières heures. Rien n’a été fait. Utilisez une nouvelle clé pour une nouvelle action ; répétez une action avec exactement la même requête.",
  },
  rate_limited: {
    en: "You reached a rate limit. The RateLimit headers say which one. Send the request again after Retry-After seconds.",
    fr: "Vous avez atteint une limite de fréquence. Les en-têtes RateLimit disent laquelle ; une requête envoyée après Retry-After secondes n’est pas refusée pour la même raison.",
  },
  internal_error: {
    en: "Something went wrong on our side. The field request_id identifies the request; give it to support if it happens again.",
    fr: "Une erreur s’est produite de notre côté. Le champ request_id identifie la requête ; communiquez-le à l’assistance si cela se reproduit.",
  },
  billing_unavailable: {
    en: "The billing system did not answer in time. A read changed nothing. For an action, send the same request again with the same idempotency key after Retry-After seconds: it is never done twice.",
    fr: "Le système de facturation n’a pas répondu à temps. Une lecture n’a rien modifié. Pour une action, renvoyez la même requête avec la même clé d’idempotence après Retry-After secondes : elle n’est jamais faite deux fois, et la clé dit ce qu’il en est advenu.",
  },
  server_unavailable: {
    en: "A server that this operation depends on did not answer. Nothing was changed, except perhaps DNS records: read the zone to see. Send the request again after Retry-After seconds.",
    fr: "Un serveur dont dépend cette opération n’a pas répondu. Rien n’a été modifié ; seule l’issue d’une modification d’enregistrements DNS est inconnue, et la lecture de la zone la montre. L’en-tête Retry-After dit quand réessayer.",
  },
};
