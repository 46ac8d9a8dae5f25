import { BASE_SCOPE } from "../../../shared/account-access/scopes.ts";
import type { RefusedCall } from "../../../shared/api/pipeline/gate.ts";
import { resourceMetadataUrl } from "../../../shared/platform/addresses.ts";
import { ConnectionAdmission } from "./connection-admission.ts";
import { isRefreshUseless } from "./scope-check.ts";

/**
 * The `WWW-Authenticate` header of a problem (RFC 6750 §3, RFC 9728 §5.1), or undefined where it needs none. It names the
 * metadata of the resource that was called, and every scope that is needed, the base scope included.
 */
export function challengeOf(refused: RefusedCall): string | undefined {
  const { code, via, addresses, authorization, operation, admission } = refused;
  const metadata = resourceMetadataUrl(via === "mcp" ? addresses.accountMcp : addresses.base);
  const challenge = (scopes: string, error?: string) =>
    `Bearer resource_metadata="${metadata}", scope="${scopes}"${error ? `, error="${error}"` : ""}`;
  switch (code) {
    case "unauthorized":
      return challenge(BASE_SCOPE, authorization === null ? undefined : "invalid_token");
    case "insufficient_scope": {
      // MCP clients answer every challenge by refreshing.
      const grant = via === "mcp" && admission instanceof ConnectionAdmission ? admission.grant : null;
      if (operation && grant && isRefreshUseless(operation, grant)) return undefined;
      return challenge([BASE_SCOPE, operation?.access?.scope].join(" "), "insufficient_scope");
    }
    default:
      return undefined;
  }
}
