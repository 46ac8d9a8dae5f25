import type { Addresses } from "../../../../shared/platform/addresses.ts";
import { quoted } from "./curl-examples.ts";

/** The redirect URI of the example application: on the customer's machine, at any free port. */
const CALLBACK = "http://127.0.0.1:8976/callback";

/** The example application: how it introduces itself, and the calls by which it connects, refreshes and disconnects. */
export function oauthExamples({ auth, base }: Addresses) {
  const encoded = encodeURIComponent;
  const metadata = { client_name: "Example App", redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" };
  return {
    /** RFC 8414 */
    serverMetadata: `${auth}/.well-known/oauth-authorization-server`,
    /** A Client ID Metadata Document, which an application serves at its own address. */
    metadataDocument: JSON.stringify(
      {
        client_id: "https://app.example/oauth/client.json",
        ...metadata,
        redirect_uris: ["https://app.example/callback", CALLBACK],
      },
      null,
      2,
    ),
    /** RFC 7591 */
    registration: [
      `curl ${quoted(`${auth}/oauth/register`)}`,
      `  -H ${quoted("Content-Type: application/json")}`,
      `  -d ${quoted(JSON.stringify(metadata, null, 2))}`,
    ].join(" \\\n"),
    /** Makes a PKCE pair (RFC 7636) and prints the authorization URL. */
    authorization: [
      "VERIFIER=$(openssl rand -hex 32)",
      "STATE=$(openssl rand -hex 16)",
      `CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d =)`,
      `echo "${auth}/oauth/authorize?response_type=code&client_id=$CLIENT_ID&redirect_uri=${encoded(CALLBACK)}&scope=account:read&resource=${encoded(base)}&state=$STATE&code_challenge=$CHALLENGE&code_challenge_method=S256"`,
    ].join("\n"),
    codeExchange: form(`${auth}/oauth/token`, [
      "grant_type=authorization_code",
      "client_id=$CLIENT_ID",
      `redirect_uri=${CALLBACK}`,
      "code=$CODE",
      "code_verifier=$VERIFIER",
    ]),
    refreshing: form(`${auth}/oauth/token`, [
      "grant_type=refresh_token",
      "client_id=$CLIENT_ID",
      "refresh_token=$REFRESH_TOKEN",
    ]),
    /** RFC 7009 */
    revoking: form(`${auth}/oauth/revoke`, ["client_id=$CLIENT_ID", "token=$REFRESH_TOKEN"]),
  };
}

function form(address: string, fields: string[]): string {
  return [`curl ${quoted(address)}`, ...fields.map((field) => `  --data-urlencode "${field}"`)].join(" \\\n");
}
