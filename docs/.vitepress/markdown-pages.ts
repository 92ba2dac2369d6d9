import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { addressOf, hasPage, isSearched, pageOf } from './page-addresses.ts'
import { apiSidebar, sidebar } from './sidebar.ts'

interface Site {
  readonly projectRoot: string
  /** The Markdown files that have pages, relative to the project. */
  readonly pages: readonly string[]
  readonly outDir: string
}

/**
 * For agents: each page in Markdown beside its HTML, at its address with `.md`, and llms.txt, the list of those
 * of the sidebar with their first sentences. Exports of the SDK and what only contributors read are left out.
 */
export async function writeMarkdownPages({ projectRoot, pages, outDir }: Site): Promise<void> {
  const files = pages.filter(hasMarkdown)
  const addresses = new Set(files.map((file) => addressOf(pageOf(file))))
  const texts = new Map<string, string>()
  for (const file of files) {
    const page = pageOf(file)
    const linked = (href: string) => linkOf(href, { file, projectRoot, addresses })
    const text = markdownOf(await readFile(join(projectRoot, file), 'utf8'), linked)
    texts.set(addressOf(page), text)
    await mkdir(dirname(join(outDir, page)), { recursive: true })
    await writeFile(join(outDir, page), text)
  }
  await writeFile(join(outDir, 'llms.txt'), listOf(texts))
}

/** Whether the page of this file is there in Markdown, too; the first page is made of components. */
export function hasMarkdown(file: string): boolean {
  return file !== 'docs/index.md' && isSearched(file)
}

/** A page without what only VitePress reads. */
function markdownOf(source: string, linked: (href: string) => string): string {
  return source
    .replace(/^---\n.*?\n---\n+/s, '')
    .replaceAll(/^<!-- code: .*-->\n/gm, '')
    .replaceAll(/\]\((?![a-z]+:|#)([^)\s]+)\)/gi, (_, href: string) => `](${linked(href)})`)
}

interface Place {
  readonly file: string
  readonly projectRoot: string
  /** The addresses that have Markdown. */
  readonly addresses: ReadonlySet<string>
}

/** Where a link of a file leads: to the Markdown of a page, else to the page, else as it is. */
function linkOf(href: string, { file, projectRoot, addresses }: Place): string {
  const [path = '', anchor] = href.split('#')
  const end = anchor === undefined ? '' : `#${anchor}`
  const target = resolve(projectRoot, dirname(file), path)
  const readme = join(target, 'README.md')
  const found = relative(projectRoot, existsSync(readme) ? readme : target)
  if (!path.startsWith('/') && (!found.endsWith('.md') || !hasPage(found))) return href
  const address = path.startsWith('/') ? path : addressOf(pageOf(found))
  return `/docs${addresses.has(address) ? markdownAddress(address) : address}${end}`
}

function markdownAddress(address: string): string {
  return `${address.replace(/\/$/, '/index')}.md`
}

function listOf(texts: ReadonlyMap<string, string>): string {
  const groups = [...sidebar, apiGroup].map(({ text: name, items = [] }) => {
    const rows = items.flatMap(({ text, link = '' }) => {
      const page = texts.get(link)
      return page === undefined
        ? []
        : [`- [${text}](/docs${markdownAddress(link)})${withColon(firstSentence(page))}`]
    })
    return rows.length === 0 ? '' : `## ${name}\n\n${rows.join('\n')}\n`
  })
  return `# mediagen

> A media generation service that its operator hosts: text to image, image to image, text to video and image to video behind one
> asynchronous API. The contract is at /openapi.json, in OpenAPI 3.1. A key goes into the header \`Authorization: Bearer KEY\`.

${groups.filter((group) => group !== '').join('\n')}`
}

/** One group for all operations, whatever their tag. */
const apiGroup = {
  text: 'Operations of the API',
  items: apiSidebar.flatMap(({ items = [] }) => items).filter(({ link }) => link !== '/api/'),
}

function withColon(sentence: string): string {
  return sentence === '' ? '' : `: ${sentence}`
}

/** The first sentence below the title, if the page begins with words. */
function firstSentence(page: string): string {
  const paragraph = page.split(/\n{2,}/).find((block) => /^[A-Z*_`]/.test(block)) ?? ''
  const words = paragraph.replaceAll(/\s+/g, ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return /^.*?[.:](?= |$)/.exec(words)?.[0].replace(/:$/, '.') ?? ''
}
