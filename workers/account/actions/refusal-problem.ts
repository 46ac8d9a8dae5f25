import type { CommandRefusal } from "../../../durable-objects/account/account-port.ts";
import {
  invalidInput,
  OperationError,
  type ProblemMembers,
  temporaryProblem,
} from "../../../shared/api/definition/problems.ts";
import type { Permission } from "../../../shared/billing-contract/call.ts";
import type { ClientArea } from "../../../shared/billing-contract/description.ts";
import type { ActorRefused, BillingUnavailable } from "../../../shared/billing-contract/result.ts";
import { StoreHeldError } from "../../../shared/holds/holds.ts";
import { asSentence, type Text } from "../../../shared/platform/language.ts";
import { NOTHING_ORDERED } from "../schemas/notes.ts";
import { toActionRequired, toPrice, toTerms } from "../schemas/order.ts";

/** A refusal that {@link refusalProblem} converts. A stale confirmation or a missing approval needs more data. */
export type PlainRefusal = Exclude<
  CommandRefusal,
  { code: "stale_confirm" | "approval_needed" | "approval_declined" | "too_many_approvals" }
>;

/**
 * Converts a refusal to a problem.
 * @param nothingDone the operation's text that states that nothing was done; absent for a quote
 */
export function refusalProblem(
  refusal: PlainRefusal,
  clientArea: ClientArea,
  nothingDone: Text = NOTHING_ORDERED,
): OperationError {
  switch (refusal.code) {
    case "billing_unavailable":
    case "access_lost":
    case "permission_denied":
      return actorProblem(refusal);
    case "changes_held":
      return new OperationError("billing_unavailable", changesHeld(nothingDone), {
        retryAfter: refusal.retryAfter,
        cause: new StoreHeldError(),
      });
    case "unauthorized":
    case "insufficient_scope":
    case "outside_limit":
      return new OperationError(refusal.code, NO_LONGER_ALLOWED);
    case "not_found":
      return new OperationError("not_found", NOT_FOUND);
    case "server_unavailable":
      return new OperationError("server_unavailable", NO_REGISTRY, { retryAfter: refusal.retryAfter });
    case "not_bridged":
      return notBridged();
    case "zone_changed":
      return new OperationError("zone_changed", ZONE_CHANGED);
    case "zone_unanswered": {
      const { isSent, retryAfter } = refusal;
      return new OperationError("server_unavailable", isSent ? CHANGE_UNANSWERED : ZONE_UNREAD, { retryAfter });
    }
    case "invalid_body":
      return invalidInput(
        "invalid_body",
        refusal.refused.map(({ pointer, message }) => ({ name: pointer, message })),
      );
    case "price_changed":
      return withMembers("refused", priceChanged(nothingDone), { price: toPrice(refusal.price) });
    case "refused": {
      const { reason, price } = refusal;
      return withMembers("refused", reason, price ? { price: toPrice(price) } : {});
    }
    case "terms_not_accepted":
      return withMembers("terms_not_accepted", ACCEPT_TERMS, { terms: toTerms(refusal.terms) });
    case "payment_method_missing": {
      const action_required = toActionRequired(refusal.actionRequired, clientArea);
      return withMembers("payment_method_missing", refusal.actionRequired.message, { action_required });
    }
    case "registrant_ineligible": {
      const action_required = toActionRequired(refusal.actionRequired, clientArea);
      return withMembers("registrant_ineligible", refusal.reason, { action_required });
    }
    case "already_requested": {
      const { reason, actionRequired } = refusal;
      const members = actionRequired && { action_required: toActionRequired(actionRequired, clientArea) };
      return withMembers("already_requested", reason, members ?? {});
    }
    case "not_offered":
      return refusal.path === undefined
        ? new OperationError("not_offered", asSentence(refusal.reason))
        : notOffered(refusal.reason, clientArea.address + refusal.path);
    case "not_allowed":
    case "not_available":
    case "not_renewable":
    case "not_changeable":
    case "not_cancellable":
      return new OperationError(refusal.code, asSentence(refusal.reason));
  }
}

export function actorProblem(problem: BillingUnavailable | ActorRefused): OperationError {
  switch (problem.code) {
    case "billing_unavailable":
      return billingUnavailable(problem.retryAfter);
    case "access_lost":
      return new OperationError("access_lost", {
        en: "The login no longer manages this account. The connection has been closed.",
        fr: "Cet identifiant ne gère plus ce compte. La connexion a été fermée.",
      });
    case "permission_denied":
      return permissionDenied(problem.permission);
  }
}

/**
 * Creates the problem for a missing permission.
 * @param permission the missing permission; `undefined` if the billing system did not name it
 */
