import { french } from "../../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../../shared/platform/language.ts";

/** The forms for a name's lock and its auto-renewal, and where the rest is done. */
const en = {
  elsewhere: "A name is renewed by hand, and its transfer away prepared, through the API or a connected assistant.",
  lock: {
    title: "Transfer lock",
    on: "The name is locked: it cannot be transferred to another registrar.",
    off: "The name is unlocked: whoever has its code can transfer it to another registrar.",
    turnOn: "Lock the name",
    turnOff: "Unlock the name",
    doneOn: "The name is locked now.",
    doneOff: "The name is unlocked now. The owner of the account is mailed when a name is unlocked.",
  },
  autoRenew: {
    title: "Automatic renewal",
    on: "An invoice for the renewal is made before the name expires, and the name is renewed once that is paid.",
    off: "No renewal is invoiced by itself. A name that is not renewed expires: its site and its e-mail stop, and somebody else can take it.",
    turnOn: "Switch automatic renewal on",
    turnOff: "Switch automatic renewal off",
    doneOn: "Automatic renewal is on now.",
    doneOff: "Automatic renewal is off now. The owner of the account is mailed when it is switched off.",
  },
};

const fr: typeof en = french({
  elsewhere:
    "Le renouvellement manuel d’un nom et la préparation de son transfert ailleurs se font par l’API ou par un assistant connecté.",
  lock: {
    title: "Verrou de transfert",
    on: "Le nom est verrouillé : il ne peut pas être transféré vers un autre bureau d’enregistrement.",
    off: "Le nom est déverrouillé : qui détient son code peut le transférer vers un autre bureau d’enregistrement.",
    turnOn: "Verrouiller le nom",
    turnOff: "Déverrouiller le nom",
    doneOn: "Le nom est maintenant verrouillé.",
    doneOff:
      "Le nom est maintenant déverrouillé. Le titulaire du compte reçoit un courriel lorsqu’un nom est déverrouillé.",
  },
  autoRenew: {
    title: "Renouvellement automatique",
    on: "Une facture de renouvellement est établie avant l’échéance du nom, qui est renouvelé une fois cette facture payée.",
    off: "Aucun renouvellement n’est facturé automatiquement. Un nom qui n’est pas renouvelé expire : son site et son courriel s’arrêtent, et quelqu’un d’autre peut le prendre.",
    turnOn: "Activer le renouvellement automatique",
    turnOff: "Désactiver le renouvellement automatique",
    doneOn: "Le renouvellement automatique est maintenant activé.",
    doneOff:
      "Le renouvellement automatique est maintenant désactivé. Le titulaire du compte reçoit un courriel lorsqu’il est désactivé.",
  },
});

export const domainSettingTexts: Record<Language, typeof en> = { en, fr };
