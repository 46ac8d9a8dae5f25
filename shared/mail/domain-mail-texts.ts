import { byLanguage } from "../pages/french-typography.ts";

export const domainMailTexts = byLanguage({
  /** The steps for a customer who did not request the change. */
  notYou: {
    text: {
      en: "If no one at your company requested it, disconnect unknown applications under Connected assistants and change your password. Then write to us.",
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
      en: `The transfer of ${domain} to another registrar is prepared: the name is unlocked, and this is its transfer code. We send it only to you and keep no copy.`,
      fr: `Le transfert de ${domain} vers un autre bureau d’enregistrement a été préparé : le nom est déverrouillé, et voici son code de transfert. Il n’est envoyé qu’à vous et n’est conservé nulle part ailleurs.`,
    }),
    code: { en: "Transfer code:", fr: "Code de transfert :" },
    keep: {
      en: "Give it only to the new registrar: anyone who has it can transfer the name away.",
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
      en: `The domain name ${domain} was unlocked. It can now be transferred with its code.`,
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
      en: `The nameservers of the domain name ${domain} were changed. Its site and e-mail follow these servers within a day or two.`,
      fr: `Les serveurs de noms du nom de domaine ${domain} ont été modifiés. D’ici un jour ou deux, son site et son courriel suivront les indications de ces serveurs.`,
    }),
    now: { en: "From now on:", fr: "Désormais :" },
    before: { en: "Before:", fr: "Auparavant :" },
    noneBefore: { en: "It had none before.", fr: "Auparavant, il n’en avait aucun." },
    unknownBefore: {
      en: "Its registrar did not give the previous ones.",
      fr: "Son bureau d’enregistrement n’a pas dit lesquels il avait auparavant.",
    },
    setBack: {
      en: "To restore the previous servers, copy them to the name’s page in the client area.",
      fr: "Pour rétablir les serveurs précédents, recopiez-les sur la page du nom, dans l’espace client.",
    },
  },
  autoRenewOff: {
    subject: (domain: string) => ({
      en: `${domain} no longer renews automatically`,
      fr: `${domain} ne se renouvelle plus automatiquement`,
    }),
    opening: (domain: string) => ({
      en: `Automatic renewal of the domain name ${domain} was switched off.`,
      fr: `Le renouvellement automatique du nom de domaine ${domain} a été désactivé.`,
    }),
    expires: (day: string) => ({
      en: `The name expires on ${day} unless you renew it. Its site and e-mail would stop, and somebody else could register it.`,
      fr: `Le nom prend fin le ${day} s’il n’est pas renouvelé avant : son site et son courriel s’arrêteraient, et quelqu’un d’autre pourrait le prendre.`,
    }),
    next: {
      en: "If you want to keep it, switch its automatic renewal on again.",
      fr: "S’il doit continuer, réactivez son renouvellement automatique.",
    },
  },
  autoRenewOn: {
    subject: (domain: string) => ({
      en: `${domain} now renews automatically`,
      fr: `${domain} se renouvelle désormais automatiquement`,
    }),
    opening: (domain: string) => ({
      en: `A connected application switched on automatic renewal of the domain name ${domain}. We invoice each renewal and charge it to your saved card, if you have one.`,
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
      en: `Records in the DNS zone ${domain} were changed. They can decide where its site and e-mail point, and can prove to others who controls the domain.`,
      fr: `Des enregistrements de la zone DNS ${domain} ont été modifiés. Ces enregistrements peuvent déterminer où mènent son site et son courriel, et prouver à des tiers qui contrôle le nom.`,
    }),
    removed: { en: "Removed:", fr: "Retirés :" },
    added: { en: "Added:", fr: "Ajoutés :" },
    setBack: {
      en: "To undo it, remove the added records and add the removed ones, in the service’s control panel. The service’s page in the client area links to it.",
      fr: "Pour revenir en arrière, retirez les enregistrements ajoutés et remettez ceux qui ont été retirés, dans le panneau de contrôle du service. La page du service dans l’espace client y mène.",
    },
  },
});
