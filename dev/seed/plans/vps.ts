import { planLine } from "../plan-line.ts";
import {
  days,
  everyDay,
  everyWeek,
  gigabytes,
  nvme,
  terabytes,
  uptime9995,
  withinHours,
  yes,
} from "../specifications.ts";

/** Virtual servers, named after their number of cores; the longer cycles are priced per month. */
export const vpsPlans = planLine({
  line: "vps",
  usualCycle: "monthly",
  cycles: ["monthly", "quarterly", "semiannually", "annually"],
  inEveryPlan: {
    storage_type: nvme,
    ddos_protection: yes,
    ipv6_network: "/64",
    root_access: yes,
    operating_systems: "Debian 13, Ubuntu 26.04 LTS, AlmaLinux 10, Rocky Linux 10",
    rescue_console: yes,
    uptime: uptime9995,
  },
  compared: {
    storage: [40, 80, 160, 320].map(gigabytes),
    monthly_traffic: [2, 4, 8, 16].map(terabytes),
    processor_cores: ["1", "2", "4", "8"],
    memory: [2, 4, 8, 16].map(gigabytes),
    backup_frequency: [everyWeek, everyWeek, everyDay, everyDay],
    backup_retention: [14, 14, 14, 30].map(days),
    snapshots: ["1", "2", "3", "5"],
    port_speed: [
      { en: "500 Mbit/s", fr: "500 Mbit/s" },
      { en: "1 Gbit/s", fr: "1 Gbit/s" },
      { en: "1 Gbit/s", fr: "1 Gbit/s" },
      { en: "2 Gbit/s", fr: "2 Gbit/s" },
    ],
    ipv4_addresses: ["1", "1", "2", "4"],
    first_reply: [8, 4, 2, 1].map(withinHours),
  },
  plans: [
    {
      id: "vps-1",
      name: { en: "VPS 1", fr: "VPS 1" },
      description: {
        en: "One core and 2 GB of memory, for a small application, a VPN or tests.",
        fr: "Un cœur et 2 Go de mémoire vive, pour une petite application, un VPN ou des essais.",
      },
      perMonth: { CAD: [899, 859, 819, 749], EUR: [599, 569, 539, 499], USD: [699, 659, 629, 579] },
      features: [
        { en: "1 core, 2 GB of memory", fr: "1 cœur, 2 Go de mémoire vive" },
        { en: "40 GB of NVMe storage", fr: "40 Go de stockage NVMe" },
        { en: "2 TB of traffic a month at 500 Mbit/s", fr: "2 To de trafic par mois à 500 Mbit/s" },
        { en: "1 IPv4 address and an IPv6 /64 network", fr: "1 adresse IPv4 et un réseau IPv6 /64" },
        { en: "Weekly backups kept for 14 days", fr: "Sauvegardes hebdomadaires conservées 14 jours" },
      ],
    },
    {
      id: "vps-2",
      name: { en: "VPS 2", fr: "VPS 2" },
      description: {
        en: "Two cores and 4 GB of memory, for a site with its database or a small mail server.",
        fr: "Deux cœurs et 4 Go de mémoire vive, pour un site et sa base de données ou un petit serveur de courriel.",
      },
      perMonth: { CAD: [1599, 1539, 1459, 1329], EUR: [999, 959, 919, 839], USD: [1199, 1139, 1089, 989] },
      features: [
        { en: "2 cores, 4 GB of memory", fr: "2 cœurs, 4 Go de mémoire vive" },
        { en: "80 GB of NVMe storage", fr: "80 Go de stockage NVMe" },
        { en: "4 TB of traffic a month at 1 Gbit/s", fr: "4 To de trafic par mois à 1 Gbit/s" },
        { en: "1 IPv4 address and an IPv6 /64 network", fr: "1 adresse IPv4 et un réseau IPv6 /64" },
        { en: "Weekly backups kept for 14 days", fr: "Sauvegardes hebdomadaires conservées 14 jours" },
      ],
    },
    {
      id: "vps-4",
      name: { en: "VPS 4", fr: "VPS 4" },
      description: {
        en: "Four cores and 8 GB of memory, for shops, business applications and several containers.",
        fr: "Quatre cœurs et 8 Go de mémoire vive, pour des boutiques, des applications de gestion et plusieurs conteneurs.",
      },
      perMonth: { CAD: [2999, 2879, 2729, 2499], EUR: [1899, 1829, 1739, 1579], USD: [2199, 2109, 1999, 1829] },
      setupFee: { CAD: 1999, EUR: 1299, USD: 1499 },
      features: [
        { en: "4 cores, 8 GB of memory", fr: "4 cœurs, 8 Go de mémoire vive" },
        { en: "160 GB of NVMe storage", fr: "160 Go de stockage NVMe" },
        { en: "8 TB of traffic a month at 1 Gbit/s", fr: "8 To de trafic par mois à 1 Gbit/s" },
        { en: "2 IPv4 addresses and an IPv6 /64 network", fr: "2 adresses IPv4 et un réseau IPv6 /64" },
        { en: "Daily backups kept for 14 days", fr: "Sauvegardes quotidiennes conservées 14 jours" },
      ],
    },
    {
      id: "vps-8",
      name: { en: "VPS 8", fr: "VPS 8" },
      description: {
        en: "Eight cores and 16 GB of memory, for databases and applications with many users.",
        fr: "Huit cœurs et 16 Go de mémoire vive, pour des bases de données et des applications très sollicitées.",
      },
      perMonth: { CAD: [5699, 5469, 5179, 4749], EUR: [3599, 3449, 3269, 2999], USD: [4199, 4029, 3819, 3499] },
      setupFee: { CAD: 3999, EUR: 2499, USD: 2999 },
      features: [
        { en: "8 cores, 16 GB of memory", fr: "8 cœurs, 16 Go de mémoire vive" },
        { en: "320 GB of NVMe storage", fr: "320 Go de stockage NVMe" },
        { en: "16 TB of traffic a month at 2 Gbit/s", fr: "16 To de trafic par mois à 2 Gbit/s" },
        { en: "4 IPv4 addresses and an IPv6 /64 network", fr: "4 adresses IPv4 et un réseau IPv6 /64" },
        { en: "Daily backups kept for 30 days", fr: "Sauvegardes quotidiennes conservées 30 jours" },
      ],
    },
  ],
});
