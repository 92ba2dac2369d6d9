/** Folders whose files become pages below the site's root: this one, and what a build makes. */
const rootFolders = ['docs/', 'out/pages/'] as const

/** What contributors read in the repository, where its links to code lead somewhere. */
const repositoryOnly = [
  'docs/decisions/',
  'docs/breaking-change.md',
  'docs/further-out.md',
  'docs/releasing.md',
]

/** Markdown files of the project that are no pages. */
export const notPages = [
  ...repositoryOnly.map((path) => (path.endsWith('/') ? `${path}**` : path)),
  '**/node_modules/**',
  '**/.*/**',
  'docs/out/**',
  'out/!(pages)/**',
  '**/dist/**',
  // A part of the contract, which the site has whole.
  'openapi/description.md',
]

/**
 * The page of a Markdown file, both relative to their roots: `docs/engines/fal.md` is `engines/fal.md`, and a
 * folder's README is the page named after the folder.
 */
export function pageOf(file: string): string {
  if (file === 'README.md') return 'project.md'
  const root = rootFolders.find((folder) => file.startsWith(folder))
  if (root !== undefined) return file.slice(root.length).replace(/(^|\/)README\.md$/, '$1index.md')
  return file.replace(/\/README\.md$/, '.md').toLowerCase()
}

/** Whether a Markdown file that readers of the site are led to has a page there. */
export function hasPage(file: string): boolean {
  return !repositoryOnly.some((path) => file.startsWith(path))
}

/** Whether who looks for a word wants this page: exports, tests and what contributors read have lists of their own. */
export function isSearched(file: string): boolean {
  return !/^(out\/pages\/reference\/(sdk|ai-sdk)\/|test\/|scripts\/|docs\/(architecture|contributing)|openapi\/DECISIONS)|CHANGELOG/.test(
    file,
  )
}

/** Whether this is a page of the API reference. */
export function isApiPage(file: string): boolean {
  return file.startsWith('out/pages/api/')
}

/** The address of a page within the site: `/engines/fal` for `engines/fal.md`, `/errors/` for its index. */
export function addressOf(page: string): string {
  return `/${page.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1')}`
}
