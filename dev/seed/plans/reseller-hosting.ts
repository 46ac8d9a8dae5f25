import { planLine } from "../plan-line.ts";
import {
  automaticCertificates,
  days,
  everyDay,
  gigabytes,
  no,
  nvme,
  phpVersions,
  sshAndSftp,
  terabytes,
  uptime999,
  withinHours,
  yes,
} from "../specifications.ts";

/** Hosting to resell; limits are the plan's, unless said to be per account. */
export const resellerHostingPlans = planLine({
  line: "reseller-hosting",
  usualCycle: "monthly",
  cycles: ["monthly", "annually"],
  inEveryPlan: {
    storage_type: nvme,
    php_versions: phpVersions,
    private_nameservers: yes,
    tls_certificates: automaticCertificates,
    malware_scan: everyDay,
    backup_frequency: everyDay,
    ssh_access: sshAndSftp,
    uptime: uptime999,
  },
  compared: {
    storage: [100, 250, 600].map(gigabytes),
    monthly_traffic: [1, 3, 8].map(terabytes),
    memory: [
      { en: "1 GB per account", fr: "1 Go par compte" },
      { en: "2 GB per account", fr: "2 Go par compte" },
      { en: "4 GB per account", fr: "4 Go par compte" },
    ],
    client_accounts: ["25", "60", "150"],
    white_label: [
      { en: "Logo and colours", fr: "Logo et couleurs" },
      { en: "Logo, colours and address", fr: "Logo, couleurs et adresse" },
      { en: "Logo, colours and address", fr: "Logo, couleurs et adresse" },
    ],
    provisioning_api: [no, yes, yes],
    backup_retention: [14, 30, 30].map(days),
    ipv4_addresses: ["1", "2", "4"],
    migration: [
      { en: "Up to 10 accounts", fr: "Jusqu’à 10 comptes" },
      { en: "Up to 30 accounts", fr: "Jusqu’à 30 comptes" },
      { en: "Up to 100 accounts", fr: "Jusqu’à 100 comptes" },
    ],
    first_reply: [4, 2, 1].map(withinHours),
  },
  plans: [
    {
      id: "reseller-start",
      name: { en: "Reseller Start", fr: "Revendeur Start" },
      description: {
        en: "For freelancers who host the sites they build.",
        fr: "Pour les travailleurs indépendants qui hébergent les sites qu’ils réalisent.",
      },
      perMonth: { CAD: [2999, 2499], EUR: [1999, 1649], USD: [2299, 1899] },
      firstYearDiscount: { percent: 20, billingCycles: ["annually"] },
      features: [
        { en: "25 customer accounts and 100 GB of NVMe storage", fr: "25 comptes clients et 100 Go de stockage NVMe" },
        { en: "1 TB of traffic a month", fr: "1 To de trafic par mois" },
        {
          en: "Control panel with your logo and colours",
          fr: "Panneau de contrôle à votre logo et à vos couleurs",
        },
        { en: "Nameservers under your own domain", fr: "Serveurs de noms sous votre propre nom de domaine" },
        { en: "10 accounts moved from your present provider", fr: "10 comptes migrés depuis votre hébergeur actuel" },
      ],
    },
    {
      id: "reseller-plus",
      name: { en: "Reseller Plus", fr: "Revendeur Plus" },
      description: {
        en: "For agencies that open accounts from their own site or billing software.",
        fr: "Pour les agences qui ouvrent des comptes depuis leur site ou leur logiciel de facturation.",
      },
      perMonth: { CAD: [5499, 4599], EUR: [3599, 2999], USD: [3999, 3399] },
      firstYearDiscount: { percent: 20, billingCycles: ["annually"] },
      features: [
        { en: "60 customer accounts and 250 GB of NVMe storage", fr: "60 comptes clients et 250 Go de stockage NVMe" },
        { en: "3 TB of traffic a month", fr: "3 To de trafic par mois" },
        { en: "Control panel at an address of your own", fr: "Panneau de contrôle à votre propre adresse" },
        { en: "API to create, suspend and close accounts", fr: "API pour créer, suspendre et fermer des comptes" },
        { en: "Daily backups kept for 30 days", fr: "Sauvegardes quotidiennes conservées 30 jours" },
      ],
    },
    {
      id: "reseller-pro",
      name: { en: "Reseller Pro", fr: "Revendeur Pro" },
      description: {
        en: "For those whose business is hosting, with the shortest reply times.",
        fr: "Pour ceux dont l’hébergement est le métier, avec les délais de réponse les plus courts.",
      },
      perMonth: { CAD: [10999, 8999], EUR: [6999, 5899], USD: [7999, 6699] },
      features: [
        {
          en: "150 customer accounts and 600 GB of NVMe storage",
          fr: "150 comptes clients et 600 Go de stockage NVMe",
        },
        { en: "8 TB of traffic a month", fr: "8 To de trafic par mois" },
        { en: "4 GB of memory per account", fr: "4 Go de mémoire vive par compte" },
        { en: "4 dedicated IPv4 addresses", fr: "4 adresses IPv4 dédiées" },
        { en: "First reply to a ticket within 1 hour", fr: "Première réponse à vos demandes en 1 heure au plus" },
      ],
    },
  ],
});
