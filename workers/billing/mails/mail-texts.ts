import type { ActionOperation } from "../../../shared/billing-actions.ts";
import type { Language } from "../../../shared/language.ts";
import { french } from "../../../shared/pages/french-typography.ts";

const notYou =
  "If nobody of yours asked for it, disconnect what you do not know under Connected assistants and change your password, then write to us.";

/** What was ordered, as a subject begins: "Registration of …". */
const what: Record<ActionOperation, (subject: string) => string> = {
  orderDomain: (name) => `Domain name ${name}`,
  orderPlan: (plan) => `Plan ${plan}`,
  renewDomain: (name) => `Renewal of ${name}`,
  changePlan: (plan) => `Change to the plan ${plan}`,
  cancelService: (service) => `Cancellation of ${service}`,
  transferDomainOut: (name) => `Transfer of ${name} away`,
};

const en = {
  transferCode: {
    subject: (domain: string) => `Transfer code of ${domain}`,
    opening: (domain: string) =>
      `The transfer of ${domain} to another registrar was prepared: the name is unlocked, and this is its transfer code. It is sent to you alone, and it is kept nowhere else.`,
    code: "Transfer code:",
    next: "Give it to the new registrar, and to nobody else: whoever has it can take the name with them.",
    notYou: `If you do not want the transfer, lock the name again. ${notYou}`,
  },
  unlocked: {
    subject: (domain: string) => `${domain} was unlocked`,
    opening: (domain: string) => `The domain name ${domain} was unlocked: it can now be transferred with its code.`,
    notYou: `If it should stay, lock it again. ${notYou}`,
  },
  nameserversChanged: {
    subject: (domain: string) => `The nameservers of ${domain} were changed`,
    opening: (domain: string) =>
      `The nameservers of the domain name ${domain} were changed. Within a day or two its site and its e-mail are where these servers say.`,
    now: "From now on:",
    notYou,
  },
  orderPlaced: {
    what,
    subject: (what: string, orderId: number) => `Order ${orderId}: ${what}`,
    opening: (what: string, orderId: number) => `We have your order ${orderId}. ${what}.`,
    toPay: (number: string, amount: string, due: string) =>
      `The invoice ${number} is to be paid in the client area: ${amount}, taxes included, due on ${due}. What was ordered is done once it is paid.`,
    nothingDue: "There is nothing to pay.",
    notYou: "If nobody of yours ordered this, leave the invoice unpaid and write to us.",
    notYouFree: "If nobody of yours ordered this, write to us.",
  },
  orderRefused: {
    subject: {
      register: (name: string, orderId: number) => `Order ${orderId}: ${name} could not be registered`,
      transfer: (name: string, orderId: number) => `Order ${orderId}: ${name} could not be transferred to us`,
      renew_domain: (name: string, orderId: number) => `Order ${orderId}: ${name} could not be renewed`,
    },
    opening: {
      register: (name: string, orderId: number) =>
        `Your order ${orderId} was paid, but the domain name ${name} could not be registered.`,
      transfer: (name: string, orderId: number) =>
        `Your order ${orderId} was paid, but the domain name ${name} could not be transferred to us. It stays where it is.`,
      renew_domain: (name: string, orderId: number) =>
        `Your order ${orderId} was paid, but the domain name ${name} could not be renewed. Its end stays as it was.`,
    },
    reason: (reason: string) => `The reason that was given: ${reason}`,
    credited: (amount: string) =>
      `What you paid, ${amount}, came back as credit of the account. The next invoice that you pay uses it first.`,
    nothingPaid: "There was nothing to pay, so nothing had to come back.",
    next: {
      register: "You can order another name.",
      transfer:
        "Once the reason is gone, for instance with the right code or with the name unlocked where it is now, you can order the transfer again.",
      renew_domain: "Write to us before the name ends, so that it is not lost.",
    },
  },
  codesGuessed: {
    subject: "Somebody seems to have your password",
    opening: (at: string) =>
      `Ten wrong codes in a row were entered for your sign-in, the last one on ${at} (UTC). Codes are asked for only after your password, so whoever entered them has it. Nobody was let in.`,
    wait: "From now on there is a wait after every wrong code, twice as long each time, up to a day. Your own code works again once the wait is over; what is connected to your account goes on working.",
    ifYou:
      "If it was you: see that the clock of the device with your authenticator application is right, and wait for the next code.",
    ifNotYou: "If it was not you: change your password, here and wherever else you use it, then write to us.",
  },
};

const pasVous =
  "Si personne chez vous ne l’a demandé, déconnectez ce que vous ne connaissez pas sous Assistants connectés, changez votre mot de passe, puis écrivez-nous.";

