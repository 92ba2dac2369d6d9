import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress'
import { addressOf, hasPage, pageOf } from './page-addresses.ts'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

const hasNoFile = /^([a-z]+:|#|\/)/i

/**
 * Lets one link serve readers of the repository and of the site. A relative link is resolved from the file
 * that contains it: to a page, it becomes the page's address; to another file of the project, it becomes text
 * that names the path. A link to nothing fails the build.
 */
export function projectLinks(projectRoot: string): (markdown: MarkdownRenderer) => void {
  return (markdown) => {
    markdown.core.ruler.push('project-links', ({ tokens, env }) => {
      const file = fileOf(env)
      if (file === undefined) return
      for (const { children } of tokens) if (children) resolveLinks(children, file, projectRoot)
    })
  }
}

/** The file that is rendered; a heading is rendered once more without one. */
function fileOf({ realPath, path }: MarkdownEnv): string | undefined {
  return realPath ?? path
}

function resolveLinks(tokens: Token[], file: string, projectRoot: string): void {
  const openLinks: Token[] = []
  for (const token of tokens) {
    if (token.type === 'link_open') {
      openLinks.push(token)
      resolveLink(token, file, projectRoot)
    } else if (token.type === 'link_close') {
      const opened = openLinks.pop()
      if (opened?.type === 'file_open') Object.assign(token, { type: 'file_close', tag: 'span' })
    }
  }
}

function resolveLink(token: Token, file: string, projectRoot: string): void {
  const href = String(token.attrGet('href'))
  if (hasNoFile.test(href)) return
  const [path = '', anchor] = decodeURI(href).split('#')
  const target = markdownOf(resolve(dirname(file), path))
  const inProject = relative(projectRoot, target).split(sep).join('/')
  if (!existsSync(target) || inProject.startsWith('../')) {
    throw new Error(`${relative(projectRoot, file)} links to ${href}, which does not exist`)
  }
  if (inProject.endsWith('.md') && hasPage(inProject)) {
    token.attrSet('href', `${addressOf(pageOf(inProject))}${anchor === undefined ? '' : `#${anchor}`}`)
  } else {
    token.attrs = [['title', `${inProject} in the repository`]]
    Object.assign(token, { type: 'file_open', tag: 'span' })
  }
}

/** A folder stands for its README. */
function markdownOf(target: string): string {
  const readme = join(target, 'README.md')
  return existsSync(target) && statSync(target).isDirectory() && existsSync(readme) ? readme : target
}
