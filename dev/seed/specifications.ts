import type { Text } from "../../shared/platform/language.ts";
import type { SeedSpecification } from "./seed-types.ts";

const storage: Text = { en: "Storage and traffic", fr: "Stockage et trafic" };
const performance: Text = { en: "Performance", fr: "Performances" };
const sites: Text = { en: "Sites and databases", fr: "Sites et bases de données" };
const resale: Text = { en: "Resale", fr: "Revente" };
const email: Text = { en: "E-mail", fr: "Courriel" };
const security: Text = { en: "Security", fr: "Sécurité" };
const backups: Text = { en: "Backups", fr: "Sauvegardes" };
const network: Text = { en: "Network", fr: "Réseau" };
const administration: Text = { en: "Administration", fr: "Administration" };
const support: Text = { en: "Support and guarantees", fr: "Assistance et garanties" };

/** Every row of the specification tables, in display order. */
export const specifications: SeedSpecification[] = [
  row(storage, "storage", "Storage space", "Espace de stockage"),
  row(storage, "storage_type", "Storage type", "Type de stockage"),
  row(storage, "monthly_traffic", "Monthly traffic", "Trafic mensuel"),

  row(performance, "processor_cores", "Processor cores (vCPU)", "Cœurs de processeur (vCPU)"),
  row(performance, "memory", "Memory", "Mémoire vive"),
  row(performance, "php_workers", "Simultaneous PHP processes", "Processus PHP simultanés"),
  row(performance, "object_cache", "Object cache", "Cache d’objets"),

  row(sites, "websites", "Websites", "Sites web"),
  row(sites, "monthly_visits", "Suggested monthly visits", "Visites mensuelles conseillées"),
  row(sites, "staging_sites", "Staging sites", "Sites de préproduction"),
  row(sites, "databases", "MariaDB databases", "Bases de données MariaDB"),
  row(sites, "php_versions", "PHP versions", "Versions de PHP"),

  row(resale, "client_accounts", "Customer accounts", "Comptes clients"),
  row(resale, "white_label", "White label", "Marque blanche"),
  row(resale, "private_nameservers", "Nameservers under your domain", "Serveurs de noms à votre domaine"),
  row(resale, "provisioning_api", "API to create accounts", "API de création de comptes"),

  row(email, "email_domains", "Domain names", "Noms de domaine"),
  row(email, "mailboxes", "Mailboxes", "Boîtes de courriel"),
  row(email, "mailbox_size", "Mailbox size", "Taille d’une boîte"),
  row(email, "aliases", "Aliases per mailbox", "Alias par boîte"),
  row(email, "message_size", "Largest message", "Taille maximale d’un message"),
  row(email, "sending_limit", "Messages sent per hour, per mailbox", "Envois par heure et par boîte"),
  row(email, "mail_protocols", "Mail protocols", "Protocoles de messagerie"),
  row(email, "calendar_protocols", "Calendars and contacts", "Agendas et contacts"),
  row(email, "phone_sync", "Phone synchronization (ActiveSync)", "Synchronisation mobile (ActiveSync)"),
  row(email, "message_archive", "Message archive", "Archivage des messages"),

  row(security, "tls_certificates", "TLS certificates", "Certificats TLS"),
  row(security, "web_firewall", "Web application firewall", "Pare-feu applicatif"),
  row(security, "malware_scan", "Malware scan", "Analyse contre les logiciels malveillants"),
  row(security, "spam_filter", "Spam and virus filter", "Filtre antipourriel et antivirus"),
  row(security, "mail_authentication", "Sender authentication", "Authentification de l’expéditeur"),
  row(security, "two_step_sign_in", "Two-step sign-in", "Connexion en deux étapes"),
  row(security, "ddos_protection", "DDoS protection", "Protection anti-DDoS"),

  row(backups, "backup_frequency", "Automatic backups", "Sauvegardes automatiques"),
  row(backups, "backup_retention", "Backups kept for", "Durée de conservation"),
  row(backups, "snapshots", "Snapshots on demand", "Instantanés à la demande"),

  row(network, "port_speed", "Port speed", "Débit du port"),
  row(network, "ipv4_addresses", "Dedicated IPv4 addresses", "Adresses IPv4 dédiées"),
  row(network, "ipv6_network", "IPv6 network", "Réseau IPv6"),

  row(administration, "ssh_access", "Command-line access", "Accès en ligne de commande"),
  row(administration, "wordpress_updates", "Automatic WordPress updates", "Mises à jour automatiques de WordPress"),
  row(administration, "root_access", "Root access", "Accès root"),
  row(administration, "operating_systems", "Operating systems", "Systèmes d’exploitation"),
  row(administration, "rescue_console", "Console and rescue system", "Console et système de secours"),

  row(support, "migration", "Moved for you at no charge", "Migration gratuite"),
  row(support, "first_reply", "First reply to a ticket", "Première réponse à une demande"),
  row(support, "uptime", "Guaranteed availability", "Disponibilité garantie"),
];

function row(group: Text, id: string, en: string, fr: string): SeedSpecification {
  return { id, group, name: { en, fr } };
}

// Values that several product lines share, so that equal things read the same when plans are compared.

export const yes: Text = { en: "Yes", fr: "Oui" };
export const no: Text = { en: "No", fr: "Non" };
export const unlimited: Text = { en: "Unlimited", fr: "Illimité" };
export const everyWeek: Text = { en: "Every week", fr: "Toutes les semaines" };
export const everyDay: Text = { en: "Every day", fr: "Tous les jours" };
export const everySixHours: Text = { en: "Every 6 hours", fr: "Toutes les 6 heures" };
export const sftpOnly: Text = { en: "SFTP only", fr: "SFTP seulement" };
export const sshAndSftp: Text = { en: "SSH and SFTP", fr: "SSH et SFTP" };
export const nvme: Text = { en: "NVMe SSD", fr: "SSD NVMe" };
export const automaticCertificates: Text = {
  en: "Included, renewed automatically",
  fr: "Inclus, renouvelés automatiquement",
};
export const phpVersions = "8.3, 8.4, 8.5";
export const uptime999: Text = { en: "99.9%", fr: "99,9 %" };
export const uptime9995: Text = { en: "99.95%", fr: "99,95 %" };

export function megabytes(count: number): Text {
  return { en: `${count} MB`, fr: `${count} Mo` };
}

export function gigabytes(count: number): Text {
  return { en: `${count} GB`, fr: `${count} Go` };
}

export function terabytes(count: number): Text {
  return { en: `${count} TB`, fr: `${count} To` };
}

export function days(count: number): Text {
  return { en: `${count} days`, fr: `${count} jours` };
}

export function withinHours(count: number): Text {
  return count === 1
    ? { en: "Within 1 hour", fr: "En 1 heure au plus" }
    : { en: `Within ${count} hours`, fr: `En ${count} heures au plus` };
}
