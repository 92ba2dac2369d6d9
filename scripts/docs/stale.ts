import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../set-up/project.mjs'

/** The sources of the site; generated files count by the times of their own sources. */
const sources = [
  '**/*.md',
  'docs/**/*.*',
  'openapi/generated/openapi.json',
  'openapi/errors.yaml',
  'scripts/docs/**/*.*',
  'sdk/{src,ai-sdk/src,cli/src}/**/*.ts',
  'server/catalogue/**/*.*',
  'server/look/*.{css,json,svg}',
  'examples/*/src/**/*.*',
]
const notSources = new Set(['node_modules', 'dist', 'out', '.git'])

/** Whether a built site is missing, or older than one of its sources. */
export function isStale(site: string): boolean {
  const builtAt = modifiedMs(join(site, 'index.html'))
  const files = globSync(sources, { cwd: projectRoot, exclude: (name) => notSources.has(name) })
  return files.some((file) => modifiedMs(join(projectRoot, file)) > builtAt)
}

function modifiedMs(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY
}