const fr: typeof en = french({
  transferCode: {
    subject: (domain) => `Code de transfert de ${domain}`,
    opening: (domain) =>
      `Le transfert de ${domain} vers un autre bureau d’enregistrement a été préparé : le nom est déverrouillé, et voici son code de transfert. Il n’est envoyé qu’à vous et n’est conservé nulle part ailleurs.`,
    code: "Code de transfert :",
    next: "Donnez-le au nouveau bureau d’enregistrement, et à personne d’autre : qui le détient peut emporter le nom.",
    notYou: `Si vous ne voulez pas de ce transfert, verrouillez le nom de nouveau. ${pasVous}`,
  },
  unlocked: {
    subject: (domain) => `${domain} a été déverrouillé`,
    opening: (domain) =>
      `Le nom de domaine ${domain} a été déverrouillé : il peut maintenant être transféré avec son code.`,
    notYou: `Si vous voulez le garder chez nous, verrouillez-le de nouveau. ${pasVous}`,
  },
  nameserversChanged: {
    subject: (domain) => `Les serveurs de noms de ${domain} ont été modifiés`,
    opening: (domain) =>
      `Les serveurs de noms du nom de domaine ${domain} ont été modifiés. D’ici un jour ou deux, son site et son courriel suivront les indications de ces serveurs.`,
    now: "Désormais :",
    notYou: pasVous,
  },
  orderPlaced: {
    what: {
      orderDomain: (name) => `Nom de domaine ${name}`,
      orderPlan: (plan) => `Forfait ${plan}`,
      renewDomain: (name) => `Renouvellement de ${name}`,
      changePlan: (plan) => `Passage au forfait ${plan}`,
      cancelService: (service) => `Résiliation de ${service}`,
      transferDomainOut: (name) => `Transfert sortant de ${name}`,
    },
    subject: (what, orderId) => `Commande ${orderId} : ${what}`,
    opening: (what, orderId) => `Nous avons bien reçu votre commande ${orderId}. ${what}.`,
    toPay: (number, amount, due) =>
      `La facture ${number} est à payer dans l’espace client : ${amount}, taxes comprises, échéance le ${due}. La commande sera exécutée une fois la facture payée.`,
    nothingDue: "Il n’y a rien à payer.",
    notYou: "Si personne chez vous n’a passé cette commande, laissez la facture impayée et écrivez-nous.",
    notYouFree: "Si personne chez vous n’a passé cette commande, écrivez-nous.",
  },
  orderRefused: {
    subject: {
      register: (name, orderId) => `Commande ${orderId} : ${name} n’a pas pu être enregistré`,
      transfer: (name, orderId) => `Commande ${orderId} : ${name} n’a pas pu être transféré chez nous`,
      renew_domain: (name, orderId) => `Commande ${orderId} : ${name} n’a pas pu être renouvelé`,
    },
    opening: {
      register: (name, orderId) =>
        `Votre commande ${orderId} a été payée, mais le nom de domaine ${name} n’a pas pu être enregistré.`,
      transfer: (name, orderId) =>
        `Votre commande ${orderId} a été payée, mais le nom de domaine ${name} n’a pas pu être transféré chez nous. Il reste où il est.`,
      renew_domain: (name, orderId) =>
        `Votre commande ${orderId} a été payée, mais le nom de domaine ${name} n’a pas pu être renouvelé. Son échéance reste la même.`,
    },
    reason: (reason) => `Motif indiqué : ${reason}`,
    credited: (amount) =>
      `Le montant payé, ${amount}, a été porté au crédit de votre compte. Il servira en premier au prochain paiement.`,
    nothingPaid: "Il n’y avait rien à payer, donc rien à rembourser.",
    next: {
      register: "Vous pouvez commander un autre nom.",
      transfer:
        "Une fois le problème réglé, par exemple avec le bon code ou le nom déverrouillé là où il se trouve, vous pouvez commander le transfert de nouveau.",
      renew_domain: "Écrivez-nous avant l’échéance du nom, pour qu’il ne soit pas perdu.",
    },
  },
  codesGuessed: {
    subject: "Quelqu’un semble avoir votre mot de passe",
    opening: (at) =>
      `Dix codes erronés de suite ont été entrés pour votre connexion, le dernier le ${at} (UTC). Un code n’est demandé qu’après votre mot de passe : qui les a entrés le connaît donc. Personne n’a pu entrer.`,
    wait: "Désormais, chaque code erroné est suivi d’un délai, deux fois plus long chaque fois, jusqu’à un jour. Votre propre code sera de nouveau accepté une fois le délai écoulé ; ce qui est connecté à votre compte continue de fonctionner.",
    ifYou:
      "Si c’était vous : vérifiez que l’appareil qui porte votre application d’authentification est à l’heure, puis attendez le code suivant.",
    ifNotYou:
      "Si ce n’était pas vous : changez votre mot de passe, ici et partout où vous l’utilisez, puis écrivez-nous.",
  },
});

export const mailTexts: Record<Language, typeof en> = { en, fr };
