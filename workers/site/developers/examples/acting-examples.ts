import { quoted } from "./curl-examples.ts";

/** The request function of the examples: prints an answer, or reports a refusal and fails. */
const ASK = [
  "ask() {",
  '  answer=$(curl -s --fail-with-body -H "Authorization: Bearer $TOKEN" "$@") && echo "$answer" && return',
  '  echo "$answer" | jq -r \'"refused: \\(.code): \\(.detail)"\' >&2',
  "  return 1",
  "}",
];
const SEND = 'ask -H "Content-Type: application/json" -H "Idempotency-Key: $KEY"';
const NEW_KEY = "KEY=$(openssl rand -hex 16)";

/**
 * An assistant registers a domain: quotes, shows the price, orders, and reports what is to be paid.
 * @param base {base_url}
 */
export function registeringAName(base: string): string {
  return script(base, "name=free-garden.com", [
    `quote=$(ask "$api/orders/domain?domain=$name") &&`,
    `  echo "$quote" | jq '{available, price, fields, terms, note}'`,
    "",
    "# Once the customer has agreed to the price and the terms:",
    NEW_KEY,
    `order=$(echo "$quote" | jq '{domain, accept_terms: .terms.version, expected_price: .price.amount}' |`,
    `  ${SEND} "$api/orders/domain" -d @-) &&`,
    `  id=$(echo "$order" | jq .order_id) && echo "$order" | jq '.action_required'`,
    "",
    "# To be paid by the customer at action_required.url; what has become of it, then and later:",
    `ask "$api/orders/$id" | jq -r '"order \\(.order_id): \\(.status). \\(.next)"'`,
  ]);
}

/** An assistant renews a domain at the price that the customer was told. */
export function renewingAName(base: string): string {
  return script(base, "name=studio-ana.ca", [
    `price=$(ask "$api/domains?domain=$name" | jq '.domains[0].renewal_price') &&`,
    `  echo "One more year of $name costs $price, without taxes."`,
    "",
    "# Once the customer has agreed to it:",
    NEW_KEY,
    `renewal=$(${SEND} "$api/domains/$name/renew" -d "{\\"years\\": 1, \\"expected_price\\": $price}") &&`,
    `  echo "$renewal" | jq '.action_required'`,
    "",
    "# The invoice that the customer pays for it:",
    `echo "$renewal" | jq -r '.invoice | "invoice \\(.id): \\(.status), \\(.total)"'`,
  ]);
}

/** An assistant cancels a service: reads the consequences, and confirms exactly those. */
export function cancellingAService(base: string): string {
  return script(base, "id=2101", [
    `statement=$(ask "$api/services/$id/cancellation?when=end_of_period") &&`,
    `  echo "$statement" | jq '{effective_on, consequences}'`,
    "",
    "# Once the customer still wants it, within 15 minutes:",
    NEW_KEY,
    `echo "$statement" | jq '{when, confirm}' |`,
    `  ${SEND} "$api/services/$id/cancellation" -d @- | jq '{done, effective_on}'`,
    "",
    "# It runs until that day, and says so:",
    `ask "$api/services" | jq ".services[] | select(.id == $id) | {plan, status, cancellation}"`,
  ]);
}

function script(base: string, variables: string, lines: string[]): string {
  return [`api=${quoted(`${base}/account`)} ${variables}`, ...ASK, "", ...lines].join("\n");
}
