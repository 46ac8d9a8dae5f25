import { bilingual } from "../pages/french-typography.ts";
import type { Text } from "../platform/language.ts";

/** What to do about a change that nobody of the account asked for. */
export const NOT_YOU: Text = {
  en: "If nobody of yours asked for it, disconnect what you do not know under Connected assistants and change your password, then write to us.",
  fr: "Si personne chez vous ne l’a demandé, déconnectez ce que vous ne connaissez pas sous Assistants connectés, changez votre mot de passe, puis écrivez-nous.",
};

const en = {
  transferCode: {
    subject: (domain: string) => `Transfer code of ${domain}`,
    opening: (domain: string) =>
      `The transfer of ${domain} to another registrar was prepared: the name is unlocked, and this is its transfer code. It is sent to you alone, and it is kept nowhere else.`,
    code: "Transfer code:",
    next: "Give it to the new registrar, and to nobody else: whoever has it can take the name with them.",
    notYou: `If you do not want the transfer, lock the name again. ${NOT_YOU.en}`,
  },
  unlocked: {
    subject: (domain: string) => `${domain} was unlocked`,
    opening: (domain: string) => `The domain name ${domain} was unlocked: it can now be transferred with its code.`,
    notYou: `If you want to keep it with us, lock it again. ${NOT_YOU.en}`,
  },
  nameserversChanged: {
    subject: (domain: string) => `The nameservers of ${domain} were changed`,
    opening: (domain: string) =>
      `The nameservers of the domain name ${domain} were changed. Within a day or two its site and its e-mail follow what these servers say.`,
    now: "From now on:",
    before: "Before:",
    noneBefore: "Before, it had none.",
    unknownBefore: "Its registrar did not say which it had before.",
    setBack: "To set the servers of before again, copy them to the page of the name in the client area.",
    notYou: NOT_YOU.en,
  },
  autoRenewOff: {
    subject: (domain: string) => `${domain} no longer renews by itself`,
    opening: (domain: string) => `The automatic renewal of the domain name ${domain} was switched off.`,
    expires: (day: string) =>
      `The name ends on ${day} unless it is renewed before: its site and its e-mail would stop, and somebody else could take it.`,
    notYou: `If it should go on, switch its automatic renewal on again. ${NOT_YOU.en}`,
  },
  zoneChanged: {
    subject: (domain: string) => `DNS records of ${domain} were changed`,
    opening: (domain: string) =>
      `Records in the DNS zone ${domain} were changed. Where its site and its e-mail lead may follow from that, and so may what others take for a proof that the name is yours.`,
    removed: "Removed:",
    added: "Added:",
    setBack:
      "To change it back, remove what was added and add what was removed, in the control panel of the service, which its page in the client area leads to.",
    notYou: NOT_YOU.en,
  },
};

const fr: typeof en = {
  transferCode: {
    subject: (domain) => `Code de transfert de ${domain}`,
    opening: (domain) =>
      `Le transfert de ${domain} vers un autre bureau d’enregistrement a été préparé : le nom est déverrouillé, et voici son code de transfert. Il n’est envoyé qu’à vous et n’est conservé nulle part ailleurs.`,
    code: "Code de transfert :",
    next: "Donnez-le au nouveau bureau d’enregistrement, et à personne d’autre : qui le détient peut emporter le nom.",
    notYou: `Si vous ne voulez pas de ce transfert, verrouillez le nom de nouveau. ${NOT_YOU.fr}`,
  },
  unlocked: {
    subject: (domain) => `${domain} a été déverrouillé`,
    opening: (domain) =>
      `Le nom de domaine ${domain} a été déverrouillé : il peut maintenant être transféré avec son code.`,
    notYou: `Si vous voulez le garder chez nous, verrouillez-le de nouveau. ${NOT_YOU.fr}`,
  },
  nameserversChanged: {
    subject: (domain) => `Les serveurs de noms de ${domain} ont été modifiés`,
    opening: (domain) =>
      `Les serveurs de noms du nom de domaine ${domain} ont été modifiés. D’ici un jour ou deux, son site et son courriel suivront les indications de ces serveurs.`,
    now: "Désormais :",
    before: "Auparavant :",
    noneBefore: "Auparavant, il n’en avait aucun.",
    unknownBefore: "Son bureau d’enregistrement n’a pas dit lesquels il avait auparavant.",
    setBack: "Pour rétablir les serveurs précédents, recopiez-les sur la page du nom, dans l’espace client.",
    notYou: NOT_YOU.fr,
  },
  autoRenewOff: {
    subject: (domain) => `${domain} ne se renouvelle plus automatiquement`,
    opening: (domain) => `Le renouvellement automatique du nom de domaine ${domain} a été désactivé.`,
    expires: (day) =>
      `Le nom prend fin le ${day} s’il n’est pas renouvelé avant : son site et son courriel s’arrêteraient, et quelqu’un d’autre pourrait le prendre.`,
    notYou: `S’il doit continuer, réactivez son renouvellement automatique. ${NOT_YOU.fr}`,
  },
  zoneChanged: {
    subject: (domain) => `Des enregistrements DNS de ${domain} ont été modifiés`,
    opening: (domain) =>
      `Des enregistrements de la zone DNS ${domain} ont été modifiés. Vers où mènent son site et son courriel peut en dépendre, tout comme ce que d’autres tiennent pour une preuve que le nom est à vous.`,
    removed: "Retirés :",
    added: "Ajoutés :",
    setBack:
      "Pour revenir en arrière, retirez ce qui a été ajouté et ajoutez ce qui a été retiré, dans le panneau de contrôle du service, auquel mène sa page de l’espace client.",
    notYou: NOT_YOU.fr,
  },
};

export const domainMailTexts = bilingual(en, fr);
