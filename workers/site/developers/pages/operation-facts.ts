import { ORDER_POLICY, REQUEST_POLICY } from "../../../../shared/account-access/rate-policies.ts";
import type { LimitEffect } from "../../../../shared/api/definition/operation.ts";
import { APPROVAL_EXAMPLE } from "../../../../shared/api/openapi/described-examples.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { Language, Text } from "../../../../shared/platform/language.ts";
import type { Block, Line } from "../content/blocks.ts";
import { linked } from "../content/read-guide.ts";
import type { DescribedOperation } from "../page-data.ts";

/** Returns a table with one row for each fact about an operation, such as its scopes, rate limit and retry rule. */
export function operationFacts(operation: DescribedOperation, language: Language): Block {
  const { scopes, permissions, limitEffect, takesKey, tool } = operation;
  const words = texts[language];
  const repeated = takesKey ? "POST" : operation.method;
  const rows: [term: string, text: string | false][] = [
    [words.scopes, scopes ? codes(scopes) : words.anyone],
    [words.permission, permissions.length > 0 && codes(permissions)],
    [words.limitedConnections, limitEffect !== null && words.limited[limitEffect]],
    [words.limit, limitOf(operation, words)],
    [words.approval, scopes !== null && (needsApproval(operation) ? words.ifCustomerAsked : words.never)],
    [words.repeat, words.repeated[repeated as keyof typeof words.repeated]],
    [words.caching, operation.isKept ? words.kept : words.notKept],
    [words.tool, tool === null ? words.none : `\`${tool}\``],
  ];
  return {
    kind: "definitions",
    rows: rows.flatMap(([term, text]): { term: Line; line: Line }[] =>
      text === false ? [] : [{ term, line: linked(text) }],
    ),
  };
}

function codes(names: string[]): string {
  return names.map((name) => `\`${name}\``).join(" ");
}

function needsApproval({ problems }: DescribedOperation): boolean {
  return problems.some(({ name }) => name === APPROVAL_EXAMPLE);
}

function limitOf({ api, hourlyLimit, isLimited }: DescribedOperation, words: (typeof texts)[Language]): string {
  if (!isLimited) return words.none;
  if (api === "catalogue") return words.checks;
  return hourlyLimit === null ? words.requests : `${words[hourlyLimit]} ${words.requests}`;
}

const texts = byLanguage({
  scopes: { en: "Scopes", fr: "Portées" },
  anyone: { en: "None: it takes no key", fr: "Aucune : sans clé" },
  permission: { en: "Customer permission", fr: "Permission de la personne" },
  limitedConnections: { en: "Limited connections", fr: "Connexions limitées" },
  limited: {
    whole: { en: "Works, unchanged", fr: "Fonctionne, inchangée" },
    filtered: { en: "Returns what is within the limit", fr: "Donne ce qui est dans la limite" },
    item: { en: "Works for the item within the limit", fr: "Fonctionne pour l’élément dans la limite" },
    outside: { en: "Not available", fr: "Non disponible" },
  } satisfies Record<LimitEffect, Text>,
  limit: { en: "Rate limit", fr: "Limite d’appels" },
  checks: {
    en: "[30 domain checks in ten minutes](/developers/limits#rates) for a network address",
    fr: "[30 vérifications de noms en dix minutes](/developers/limits#rates) par adresse réseau",
  },
  requests: {
    en: `[${REQUEST_POLICY.quota} requests in ${REQUEST_POLICY.windowSeconds} seconds](/developers/limits#rates) for a connection.`,
    fr: `[${REQUEST_POLICY.quota} requêtes en ${REQUEST_POLICY.windowSeconds} secondes](/developers/limits#rates) par connexion.`,
  },
  orders: {
    en: `${ORDER_POLICY.quota} actions an hour for an account.`,
    fr: `${ORDER_POLICY.quota} actions par heure et par compte.`,
  },
  settings: {
    en: "60 settings an hour for an account, unless `RateLimit-Policy` gives another number.",
    fr: "60 réglages par heure et par compte, sauf si `RateLimit-Policy` donne un autre nombre.",
  },
  approval: { en: "Approval", fr: "Accord" },
  ifCustomerAsked: {
    en: "[If the customer asked for it](/developers/acting#approval)",
    fr: "[Si la personne l’a demandé](/developers/acting#approval)",
  },
  never: { en: "Not needed", fr: "Inutile" },
  repeat: { en: "Safe to repeat", fr: "Répétable sans risque" },
  repeated: {
    GET: { en: "Yes: it changes nothing", fr: "Oui : elle ne modifie rien" },
    POST: { en: "Yes, with the same `Idempotency-Key`", fr: "Oui, avec la même `Idempotency-Key`" },
    PUT: { en: "Yes: setting it twice changes nothing", fr: "Oui : fixer deux fois la même valeur ne change rien" },
    PATCH: { en: "Yes, with the same `revision`", fr: "Oui, avec la même `revision`" },
  },
  caching: { en: "Caching", fr: "Mise en cache" },
  kept: { en: "`Cache-Control` and `ETag`", fr: "`Cache-Control` et `ETag`" },
  notKept: { en: "None", fr: "Aucune" },
  tool: { en: "MCP tool", fr: "Outil MCP" },
  none: { en: "None", fr: "Aucun" },
});
