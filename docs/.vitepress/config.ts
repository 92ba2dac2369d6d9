import { fileURLToPath } from 'node:url'
import { defineConfig, type HeadConfig } from 'vitepress'
import { hasMarkdown, writeMarkdownPages } from './markdown-pages.ts'
import { isApiPage, isSearched, notPages, pageOf } from './page-addresses.ts'
import { projectLinks } from './project-links.ts'
import { apiSidebar, sidebar } from './sidebar.ts'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

const inTheme = (file: string) => fileURLToPath(new URL(`theme/${file}`, import.meta.url))

/** The service shows this page at /api/docs, too, which the site's router would not know. */
const takeOwnAddress: HeadConfig = [
  'script',
  {},
  "if (location.pathname.startsWith('/api/')) history.replaceState(null, '', '/docs/api/' + location.search + location.hash)",
]

function link(attributes: Record<string, string>): HeadConfig {
  return ['link', attributes]
}

/** A page without the parts that its reader opens. */
function withoutFolded(html: string): string {
  const rest = html.replaceAll(/<details>(?:(?!<details>).)*?<\/details>/gs, '')
  return rest === html ? html : withoutFolded(rest)
}

/**
 * The documentation site. Its sources are every Markdown file of the project and what `npm run docs` makes
 * into out/pages. It needs no other host: the search index, fonts and scripts are its own.
 */
export default defineConfig({
  lang: 'en',
  // The colour scheme of the reader's system, as on every page of the service.
  appearance: 'force-auto',
  title: 'mediagen',
  description: 'A self-hosted, asynchronous image and video generation service: guides and reference.',
  base: '/docs/',
  srcDir: projectRoot,
  srcExclude: notPages,
  rewrites: pageOf,
  outDir: `${projectRoot}/out/docs`,
  cacheDir: `${projectRoot}/node_modules/.cache/vitepress`,
  cleanUrls: true,
  // One page after the other enters the search index in the same order, so that every build is the same.
  buildConcurrency: 1,
  // As files of their own, these scripts need no permission of their own from the server's security policy.
  metaChunk: true,
  vite: {
    resolve: {
      // VitePress's way to replace components of its theme.
      alias: [
        { find: /^.*\/VPNavBar\.vue$/, replacement: inTheme('SiteBar.vue') },
        { find: /^.*\/VPSidebarGroup\.vue$/, replacement: inTheme('SidebarGroups.vue') },
      ],
    },
  },
  // Only addresses that the reader's own service has.
  ignoreDeadLinks: [/^https?:\/\/(localhost|127\.0\.0\.1)/],
  transformHead: ({ pageData: { filePath, relativePath } }) => [
    ...(hasMarkdown(filePath)
      ? [link({ rel: 'alternate', type: 'text/markdown', href: `/docs/${relativePath}` })]
      : []),
    ...(relativePath === 'api/index.md' ? [takeOwnAddress] : []),
  ],
  buildEnd: ({ pages, outDir }) => writeMarkdownPages({ projectRoot, pages, outDir }),
  markdown: {
    config(markdown) {
      projectLinks(projectRoot)(markdown)
      // Vue would take the placeholders of an engine's templates, such as {{prompt}}, for its own; a long name of an
      // error or a setting may break after an underscore, a path after a slash.
      const { code_inline: renderCode } = markdown.renderer.rules
      markdown.renderer.rules.code_inline = (tokens, index, ...rest) => {
        tokens[index]?.attrSet('v-pre', '')
        return (renderCode?.(tokens, index, ...rest) ?? '').replaceAll(/_|(?<=\/[\w{}-]+)\//g, '$&<wbr>')
      }
    },
    // The comments of the usual themes are too pale on a grey ground.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  // Browsers request an icon of the site if a page names none.
  head: [['link', { rel: 'icon', href: '/look/mark.svg' }]],
  themeConfig: {
    sidebar: { '/': sidebar, '/api/': apiSidebar },
    outline: { level: [2, 3] },
    notFound: {
      title: 'This page does not exist',
      quote: 'It may have moved. Search for it, or begin at the home page.',
      linkLabel: 'go to the home page',
      linkText: 'Home',
    },
    search: {
      provider: 'local',
      options: {
        _render(source, env, markdown) {
          const html = markdown.render(source, env)
          if (!isSearched(env.relativePath)) return ''
          // What is folded there, such as the fields of a task, is on many pages.
          return isApiPage(env.relativePath) ? withoutFolded(html) : html
        },
      },
    },
  },
})
