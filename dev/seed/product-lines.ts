import type { SeedProductLine } from "./seed-types.ts";

/** The product lines, in the order the shop shows them. */
export const productLines: SeedProductLine[] = [
  {
    id: "web-hosting",
    name: { en: "Web hosting", fr: "Hébergement web" },
    description: {
      en: "Shared hosting for websites and online shops, with mailboxes, automatic backups and a control panel in English and French. Servers in Montreal.",
      fr: "Hébergement mutualisé pour sites et boutiques en ligne, avec boîtes de courriel, sauvegardes automatiques et panneau de contrôle en français et en anglais. Serveurs à Montréal.",
    },
  },
  {
    id: "wordpress-hosting",
    name: { en: "WordPress hosting", fr: "Hébergement WordPress" },
    description: {
      en: "Hosting set up for WordPress alone: updates, page cache, staging sites and backups are taken care of.",
      fr: "Un hébergement réservé à WordPress : les mises à jour, le cache de pages, la préproduction et les sauvegardes sont pris en charge.",
    },
  },
  {
    id: "reseller-hosting",
    name: { en: "Reseller hosting", fr: "Hébergement revendeur" },
    description: {
      en: "Hosting to sell under your own name: you create the customer accounts and set their limits, we look after the servers.",
      fr: "Un hébergement à revendre sous votre nom : vous créez les comptes de vos clients et fixez leurs limites, nous nous occupons des serveurs.",
    },
  },
  {
    id: "vps",
    name: { en: "VPS", fr: "Serveurs virtuels (VPS)" },
    description: {
      en: "KVM virtual servers with root access, NVMe storage and their own IPv4 and IPv6 addresses. You administer the system.",
      fr: "Des serveurs virtuels KVM avec accès root, stockage NVMe et adresses IPv4 et IPv6 dédiées. Vous administrez le système.",
    },
  },
  {
    id: "email",
    name: { en: "Business e-mail", fr: "Courriel professionnel" },
    description: {
      en: "Mailboxes, calendars and contacts on your own domain name, with or without a website.",
      fr: "Boîtes de courriel, agendas et contacts à votre nom de domaine, avec ou sans site web.",
    },
  },
];