function permissionDenied(permission: Permission | undefined): OperationError {
  return new OperationError(
    "permission_denied",
    permission
      ? {
          en: `This needs the client-area permission ${permission}, which the login lacks. The account's owner can grant it.`,
          fr: `Il faut ici la permission ${permission} de l’espace client, que cet identifiant n’a pas. Le titulaire peut l’accorder.`,
        }
      : {
          en: "The login lacks the client-area permission that this needs. The account's owner can grant it.",
          fr: "Cet identifiant n’a pas la permission nécessaire dans l’espace client. Le titulaire peut l’accorder.",
        },
  );
}

/**
 * Creates the problem for a billing system that did not respond.
 * @param retryAfter the number of seconds until a retry
 */
function billingUnavailable(retryAfter: number): OperationError {
  return temporaryProblem("billing_unavailable", Math.min(MAX_RETRY_AFTER_S, Math.max(1, Math.ceil(retryAfter))), {
    en: "The billing system did not answer. Nothing was changed, and the connection is kept.",
    fr: "Le système de facturation n’a pas répondu. Rien n’a été modifié et la connexion est conservée.",
  });
}

/** The longest delay that a billing system can request, in seconds. */
const MAX_RETRY_AFTER_S = 300;

/** Creates the problem for a service whose server is not connected. */
export function notBridged(): OperationError {
  return new OperationError("not_bridged", NOT_BRIDGED);
}

/**
 * Creates the problem for an action that is possible only in the client area.
 * @param url the page for the action
 */
export function notOffered(reason: Text, url: string): OperationError {
  const action_required = { type: "use_client_area", message: IN_CLIENT_AREA, url };
  return withMembers("not_offered", reason, { action_required });
}

/** The text is in English only, like the other messages of `action_required`. */
const IN_CLIENT_AREA = "Do this in the client area.";

function withMembers(
  code:
    | "refused"
    | "not_offered"
    | "already_requested"
    | "terms_not_accepted"
    | "payment_method_missing"
    | "registrant_ineligible",
  detail: Text,
  members: ProblemMembers,
): OperationError {
  return new OperationError(code, asSentence(detail), { members });
}

const NO_LONGER_ALLOWED: Text = {
  en: "The customer ended or restricted this connection while the action was waiting. Nothing was done.",
  fr: "La personne a mis fin à cette connexion ou l’a restreinte pendant que l’action attendait. Rien n’a été fait.",
};

const NOT_FOUND: Text = {
  en: "The account has no item with this id or name.",
  fr: "Le compte n’a rien de cet identifiant ou de ce nom.",
};

const NO_REGISTRY: Text = {
  en: "The registry or the registrar could not be reached, or did not answer. Nothing was changed.",
  fr: "Le registre ou le bureau d’enregistrement n’a pas pu être interrogé ou n’a pas répondu. Rien n’a été modifié.",
};

const NOT_BRIDGED: Text = {
  en: "The server of this service is not connected to the API. The customer manages its DNS zones in the client area.",
  fr: "Le serveur de ce service n’est pas connecté à l’API. La personne gère ses zones DNS dans l’espace client.",
};

const ZONE_CHANGED: Text = {
  en: "The zone has changed since you read it. Nothing was changed. Read it again, and base your change on it. If an earlier answer to this change was lost, the zone shows whether it was made.",
  fr: "La zone n’est plus telle qu’elle a été lue, et rien n’a été modifié à présent. Relisez-la et faites la modification sur son état actuel. Si la réponse à cette même modification s’était perdue, la zone montre qu’elle est faite.",
};

const ZONE_UNREAD: Text = {
  en: "The service’s server did not answer. Try again later.",
  fr: "Le serveur du service n’a pas répondu. Réessayez plus tard.",
};

const CHANGE_UNANSWERED: Text = {
  en: "The service’s server did not answer, so it is not known whether the change was made. Read the zone: it shows whether the records have changed. You can safely send the same request again: it is never done twice.",
  fr: "Le serveur du service n’a pas répondu ; on ne sait donc pas si la modification a été faite. Lisez la zone : elle montre si les enregistrements sont modifiés. Renvoyer la même requête est sans danger, car elle n’est jamais faite deux fois.",
};

function changesHeld(nothing: Text): Text {
  return {
    en: `The provider accepts no orders or changes at the moment: ${nothing.en}. Send the same request again later, with the same key if it has one.`,
    fr: `Le fournisseur n’accepte ni commande ni modification pour le moment : ${nothing.fr}. Renvoyez plus tard la même requête, avec la même clé s’il y en a une.`,
  };
}

function priceChanged(nothing: Text): Text {
  return {
    en: `The price differs from the expected price: ${nothing.en}. price is the current one.`,
    fr: `Le prix n’est pas celui qui était attendu : ${nothing.fr} ; price indique le prix actuel.`,
  };
}

const ACCEPT_TERMS: Text = {
  en: "Show the customer the terms and, once they accept, send terms.version as accept_terms.",
  fr: "Montrez les conditions à la personne et, une fois acceptées, envoyez terms.version dans accept_terms.",
};
