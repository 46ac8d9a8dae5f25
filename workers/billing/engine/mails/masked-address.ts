/** An e-mail address that its owner recognises and nobody else learns: `j•••@example.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const [first = ""] = address.slice(0, at);
  return `${first}•••${address.slice(at)}`;
}
