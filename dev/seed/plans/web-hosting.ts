import { planLine } from "../plan-line.ts";
import {
  automaticCertificates,
  days,
  everyDay,
  everyWeek,
  gigabytes,
  no,
  nvme,
  phpVersions,
  sftpOnly,
  sshAndSftp,
  unlimited,
  uptime999,
  withinHours,
} from "../specifications.ts";

/** Shared web hosting; the longer cycles are priced per month. */
export const webHostingPlans = planLine({
  line: "web-hosting",
  usualCycle: "annually",
  cycles: ["monthly", "annually", "biennially", "triennially"],
  inEveryPlan: {
    storage_type: nvme,
    monthly_traffic: unlimited,
    php_versions: phpVersions,
    tls_certificates: automaticCertificates,
    uptime: uptime999,
  },
  compared: {
    storage: [25, 50, 100, 200].map(gigabytes),
    processor_cores: ["1", "2", "3", "4"],
    memory: [1, 2, 4, 8].map(gigabytes),
    websites: ["1", "5", "20", "100"],
    databases: ["2", "10", "50", "200"],
    staging_sites: [no, "1", "5", "20"],
    mailboxes: ["10", "50", "200", "500"],
    mailbox_size: [1, 2, 5, 10].map(gigabytes),
    malware_scan: [everyWeek, everyDay, everyDay, everyDay],
    backup_frequency: [everyDay, everyDay, everyDay, { en: "Twice a day", fr: "Deux fois par jour" }],
    backup_retention: [7, 14, 30, 30].map(days),
    ssh_access: [sftpOnly, sshAndSftp, sshAndSftp, sshAndSftp],
    first_reply: [8, 4, 2, 1].map(withinHours),
  },
  plans: [
    {
      id: "web-start",
      name: { en: "Web Start", fr: "Web Start" },
      description: {
        en: "One site with its mailboxes, for a small business, an association or a portfolio.",
        fr: "Un site et ses boîtes de courriel, pour une petite entreprise, une association ou un portfolio.",
      },
      perMonth: { CAD: [799, 599, 549, 499], EUR: [499, 399, 359, 329], USD: [599, 449, 409, 369] },
      firstYearDiscount: { percent: 50, billingCycles: ["annually"] },
      features: [
        { en: "1 website and 25 GB of NVMe storage", fr: "1 site web et 25 Go de stockage NVMe" },
        { en: "10 mailboxes of 1 GB", fr: "10 boîtes de courriel de 1 Go" },
        { en: "TLS certificate included and renewed for you", fr: "Certificat TLS inclus et renouvelé pour vous" },
        { en: "Daily backups kept for 7 days", fr: "Sauvegardes quotidiennes conservées 7 jours" },
        {
          en: "WordPress and 60 other applications to install from the control panel",
          fr: "WordPress et 60 autres applications à installer depuis le panneau de contrôle",
        },
      ],
    },
    {
      id: "web-plus",
      name: { en: "Web Plus", fr: "Web Plus" },
      description: {
        en: "A few sites on one plan, with SSH access and a staging copy.",
        fr: "Quelques sites dans un même forfait, avec accès SSH et copie de préproduction.",
      },
      perMonth: { CAD: [1199, 899, 829, 749], EUR: [799, 599, 549, 499], USD: [899, 699, 629, 579] },
      firstYearDiscount: { percent: 50, billingCycles: ["annually"] },
      features: [
        { en: "5 websites and 50 GB of NVMe storage", fr: "5 sites web et 50 Go de stockage NVMe" },
        { en: "50 mailboxes of 2 GB", fr: "50 boîtes de courriel de 2 Go" },
        { en: "Daily backups kept for 14 days", fr: "Sauvegardes quotidiennes conservées 14 jours" },
        {
          en: "A staging site to try changes before publishing them",
          fr: "Un site de préproduction pour essayer vos changements avant de les publier",
        },
        { en: "SSH access with Git and Composer", fr: "Accès SSH avec Git et Composer" },
      ],
    },
    {
      id: "web-pro",
      name: { en: "Web Pro", fr: "Web Pro" },
      description: {
        en: "More processor, memory and mailboxes, for online shops and busier sites.",
        fr: "Plus de processeur, de mémoire et de boîtes, pour les boutiques en ligne et les sites plus fréquentés.",
      },
      perMonth: { CAD: [1899, 1499, 1379, 1249], EUR: [1199, 949, 879, 799], USD: [1399, 1099, 999, 919] },
      firstYearDiscount: { percent: 50, billingCycles: ["annually"], endsOn: "2027-03-31" },
      features: [
        { en: "20 websites and 100 GB of NVMe storage", fr: "20 sites web et 100 Go de stockage NVMe" },
        { en: "3 processor cores and 4 GB of memory", fr: "3 cœurs de processeur et 4 Go de mémoire vive" },
        { en: "200 mailboxes of 5 GB", fr: "200 boîtes de courriel de 5 Go" },
        { en: "Daily backups kept for 30 days", fr: "Sauvegardes quotidiennes conservées 30 jours" },
        { en: "5 staging sites", fr: "5 sites de préproduction" },
        { en: "First reply to a ticket within 2 hours", fr: "Première réponse à vos demandes en 2 heures au plus" },
      ],
    },
    {
      id: "web-max",
      name: { en: "Web Max", fr: "Web Max" },
      description: {
        en: "The largest shared plan, for those who look after many sites.",
        fr: "Le plus grand forfait mutualisé, pour qui s’occupe de nombreux sites.",
      },
      perMonth: { CAD: [3199, 2499, 2299, 2099], EUR: [1999, 1599, 1479, 1349], USD: [2399, 1899, 1749, 1599] },
      firstYearDiscount: { percent: 50, billingCycles: ["annually"] },
      features: [
        { en: "100 websites and 200 GB of NVMe storage", fr: "100 sites web et 200 Go de stockage NVMe" },
        { en: "4 processor cores and 8 GB of memory", fr: "4 cœurs de processeur et 8 Go de mémoire vive" },
        { en: "500 mailboxes of 10 GB", fr: "500 boîtes de courriel de 10 Go" },
        { en: "Backups twice a day, kept for 30 days", fr: "Sauvegardes deux fois par jour, conservées 30 jours" },
        { en: "20 staging sites", fr: "20 sites de préproduction" },
        { en: "First reply to a ticket within 1 hour", fr: "Première réponse à vos demandes en 1 heure au plus" },
      ],
    },
  ],
});
