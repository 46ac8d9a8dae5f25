/** A text in which no mail program finds an address to make a link of. The dots are those of IDNA (RFC 3490 §3.1). */
export function withoutLinks(text: string): string {
  return text.replaceAll("://", ": //").replace(/[.\u3002\uff0e\uff61](?=\p{L})/gu, "$& ");
}
