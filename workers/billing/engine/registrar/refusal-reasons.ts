import type { Text } from "../../../../shared/platform/language.ts";

/**
 * The adapter's own reasons for a refusal. Orders store the English text. The registrar's own reasons are stored
 * unchanged.
 */
export const REASONS = {
  notHere: {
    en: "The name is not registered through this registrar.",
    fr: "Le nom n’est pas enregistré auprès de ce bureau d’enregistrement.",
  },
  specialPrice: { en: "The name is sold at a special price.", fr: "Le nom est vendu à un prix spécial." },
  noPrice: {
    en: "The registrar does not sell this now.",
    fr: "Le bureau d’enregistrement ne le vend pas actuellement.",
  },
  needsCode: {
    en: "The registrar transfers no names without a transfer code.",
    fr: "Le bureau d’enregistrement ne transfère aucun nom sans code de transfert.",
  },
  failed: { en: "The transfer has failed.", fr: "Le transfert a échoué." },
  rejected: {
    en: "The registrar that has the name rejected the transfer.",
    fr: "Le bureau d’enregistrement actuel du nom a refusé le transfert.",
  },
  cancelled: { en: "The transfer was cancelled.", fr: "Le transfert a été annulé." },
  wrongCode: {
    en: "The transfer code does not belong to this domain name.",
    fr: "Le code de transfert n’est pas celui du nom.",
  },
} as const satisfies Record<string, Text>;
