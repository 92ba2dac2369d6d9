/**
 * Preloaded with `--import planted-modules.ts?folder=F`: a module that has a copy in the folder, under its path in the
 * project, is loaded from the copy, and stands where it did for every import.
 */
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../../scripts/set-up/project.mjs'

const folder = new URL(import.meta.url).searchParams.get('folder') ?? ''

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:')) return nextLoad(url, context)
    const copy = join(folder, relative(projectRoot, fileURLToPath(url)))
    if (copy === folder || !existsSync(copy)) return nextLoad(url, context)
    return { format: 'module-typescript', source: readFileSync(copy), shortCircuit: true }
  },
})
