import { planLine } from "../plan-line.ts";
import {
  automaticCertificates,
  days,
  everyDay,
  everySixHours,
  gigabytes,
  no,
  phpVersions,
  sftpOnly,
  sshAndSftp,
  unlimited,
  uptime999,
  uptime9995,
  withinHours,
  yes,
} from "../specifications.ts";

/** Managed WordPress hosting; the longer cycles are priced per month. */
export const wordpressHostingPlans = planLine({
  line: "wordpress-hosting",
  usualCycle: "annually",
  cycles: ["monthly", "annually", "biennially", "triennially"],
  inEveryPlan: {
    monthly_traffic: unlimited,
    php_versions: phpVersions,
    tls_certificates: automaticCertificates,
    web_firewall: yes,
    malware_scan: everyDay,
  },
  compared: {
    storage: [20, 40, 80, 200].map(gigabytes),
    memory: [2, 4, 8, 16].map(gigabytes),
    php_workers: ["4", "8", "16", "32"],
    object_cache: [no, "Redis", "Redis", "Redis"],
    websites: ["1", "3", "10", "40"],
    monthly_visits: [
      { en: "25,000", fr: "25 000" },
      { en: "100,000", fr: "100 000" },
      { en: "300,000", fr: "300 000" },
      { en: "1,000,000", fr: "1 000 000" },
    ],
    staging_sites: ["1", "3", "10", "40"],
    backup_frequency: [everyDay, everyDay, everySixHours, everySixHours],
    backup_retention: [14, 30, 30, 60].map(days),
    ssh_access: [sftpOnly, sshAndSftp, sshAndSftp, sshAndSftp],
    wordpress_updates: [
      { en: "Core", fr: "Noyau" },
      { en: "Core, themes and plugins", fr: "Noyau, thèmes et extensions" },
      {
        en: "Core, themes and plugins, with a page check",
        fr: "Noyau, thèmes et extensions, avec vérification des pages",
      },
      {
        en: "Core, themes and plugins, with a page check",
        fr: "Noyau, thèmes et extensions, avec vérification des pages",
      },
    ],
    first_reply: [4, 2, 1, 1].map(withinHours),
    uptime: [uptime999, uptime999, uptime9995, uptime9995],
  },
  plans: [
    {
      id: "wp-start",
      name: { en: "WordPress Start", fr: "WordPress Start" },
      description: {
        en: "One WordPress site, kept up to date and backed up for you.",
        fr: "Un site WordPress, tenu à jour et sauvegardé pour vous.",
      },
      perMonth: { CAD: [1199, 999, 929, 849], EUR: [799, 649, 599, 549], USD: [899, 749, 689, 629] },
      firstYearDiscount: { percent: 40, billingCycles: ["annually"] },
      features: [
        { en: "1 WordPress site and 20 GB of NVMe storage", fr: "1 site WordPress et 20 Go de stockage NVMe" },
        { en: "Suited to 25,000 visits a month", fr: "Convient à 25 000 visites par mois" },
        { en: "Automatic updates of WordPress itself", fr: "Mises à jour automatiques du noyau de WordPress" },
        {
          en: "Page cache, firewall and daily malware scan",
          fr: "Cache de pages, pare-feu et analyse quotidienne contre les logiciels malveillants",
        },
        { en: "Daily backups kept for 14 days", fr: "Sauvegardes quotidiennes conservées 14 jours" },
      ],
    },
    {
      id: "wp-plus",
      name: { en: "WordPress Plus", fr: "WordPress Plus" },
      description: {
        en: "Three sites with an object cache, and updates for themes and plugins too.",
        fr: "Trois sites avec cache d’objets, et des mises à jour qui couvrent aussi les thèmes et les extensions.",
      },
      perMonth: { CAD: [2199, 1799, 1649, 1499], EUR: [1399, 1149, 1079, 979], USD: [1599, 1299, 1199, 1099] },
      firstYearDiscount: { percent: 40, billingCycles: ["annually"] },
      features: [
        { en: "3 WordPress sites and 40 GB of NVMe storage", fr: "3 sites WordPress et 40 Go de stockage NVMe" },
        { en: "Suited to 100,000 visits a month", fr: "Convient à 100 000 visites par mois" },
        {
          en: "Automatic updates, themes and plugins included",
          fr: "Mises à jour automatiques, thèmes et extensions compris",
        },
        { en: "Redis object cache", fr: "Cache d’objets Redis" },
        { en: "SSH access with Git and WP-CLI", fr: "Accès SSH avec Git et WP-CLI" },
        { en: "Daily backups kept for 30 days", fr: "Sauvegardes quotidiennes conservées 30 jours" },
      ],
    },
    {
      id: "wp-pro",
      name: { en: "WordPress Pro", fr: "WordPress Pro" },
      description: {
        en: "For WooCommerce shops and sites with steady traffic.",
        fr: "Pour les boutiques WooCommerce et les sites à trafic soutenu.",
      },
      perMonth: { CAD: [4499, 3699, 3399, 3099], EUR: [2899, 2399, 2199, 1999], USD: [3299, 2699, 2499, 2299] },
      firstYearDiscount: { percent: 25, billingCycles: ["monthly", "annually"] },
      features: [
        { en: "10 WordPress sites and 80 GB of NVMe storage", fr: "10 sites WordPress et 80 Go de stockage NVMe" },
        { en: "Suited to 300,000 visits a month", fr: "Convient à 300 000 visites par mois" },
        {
          en: "16 simultaneous PHP processes and 8 GB of memory",
          fr: "16 processus PHP simultanés et 8 Go de mémoire vive",
        },
        {
          en: "Updates checked by comparing the pages before and after",
          fr: "Mises à jour vérifiées en comparant les pages avant et après",
        },
        { en: "Backups every 6 hours, kept for 30 days", fr: "Sauvegardes toutes les 6 heures, conservées 30 jours" },
      ],
    },
    {
      id: "wp-agency",
      name: { en: "WordPress Agency", fr: "WordPress Agence" },
      description: {
        en: "Forty sites in one account, for agencies that look after their customers’ sites.",
        fr: "Quarante sites dans un même compte, pour les agences qui s’occupent des sites de leurs clients.",
      },
      perMonth: { CAD: [9999, 8299, 7699, 6999], EUR: [6499, 5399, 4999, 4599], USD: [7499, 6199, 5699, 5199] },
      features: [
        { en: "40 WordPress sites and 200 GB of NVMe storage", fr: "40 sites WordPress et 200 Go de stockage NVMe" },
        { en: "Suited to 1,000,000 visits a month", fr: "Convient à 1 000 000 de visites par mois" },
        {
          en: "32 simultaneous PHP processes and 16 GB of memory",
          fr: "32 processus PHP simultanés et 16 Go de mémoire vive",
        },
        { en: "A staging site for each site", fr: "Un site de préproduction pour chaque site" },
        { en: "Backups every 6 hours, kept for 60 days", fr: "Sauvegardes toutes les 6 heures, conservées 60 jours" },
      ],
    },
  ],
});
