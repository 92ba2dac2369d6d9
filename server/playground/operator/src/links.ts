import type { PageLink } from '../../shared/site-header.tsx'

const content = document.querySelector('meta[name="page-links"]')?.getAttribute('content') ?? '[]'

/** The pages of the server that the header links to; the server that serves this page writes them into it. */
export const pageLinks: readonly PageLink[] = JSON.parse(content)
