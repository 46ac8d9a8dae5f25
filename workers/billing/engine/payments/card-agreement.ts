import type { Text } from "../../../../shared/platform/language.ts";

/**
 * The agreement that customers accept when they save a card. If you change the text, also change the version. Rows of
 * `saved_cards` store the version that the customer accepted.
 */
export const CARD_AGREEMENT: { version: string; text: Text } = {
  version: "2026-11-29",
  text: {
    en: "You may charge this card for automatic renewals: of my plans, and of my domain names with auto-renewal on. You mail me each invoice first, and charge it 3 days before it is due, but on the day after the mail at the earliest. If the charge fails, you try again on the due date and 3 days later. If a renewal that you charged cannot be made, the money becomes account credit, and you send it back if I ask. A connected assistant that I let order may switch auto-renewal on, and you mail me when it does. I can remove the card at any time.",
    fr: "Vous pouvez débiter cette carte pour les renouvellements automatiques : ceux de mes forfaits, et ceux de mes noms de domaine dont le renouvellement automatique est activé. Vous m’envoyez d’abord chaque facture par courriel, et débitez ma carte 3 jours avant l’échéance, mais au plus tôt le lendemain du courriel. Si le débit échoue, vous réessayez le jour de l’échéance et 3 jours plus tard. Si un renouvellement débité ne peut pas être effectué, la somme devient un crédit de mon compte, et vous me la remboursez si je le demande. Un assistant connecté que j’autorise à commander peut activer le renouvellement automatique, et vous m’écrivez lorsqu’il le fait. Je peux retirer la carte à tout moment.",
  },
};
