/**
 * Hosts for storage, content delivery and packages on which anyone may publish. A document on these hosts does not
 * identify its author. Each entry covers the host and all its subdomains, which can be the names of buckets or
 * projects.
 */
const SHARED_HOSTS = [
  // Object storage.
  "amazonaws.com",
  "amazonaws.com.cn",
  "storage.googleapis.com",
  "storage.cloud.google.com",
  "firebasestorage.googleapis.com",
  "core.windows.net",
  "r2.dev",
  "r2.cloudflarestorage.com",
  "digitaloceanspaces.com",
  "backblazeb2.com",
  "wasabisys.com",
  "linodeobjects.com",
  "vultrobjects.com",
  "cloud.ovh.net",
  "scw.cloud",
  "oraclecloud.com",
  "aliyuncs.com",
  "myqcloud.com",
  "appdomain.cloud",
  "storjshare.io",
  "supabase.co",
  "public.blob.vercel-storage.com",
  // Content delivery.
  "cdn.jsdelivr.net",
  "fastly.jsdelivr.net",
  "cdn.statically.io",
  "rawcdn.githack.com",
  "raw.githack.com",
  "cdn.rawgit.com",
  "cloudfront.net",
  "azureedge.net",
  "azurefd.net",
  "akamaized.net",
  "b-cdn.net",
  "cdn77.org",
  "fastly.net",
  // Package files.
  "unpkg.com",
  "esm.sh",
  "esm.run",
  "cdn.skypack.dev",
  "jspm.dev",
  "jspm.io",
  "cdnjs.cloudflare.com",
  // Files in repositories, snippets, models and documents.
  "raw.githubusercontent.com",
  "gist.githubusercontent.com",
  "objects.githubusercontent.com",
  "github.com",
  "gitlab.com",
  "bitbucket.org",
  "codeberg.org",
  "gitea.com",
  "huggingface.co",
  "hf.co",
  "pastebin.com",
  "paste.ee",
  "hastebin.com",
  "rentry.co",
  "jsonbin.io",
  "npoint.io",
  "archive.org",
  "ipfs.io",
  "dweb.link",
  "cloudflare-ipfs.com",
  "arweave.net",
  "dropboxusercontent.com",
  "googleusercontent.com",
  "drive.google.com",
  "sharepoint.com",
  "discordapp.com",
  "discordapp.net",
] as const;

/** Matches host names that package registries and upload stores typically use. */
const SHARED_LABEL = /^(?:registry|packages|pkg|npm|files|cdn|raw|storage)\./;

/**
 * Returns a function that checks whether anyone may publish on a host. Its parameter is the name in `URL.hostname`.
 * @param further additional host names
 */
export function sharedDocumentHosts(further: readonly string[] = []): (hostname: string) => boolean {
  const hosts = new Set([...SHARED_HOSTS, ...further]);
  return (hostname) => {
    if (SHARED_LABEL.test(hostname)) return true;
    const labels = hostname.split(".");
    return labels.some((_, index) => hosts.has(labels.slice(index).join(".")));
  };
}
