import { byLanguage } from "../pages/french-typography.ts";

export const domainMailTexts = byLanguage({
  /** What to do about a change that nobody of the account asked for. */
  notYou: {
    text: {
      en: "If nobody of yours asked for it, disconnect what you do not know under Connected assistants and change your password, then write to us.",
      fr: "Si personne chez vous ne l’a demandé, déconnectez ce que vous ne connaissez pas sous Assistants connectés, changez votre mot de passe, puis écrivez-nous.",
    },
    changePassword: { en: "Change your password", fr: "Changer votre mot de passe" },
  },
  open: {
    domain: (domain: string) => ({ en: `Open ${domain}`, fr: `Ouvrir ${domain}` }),
    service: { en: "Open the service", fr: "Ouvrir le service" },
  },
  transferCode: {
    subject: (domain: string) => ({ en: `Transfer code of ${domain}`, fr: `Code de transfert de ${domain}` }),
    opening: (domain: string) => ({
      en: `The transfer of ${domain} to another registrar was prepared: the name is unlocked, and this is its transfer code. It is sent to you alone, and it is kept nowhere else.`,
      fr: `Le transfert de ${domain} vers un autre bureau d’enregistrement a été préparé : le nom est déverrouillé, et voici son code de transfert. Il n’est envoyé qu’à vous et n’est conservé nulle part ailleurs.`,
    }),
    code: { en: "Transfer code:", fr: "Code de transfert :" },
    keep: {
      en: "Give it to the new registrar, and to nobody else: whoever has it can take the name with them.",
      fr: "Donnez-le au nouveau bureau d’enregistrement, et à personne d’autre : qui le détient peut emporter le nom.",
    },
    next: {
      en: "If you do not want the transfer, lock the name again.",
      fr: "Si vous ne voulez pas de ce transfert, verrouillez le nom de nouveau.",
    },
  },
  unlocked: {
    subject: (domain: string) => ({ en: `${domain} was unlocked`, fr: `${domain} a été déverrouillé` }),
    opening: (domain: string) => ({
      en: `The domain name ${domain} was unlocked: it can now be transferred with its code.`,
      fr: `Le nom de domaine ${domain} a été déverrouillé : il peut maintenant être transféré avec son code.`,
    }),
    next: {
      en: "If you want to keep it with us, lock it again.",
      fr: "Si vous voulez le garder chez nous, verrouillez-le de nouveau.",
    },
  },
  nameserversChanged: {
    subject: (domain: string) => ({
      en: `The nameservers of ${domain} were changed`,
      fr: `Les serveurs de noms de ${domain} ont été modifiés`,
    }),
    opening: (domain: string) => ({
      en: `The nameservers of the domain name ${domain} were changed. Within a day or two its site and its e-mail follow what these servers say.`,
      fr: `Les serveurs de noms du nom de domaine ${domain} ont été modifiés. D’ici un jour ou deux, son site et son courriel suivront les indications de ces serveurs.`,
    }),
    now: { en: "From now on:", fr: "Désormais :" },
    before: { en: "Before:", fr: "Auparavant :" },
    noneBefore: { en: "Before, it had none.", fr: "Auparavant, il n’en avait aucun." },
    unknownBefore: {
      en: "Its registrar did not say which it had before.",
      fr: "Son bureau d’enregistrement n’a pas dit lesquels il avait auparavant.",
    },
    setBack: {
      en: "To set the servers of before again, copy them to the page of the name in the client area.",
      fr: "Pour rétablir les serveurs précédents, recopiez-les sur la page du nom, dans l’espace client.",
    },
  },
  autoRenewOff: {
    subject: (domain: string) => ({
      en: `${domain} no longer renews by itself`,
      fr: `${domain} ne se renouvelle plus automatiquement`,
    }),
    opening: (domain: string) => ({
      en: `The automatic renewal of the domain name ${domain} was switched off.`,
      fr: `Le renouvellement automatique du nom de domaine ${domain} a été désactivé.`,
    }),
    expires: (day: string) => ({
      en: `The name ends on ${day} unless it is renewed before: its site and its e-mail would stop, and somebody else could take it.`,
      fr: `Le nom prend fin le ${day} s’il n’est pas renouvelé avant : son site et son courriel s’arrêteraient, et quelqu’un d’autre pourrait le prendre.`,
    }),
    next: {
      en: "If it should go on, switch its automatic renewal on again.",
      fr: "S’il doit continuer, réactivez son renouvellement automatique.",
    },
  },
  autoRenewOn: {
    subject: (domain: string) => ({
      en: `${domain} now renews automatically`,
      fr: `${domain} se renouvelle désormais automatiquement`,
    }),
    opening: (domain: string) => ({
      en: `A connected application switched on the automatic renewal of the domain name ${domain}. Each renewal is invoiced, and charged to your card if you have saved one.`,
      fr: `Une application connectée a activé le renouvellement automatique du nom de domaine ${domain}. Chaque renouvellement est facturé, et votre carte est débitée si vous en avez enregistré une.`,
    }),
    next: {
      en: "If you do not want it, switch its automatic renewal off.",
      fr: "Si vous n’en voulez pas, désactivez son renouvellement automatique.",
    },
  },
  zoneChanged: {
    subject: (domain: string) => ({
      en: `DNS records of ${domain} were changed`,
      fr: `Des enregistrements DNS de ${domain} ont été modifiés`,
    }),
    opening: (domain: string) => ({
      en: `Records in the DNS zone ${domain} were changed. Where its site and its e-mail lead may follow from that, and so may what others take for a proof that the name is yours.`,
      fr: `Des enregistrements de la zone DNS ${domain} ont été modifiés. Vers où mènent son site et son courriel peut en dépendre, tout comme ce que d’autres tiennent pour une preuve que le nom est à vous.`,
    }),
    removed: { en: "Removed:", fr: "Retirés :" },
    added: { en: "Added:", fr: "Ajoutés :" },
    setBack: {
      en: "To change it back, remove what was added and add what was removed, in the control panel of the service, which its page in the client area leads to.",
      fr: "Pour revenir en arrière, retirez ce qui a été ajouté et ajoutez ce qui a été retiré, dans le panneau de contrôle du service, auquel mène sa page de l’espace client.",
    },
  },
});
