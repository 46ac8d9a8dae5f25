import type { Grant } from "../../../durable-objects/connection/connection-port.ts";
import { BASE_SCOPE, ZONES_SCOPE } from "../../../shared/account-access/scopes.ts";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import type { GatedOperation } from "../../../shared/api/pipeline/gate.ts";
import { NO_CHANGES_TAKEN } from "../../../shared/billing-contract/description.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { notBridged, notOffered } from "../actions/refusal-problem.ts";

/**
 * Where the provider takes no changes, or has connected no server with zones, no consent can give the scope: the caller is told so in
 * place of asking for it in vain.
 * @param provider whether it takes changes, and the address of its client area
 * @param hasZones whether a server with zones is connected; null while that is not known
 * @throws {OperationError} `insufficient_scope` where the presented token lacks the scope that an operation needs, `not_offered` or
 * `not_bridged`
 */
export async function checkScope(
  operation: GatedOperation,
  grant: Grant,
  provider: () => Promise<{ acts: boolean; clientArea: string }>,
  hasZones: () => Promise<boolean | null>,
): Promise<void> {
  const { access } = operation;
  if (!access || hasScope(operation, grant)) return;
  const { acts, clientArea } = await provider();
  if (!acts) throw notOffered(NO_CHANGES_TAKEN, clientArea);
  if (access.scope === ZONES_SCOPE && (await hasZones()) === false) throw notBridged();
  throw insufficientScope(access.scope, grant);
}

/** The credential lacks a scope. */
export function insufficientScope(
  scope: string,
  grant: Pick<Grant, "id" | "application" | "agreedScopes" | "isChallenged">,
): OperationError {
  return new OperationError("insufficient_scope", missingScopeText(scope, grant));
}

/** An API token may have been given single operations instead of whole scopes. */
function hasScope({ access, id }: GatedOperation, { scopes, operations }: Grant): boolean {
  if (!access || access.scope === BASE_SCOPE) return true;
  if (operations !== null) return operations.some((given) => given === (access.requiredOperation ?? id));
  return scopes.some((given) => given === access.scope);
}

/**
 * Whether refreshing the token cannot add a scope: the customer never agreed to it, and the client has refreshed since it was
 * told that a scope is missing. Challenged again, it would refresh forever.
 */
export function isRefreshUseless({ access }: GatedOperation, { isChallenged, agreedScopes }: Grant): boolean {
  return isChallenged && access !== undefined && !agreedScopes.some((agreed) => agreed === access.scope);
}

function missingScopeText(scope: string, grant: Parameters<typeof insufficientScope>[1]): Text {
  // The log of an API token is kept under its own id.
  const isApiToken = grant.application === grant.id;
  if (isApiToken) {
    return {
      en: `This API token was made without it, and nothing can be added to a token afterwards. Ask the customer to make another one on the connected-assistants page, and to tick this there: it belongs to the scope ${scope}.`,
      fr: `Ce jeton d’API a été créé sans cette autorisation, et un jeton n’en reçoit pas après coup. Demandez à la personne d’en créer un autre sur la page des assistants connectés, en y cochant ceci : cela relève de la portée ${scope}.`,
    };
  }
  if (grant.agreedScopes.some((agreed) => agreed === scope)) {
    return {
      en: `This access token was issued with fewer scopes than the connection has. Refresh without the parameter scope, or with ${scope} in it, and call again.`,
      fr: `Ce jeton d’accès a été émis avec moins de portées que la connexion n’en a. Renouvelez-le sans le paramètre scope, ou en y mettant ${scope}, puis refaites l’appel.`,
    };
  }
  return grant.isChallenged
    ? {
        en: `The customer has not allowed this, and refreshing the token does not change that. Ask the customer to connect again, and to tick what needs the scope ${scope} on the consent page.`,
        fr: `La personne ne l’a pas autorisé, et renouveler le jeton n’y change rien. Demandez-lui de connecter de nouveau l’application, en cochant sur la page d’autorisation ce qui demande la portée ${scope}.`,
      }
    : {
        en: `The customer has not allowed this. It needs the scope ${scope}: connect again and ask for it.`,
        fr: `La personne ne l’a pas autorisé. Il faut la portée ${scope} : reconnectez-vous en la demandant.`,
      };
}
