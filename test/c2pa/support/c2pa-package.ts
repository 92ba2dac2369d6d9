import { fileURLToPath, pathToFileURL } from 'node:url'
import { requiredBy } from '../../../scripts/set-up/requirements.mjs'
import type { Asset, C2paNode } from '../../../server/src/media/provenance/c2pa-node.ts'
import { installLocked } from '../../support/install-locked.ts'

const here = fileURLToPath(new URL('..', import.meta.url))

/** The package with its reader, which validates what it reads. */
export interface C2paPackage extends C2paNode {
  readonly Reader: { fromAsset(asset: Asset): Promise<{ json(): ManifestStore } | null> }
}

interface ManifestStore {
  readonly validation_state: string
  readonly validation_status?: readonly { readonly code: string }[]
  readonly active_manifest: string
  readonly manifests: Readonly<Record<string, unknown>>
}

/** The registry has the program of the package for this platform alone. */
const isSupported = process.platform === 'linux' && process.arch === 'x64'

/** Undefined where it cannot be installed; throws if the suites are required to run with it. */
export async function findC2paPackage(): Promise<C2paPackage | undefined> {
  const missing = isSupported
    ? await installLocked(here, 'installing the package that signs results, 50 MB')
    : 'the package that signs results is tested on Linux (x64) alone'
  if (missing === '')
    return import(pathToFileURL(`${here}node_modules/@contentauth/c2pa-node/dist/index.js`).href)
  if (requiredBy('runtimes') !== undefined && isSupported) throw new Error(missing)
  process.stderr.write(`mediagen: ${missing}\n`)
  return undefined
}
