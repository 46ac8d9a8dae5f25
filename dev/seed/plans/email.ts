import { planLine } from "../plan-line.ts";
import {
  days,
  everyDay,
  everySixHours,
  gigabytes,
  megabytes,
  no,
  uptime999,
  uptime9995,
  withinHours,
  yes,
} from "../specifications.ts";

/** E-mail without hosting, priced for the whole plan and not per mailbox. */
export const emailPlans = planLine({
  line: "email",
  usualCycle: "annually",
  cycles: ["monthly", "annually", "biennially"],
  inEveryPlan: {
    mail_protocols: "IMAP, POP3, SMTP",
    calendar_protocols: "CalDAV, CardDAV",
    spam_filter: yes,
    mail_authentication: "SPF, DKIM, DMARC",
    two_step_sign_in: yes,
  },
  compared: {
    email_domains: ["1", "3", "10"],
    mailboxes: ["5", "25", "100"],
    mailbox_size: [10, 25, 50].map(gigabytes),
    aliases: ["10", "50", "100"],
    message_size: [50, 50, 100].map(megabytes),
    sending_limit: ["200", "300", "500"],
    phone_sync: [no, yes, yes],
    message_archive: [no, { en: "1 year", fr: "1 an" }, { en: "7 years", fr: "7 ans" }],
    backup_frequency: [everyDay, everyDay, everySixHours],
    backup_retention: [14, 30, 90].map(days),
    first_reply: [8, 4, 2].map(withinHours),
    uptime: [uptime999, uptime999, uptime9995],
  },
  plans: [
    {
      id: "email-start",
      name: { en: "E-mail Start", fr: "Courriel Start" },
      description: {
        en: "Five mailboxes on your domain name, with webmail, calendars and contacts.",
        fr: "Cinq boîtes à votre nom de domaine, avec messagerie web, agendas et contacts.",
      },
      perMonth: { CAD: [499, 399, 369], EUR: [349, 279, 249], USD: [399, 319, 299] },
      firstYearDiscount: { percent: 30, billingCycles: ["monthly", "annually"] },
      features: [
        { en: "5 mailboxes of 10 GB", fr: "5 boîtes de courriel de 10 Go" },
        { en: "1 domain name, 10 aliases per mailbox", fr: "1 nom de domaine, 10 alias par boîte" },
        { en: "Webmail in English and French", fr: "Messagerie web en français et en anglais" },
        { en: "Spam and virus filter", fr: "Filtre antipourriel et antivirus" },
      ],
    },
    {
      id: "email-plus",
      name: { en: "E-mail Plus", fr: "Courriel Plus" },
      description: {
        en: "For a team of up to 25 people, with mail, calendars and contacts kept in step on phones.",
        fr: "Pour une équipe de 25 personnes au plus, avec courriel, agendas et contacts synchronisés sur les téléphones.",
      },
      perMonth: { CAD: [1999, 1649, 1499], EUR: [1299, 1099, 999], USD: [1499, 1249, 1149] },
      firstYearDiscount: { percent: 20, billingCycles: ["annually"] },
      features: [
        { en: "25 mailboxes of 25 GB", fr: "25 boîtes de courriel de 25 Go" },
        { en: "3 domain names, 50 aliases per mailbox", fr: "3 noms de domaine, 50 alias par boîte" },
        { en: "Phone synchronization through ActiveSync", fr: "Synchronisation mobile par ActiveSync" },
        { en: "Every message archived for 1 year", fr: "Tous les messages archivés pendant 1 an" },
        { en: "Daily backups kept for 30 days", fr: "Sauvegardes quotidiennes conservées 30 jours" },
      ],
    },
    {
      id: "email-pro",
      name: { en: "E-mail Pro", fr: "Courriel Pro" },
      description: {
        en: "For organizations of up to 100 people that must keep their mail for years.",
        fr: "Pour les organisations de 100 personnes au plus qui doivent conserver leurs messages plusieurs années.",
      },
      perMonth: { CAD: [5999, 4999, 4599], EUR: [3999, 3299, 2999], USD: [4499, 3699, 3399] },
      features: [
        { en: "100 mailboxes of 50 GB", fr: "100 boîtes de courriel de 50 Go" },
        { en: "10 domain names, 100 aliases per mailbox", fr: "10 noms de domaine, 100 alias par boîte" },
        { en: "Every message archived for 7 years", fr: "Tous les messages archivés pendant 7 ans" },
        { en: "Messages of up to 100 MB", fr: "Messages jusqu’à 100 Mo" },
        { en: "Backups every 6 hours, kept for 90 days", fr: "Sauvegardes toutes les 6 heures, conservées 90 jours" },
      ],
    },
  ],
});
