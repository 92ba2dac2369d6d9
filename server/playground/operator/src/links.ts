import type { PageLink } from '../../shared/site-header.tsx'

const content = document.querySelector('meta[name="page-links"]')?.getAttribute('content') ?? '[]'

/** The pages of the server that the header links to; the server that serves this page writes them into it. */
export const pageLinks: readonly PageLink[] = JSON.parse(content)

/** The address of a list that is filtered; a field without a value is left out. */
export function addressOf(section: string, values: Readonly<Partial<Record<string, string>>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `#/${section}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`
}
