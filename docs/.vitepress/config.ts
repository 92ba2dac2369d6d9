import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { notPages, pageOf } from './page-addresses.ts'
import { projectLinks } from './project-links.ts'
import { sidebar } from './sidebar.ts'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/**
 * The documentation site. Its sources are every Markdown file of the project and what `npm run docs` makes
 * into out/pages. It needs no other host: the search index, fonts and scripts are its own.
 */
export default defineConfig({
  lang: 'en',
  title: 'mediagen',
  description: 'A self-hosted, asynchronous image and video generation service: guides and reference.',
  base: '/docs/',
  srcDir: projectRoot,
  srcExclude: notPages,
  rewrites: pageOf,
  outDir: `${projectRoot}/out/docs`,
  cacheDir: `${projectRoot}/node_modules/.cache/vitepress`,
  cleanUrls: true,
  // As files of their own, these scripts need no permission of their own from the server's security policy.
  metaChunk: true,
  // Only addresses that the reader's own service has.
  ignoreDeadLinks: [/^https?:\/\/(localhost|127\.0\.0\.1)/],
  markdown: { config: projectLinks(projectRoot) },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/first-picture' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Errors', link: '/errors/' },
      { text: 'Operating', link: '/guides/self-hosting' },
    ],
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
  },
})
