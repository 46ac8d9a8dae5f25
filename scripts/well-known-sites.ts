/**
 * Domains that attackers like to impersonate: large e-mail providers, platforms, payment services and governments.
 * Customers cannot order a site for these domains. The setting `BLOCKED_SITE_NAMES` replaces the list.
 */
export const WELL_KNOWN_SITES = [
  "google.com gmail.com googlemail.com youtube.com microsoft.com outlook.com hotmail.com live.com office.com",
  "apple.com icloud.com yahoo.com aol.com amazon.com facebook.com instagram.com whatsapp.com linkedin.com x.com",
  "twitter.com github.com openai.com chatgpt.com claude.ai anthropic.com cloudflare.com paypal.com stripe.com",
  "visa.com mastercard.com proton.me gmx.com orange.fr laposte.net bell.ca bell.net sympatico.ca videotron.ca",
  "rogers.com telus.net desjardins.com rbc.com td.com bmo.com scotiabank.com cibc.com canada.ca gc.ca gov.ca",
  "quebec.ca gouv.qc.ca gouv.fr gov.uk europa.eu",
].join(" ");
