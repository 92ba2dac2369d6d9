import { join } from 'node:path'
import { createMarkdownRenderer, type MarkdownRenderer } from 'vitepress'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, pageOf } from '../../docs/.vitepress/page-addresses.ts'
import { projectLinks } from '../../docs/.vitepress/project-links.ts'
import { projectRoot } from '../set-up/project.mjs'

let markdown: MarkdownRenderer
beforeAll(async () => {
  markdown = await createMarkdownRenderer(projectRoot, { config: projectLinks(projectRoot) })
})

/** The HTML of a text in a file of the project. */
function render(text: string, file = 'docs/engines.md'): string {
  const path = join(projectRoot, file)
  return markdown.render(text, { path, relativePath: pageOf(file), cleanUrls: true })
}

describe('a relative link', () => {
  test('to a Markdown file leads to its page, with its anchor', () => {
    expect(render('[x](engines/fal.md)')).toContain('href="/engines/fal"')
    expect(render('[x](runbook.md#back-up)')).toContain('href="/runbook#back-up"')
    expect(render('[x](../README.md)')).toContain('href="/project"')
    expect(render('[x](docs/metrics.md)', 'README.md')).toContain('href="/metrics"')
  })

  test('to a folder leads to the page of its README', () => {
    expect(render('[x](../examples/proxy/)')).toContain('href="/examples/proxy"')
  })

  test('to another file of the project names the file, because the site does not have it', () => {
    const html = render('[the port](../server/src/core/ports/provider.ts)')
    expect(html).toContain(
      '<span title="server/src/core/ports/provider.ts in the repository">the port</span>',
    )
    expect(html).not.toContain('<a')
  })

  test('to a document for contributors names the file, because the site does not have it', () => {
    for (const href of ['decisions/README.md', 'releasing.md#the-contract'])
      expect(render(`[x](${href})`)).toMatch(/^<p><span title="docs\/\S+ in the repository">x<\/span>/)
  })

  test('to nothing, or out of the project, fails the build with the file and the link', () => {
    for (const href of ['no-such-page.md', '../../outside.md', '../server/src/gone.ts'])
      expect(() => render(`[x](${href})`)).toThrow(`docs/engines.md links to ${href}, which does not exist`)
  })

  test('is the only kind that is changed', () => {
    for (const href of ['https://example.com/a.md', '/errors/INTERNAL', '#below'])
      expect(render(`[x](${href})`)).toContain(`href="${href}"`)
  })
})

test.each([
  ['docs/index.md', '/'],
  ['docs/engines.md', '/engines'],
  ['docs/reference/README.md', '/reference/'],
  ['out/pages/errors/index.md', '/errors/'],
  ['out/pages/errors/INTERNAL.md', '/errors/INTERNAL'],
  ['sdk/cli/README.md', '/sdk/cli'],
  ['openapi/DECISIONS.md', '/openapi/decisions'],
])('the page of %s is %s', (file, address) => {
  expect(addressOf(pageOf(file))).toBe(address)
})
