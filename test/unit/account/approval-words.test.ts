import { expect, test } from "vitest";
import { commandDefinitions } from "../../../workers/account/acting-operations.ts";
import { describeApproval } from "../../../workers/account/approvals/approval-words.ts";
import type { ApprovalFact } from "../../../workers/account/approvals/quote-facts.ts";
import { SAMPLE_STATEMENTS } from "../../support/sample-approvals.ts";

type Sample = keyof typeof SAMPLE_STATEMENTS;

/** What the customer reads, a line each, with spaces that can be typed. */
const WRITTEN: Record<Sample, { en: string[]; fr: string[] }> = {
  orderDomain: {
    en: [
      "Register bücher.ca (xn--bcher-kva.ca) for 2 years",
      "Price before taxes: CA$35.98",
      "Afterwards: CA$18.99 every year, before taxes",
      "Auto-renewal: On: each renewal is invoiced before the name expires; it can be switched off once the name is there.",
      "The application tells the registry: Legal type: Canadian citizen / Trademark: https://evil.example <b>1</b> / Agreed: yes",
      "Terms accepted in your name: Version 2026-09-01+ca.2025-03-01 [Terms of service](https://maple.example/terms) [CIRA registrant agreement](https://cira.example/terms)",
      "Why you are asked: You chose to approve each order above CA$30.00 before taxes. The amount is per order.",
      "It makes an invoice, which only you can pay.",
    ],
    fr: [
      "Enregistrer bücher.ca (xn--bcher-kva.ca) pour 2 ans",
      "Prix avant taxes: 35,98 $ CA",
      "Ensuite: 18,99 $ CA chaque année, avant taxes",
      "Renouvellement automatique: Activé : chaque renouvellement est facturé avant l’expiration du nom ; il peut être désactivé une fois le nom en place.",
      "L’application indique au registre: Statut juridique : Citoyen canadien / Marque : https://evil.example <b>1</b> / Accord donné : oui",
      "Conditions acceptées en votre nom: Version 2026-09-01+ca.2025-03-01 [Conditions de service](https://maple.example/terms) [Contrat de titulaire de l’ACEI](https://cira.example/terms)",
      "Pourquoi votre accord est demandé: Vous avez choisi d’approuver chaque commande de plus de 30,00 $ CA avant taxes. Ce montant vaut par commande.",
      "Une facture sera établie, que vous seul pouvez payer.",
    ],
  },
  orderPlan: {
    en: [
      "Order the plan Web Pro",
      "For the site: shop.studio-ana.ca",
      "Billed: every year",
      "Promotion code: AUTUMN",
      "Price before taxes: CA$94.50, which pays for the first year",
      "In that price: Set-up fee: CA$5.00 / First-year discount of 50 %: −CA$89.50",
      "Afterwards: CA$179.00 every year, before taxes",
      "Terms accepted in your name: Version 2026-09-01 [Terms of service](https://maple.example/terms)",
      "Why you are asked: You chose to approve every order.",
      "It makes an invoice, which only you can pay.",
    ],
    fr: [
      "Commander le forfait Web Pro",
      "Pour le site: shop.studio-ana.ca",
      "Facturation: chaque année",
      "Code promotionnel: AUTUMN",
      "Prix avant taxes: 94,50 $ CA, qui couvrent la première année",
      "Compris dans ce prix: Frais de mise en service : 5,00 $ CA / Remise de 50 % la première année : −89,50 $ CA",
      "Ensuite: 179,00 $ CA chaque année, avant taxes",
      "Conditions acceptées en votre nom: Version 2026-09-01 [Conditions de service](https://maple.example/terms)",
      "Pourquoi votre accord est demandé: Vous avez choisi d’approuver chaque commande.",
      "Une facture sera établie, que vous seul pouvez payer.",
    ],
  },
  renewDomain: {
    en: [
      "Renew studio-ana.ca for 1 year",
      "Price before taxes: CA$17.99",
      "Term: Until 20 June 2027 now, until 20 June 2028 once it is renewed.",
      "Why you are asked: You chose to approve each order above CA$10.00 before taxes. The amount is per order.",
      "It makes an invoice, which only you can pay.",
    ],
    fr: [
      "Renouveler studio-ana.ca pour 1 an",
      "Prix avant taxes: 17,99 $ CA",
      "Durée: Jusqu’au 20 juin 2027 aujourd’hui, jusqu’au 20 juin 2028 une fois renouvelé.",
      "Pourquoi votre accord est demandé: Vous avez choisi d’approuver chaque commande de plus de 10,00 $ CA avant taxes. Ce montant vaut par commande.",
      "Une facture sera établie, que vous seul pouvez payer.",
    ],
  },
  changePlan: {
    en: [
      "Move Web Start (studio-ana.ca) to the plan Web Mini",
      "Credited to the account: CA$22.10",
      "Price before taxes: CA$0.00",
      "Afterwards: CA$59.00 every year, before taxes",
      "From: 22 November 2026",
      "A smaller plan can take away what the service has now.",
      "Nothing is to be paid for it now.",
    ],
    fr: [
      "Passer Web Start (studio-ana.ca) au forfait Web Mini",
      "Crédité au compte: 22,10 $ CA",
      "Prix avant taxes: 0,00 $ CA",
      "Ensuite: 59,00 $ CA chaque année, avant taxes",
      "À partir du: 22 novembre 2026",
      "Un forfait inférieur peut retirer au service ce dont il dispose maintenant.",
      "Rien n’est à payer pour cela maintenant.",
    ],
  },
  cancelService: {
    en: [
      "Cancel Web Start (studio-ana.ca)",
      "It ends: at once, on 22 November 2026",
      "The reason it gives: <b>Unused</b> since June",
      "Its files and mailboxes are deleted.",
      "Nothing is refunded.",
    ],
    fr: [
      "Résilier Web Start (studio-ana.ca)",
      "Fin: sur-le-champ, le 22 novembre 2026",
      "La raison indiquée: <b>Unused</b> since June",
      "Ses fichiers et ses boîtes de courriel sont supprimés.",
      "Rien n’est remboursé.",
    ],
  },
  transferDomainOut: {
    en: [
      "Prepare the transfer of studio-ana.ca to another registrar",
      "Unlocks a name and has its transfer code e-mailed to the account’s owner or, by some registrars, to the name’s registrant.",
    ],
    fr: [
      "Préparer le transfert de studio-ana.ca vers un autre bureau d’enregistrement",
      "Déverrouille un nom et fait envoyer son code de transfert par courriel au titulaire du compte ou, par certains bureaux d’enregistrement, au titulaire du nom.",
    ],
  },
  setDomainNameservers: {
    en: [
      "Change the nameservers of studio-ana.ca",
      "Now: ns1.maple.example / ns2.maple.example",
      "Afterwards: ns1.other.example / ns2.other.example",
      "Decides where a name’s website and e-mail lead; a mistake takes them offline.",
    ],
    fr: [
      "Changer les serveurs de noms de studio-ana.ca",
      "Maintenant: ns1.maple.example / ns2.maple.example",
      "Ensuite: ns1.other.example / ns2.other.example",
      "Détermine vers quels serveurs pointent le site et le courriel d’un nom ; une erreur les met hors ligne.",
    ],
  },
  setDomainLock: {
    en: ["Unlock studio-ana.ca", "An unlocked name can be transferred away."],
    fr: ["Déverrouiller studio-ana.ca", "Un nom déverrouillé peut être transféré ailleurs."],
  },
  changeDnsZone: {
    en: [
      "Change DNS records of studio-ana.ca",
      "Removed (1): www.studio-ana.ca 3600 A 192.0.2.80",
      'Added (1): studio-ana.ca 300 TXT "prove=\\"<it>\\"" "twice"',
      "Decides where a name’s website and e-mail lead; TXT records prove control of the name to third parties.",
    ],
    fr: [
      "Modifier des enregistrements DNS de studio-ana.ca",
      "Retirés (1): www.studio-ana.ca 3600 A 192.0.2.80",
      'Ajoutés (1): studio-ana.ca 300 TXT "prove=\\"<it>\\"" "twice"',
      "Détermine vers où mènent le site et le courriel d’un nom ; les enregistrements TXT prouvent à des tiers qui maîtrise le nom.",
    ],
  },
};

