/** A Markdown file, which is imported as text. */
declare module "*.md" {
  const text: string;
  export default text;
}
