/** Preloaded with `--import planted-modules.ts?plant=NAME`: the server's modules are loaded with the changes of a plant. */
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { readModules } from '../../support/server-modules.ts'
import type { Change } from './change-code.ts'
import { plantChanges } from './plant-changes.ts'
import { plantCode } from './plant-code.ts'

const name = new URL(import.meta.url).searchParams.get('plant') ?? ''
const changes = new Map<string, readonly Change[]>(Object.entries(plantChanges)).get(name)
if (changes === undefined) throw new Error(`There is no plant ${name}.`)
const planted = plantCode(readModules(), name, changes)

registerHooks({
  load(url, context, nextLoad) {
    const source = url.startsWith('file:') ? planted.get(fileURLToPath(url)) : undefined
    if (source === undefined) return nextLoad(url, context)
    return { format: 'module-typescript', source, shortCircuit: true }
  },
})
