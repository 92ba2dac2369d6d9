/** Text as the content or a quoted attribute of HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** An element of the head; in a page that is built, it takes the place of the one that has its name. */
export function metaElement(attributes: Readonly<Record<string, string>>): string {
  const texts = Object.entries(attributes).map(([name, text]) => ` ${name}="${escapeHtml(text)}"`)
  return `<meta${texts.join('')}>`
}
