import { type Addresses, resourceMetadataUrl } from "../../platform/addresses.ts";
import type { Access } from "../definition/operation.ts";
import type { ProblemCode } from "../definition/problems.ts";

/** What a challenge is made from. */
interface Challenged {
  via: "http" | "mcp";
  addresses: Addresses;
  /** A credential was sent. */
  presented: boolean;
  access: Access | undefined;
}

/**
 * The `WWW-Authenticate` header of a problem (RFC 6750 §3, RFC 9728 §5.1), or undefined where it needs none. It names the
 * metadata of the resource that was called, and every scope that is needed, the first one included.
 */
export function challengeOf(code: ProblemCode, { via, addresses, presented, access }: Challenged): string | undefined {
  const metadata = resourceMetadataUrl(via === "mcp" ? addresses.accountMcp : addresses.base);
  const challenge = (scopes: string, error?: string) =>
    `Bearer resource_metadata="${metadata}", scope="${scopes}"${error ? `, error="${error}"` : ""}`;
  switch (code) {
    case "unauthorized":
      return challenge("account:read", presented ? "invalid_token" : undefined);
    case "insufficient_scope":
      return challenge(["account:read", access?.scope].join(" "), "insufficient_scope");
    default:
      return undefined;
  }
}
