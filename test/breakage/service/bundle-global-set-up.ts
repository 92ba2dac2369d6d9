import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { bundledProcesses, bundleVariable, processSource } from './service-process.ts'

/** Within the server's folder, where the bundle finds the server's migrations and catalogue. */
const cache = fileURLToPath(new URL('../../../server/node_modules/.cache', import.meta.url))

/**
 * Bundles the processes that the tests start, which halves what a start costs: it loads a few files instead of a
 * thousand, and hundreds of processes are started to be killed. The returned function removes the bundle.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'processes-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['@mediagen/studio', 'sharp'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      rolldownOptions: {
        input: Object.fromEntries(bundledProcesses.map((role) => [role, processSource(role)])),
      },
    },
  })
  process.env[bundleVariable] = folder
  return async () => {
    delete process.env[bundleVariable]
    await rm(folder, { recursive: true })
  }
}