test.each(Object.keys(SAMPLE_STATEMENTS) as Sample[])("%s is put in words in both languages", (operation) => {
  const written = (language: "en" | "fr") => {
    const { title, facts, consequences } = describeApproval(
      commandDefinitions[operation],
      SAMPLE_STATEMENTS[operation],
      language,
    );
    const linked = (links: ApprovalFact["links"] = []) => links.map(({ text, url }) => ` [${text}](${url})`).join("");
    const told = facts.map(({ label, lines, links }) => `${label}: ${lines.join(" / ")}${linked(links)}`);
    const lines = [title, ...told, ...consequences];
    return lines.map((line) => line.replace(/\s/g, " "));
  };
  expect({ en: written("en"), fr: written("fr") }).toEqual(WRITTEN[operation]);
});

test("a plan that is kept and billed otherwise is told by its new cycle", () => {
  const { preview, ...change } = SAMPLE_STATEMENTS.changePlan;
  const { planChange } = preview;
  if (!planChange) throw new Error("the sample has no quote");
  const kept = { ...planChange, planId: "web-start", billingCycle: "monthly" as const };
  const statement = { ...change, preview: { ...preview, planChange: kept } };
  const titles = (["en", "fr"] as const).map(
    (language) => describeApproval(commandDefinitions[statement.operation], statement, language).title,
  );
  expect(titles).toEqual([
    "Bill Web Start (studio-ana.ca) every month",
    "Facturer Web Start (studio-ana.ca) chaque mois",
  ]);
});

test("each space of a DNS record's text that a page would collapse is shown", () => {
  const { input, ...change } = SAMPLE_STATEMENTS.changeDnsZone;
  const add = [{ name: "studio-ana.ca", type: "TXT", ttl: 300, data: [" a  b"] }];
  const statement = { ...change, input: { ...input, add } };
  const { facts } = describeApproval(commandDefinitions[statement.operation], statement, "en");
  expect(facts.at(-1)?.lines).toEqual(['studio-ana.ca 300 TXT "\\032a \\032b"']);
});
