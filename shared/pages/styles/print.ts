/**
 * Print styles, which show a page's content without its frame. They come last, because they override the card styles.
 */
export const printStyles = `
@media print {
  :root { color-scheme: light; }
  .page-header, .page-footer, .to-content, .tabbed, .crumb, .not-printed { display: none !important; }
  .frame { max-width: none; padding: 0; }
  main { padding: 0; }
  .brand-mark, .stamp { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .card { border: 0; padding: 0; box-shadow: none; }
  body { font-size: 10.5pt; }
  @page { margin: 18mm; }
}
`;
