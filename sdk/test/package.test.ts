import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { build, type Options } from 'tsup'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from './support/fake-fetch.js'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
/**
 * What a page loads to construct a client, and all that there is, parts included that are loaded when they are first
 * called. openapi-fetch takes 2.4 KB of both. 6.0 KB and 14.4 KB when this was written.
 */
const startBytesMax = 9000
const wholeBytesMax = 18_000

const account = { id: 'account-1', balance: '12.50', currency: 'USD' }

/** As a bundler for browsers puts it. */
const wholeBundle = {
  format: ['esm'],
  minify: true,
  noExternal: [/.*/],
  platform: 'browser',
} satisfies Options

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

let folder: string
beforeAll(async () => {
  // Within reach of the packages that the built files import.
  folder = await mkdtemp(join(packageFolder, '..', 'node_modules', '.mediagen-sdk-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the package', () => {
  test('works from ESM and from CommonJS, and errors of either are known to both', async () => {
    const tsup = createRequire(import.meta.url)
      .resolve('tsup/package.json')
      .replace('package.json', 'dist/cli-default.js')
    await promisify(execFile)(process.execPath, [tsup, '--no-dts', '--out-dir', folder], {
      cwd: packageFolder,
    })
    const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
    const entry = manifest.exports['.']
    const esm = await import(join(folder, fileName(entry.import.default)))
    const cjs = createRequire(import.meta.url)(join(folder, fileName(entry.require.default)))
    expect(Object.keys(cjs).sort()).toEqual(Object.keys(esm).sort())
    for (const [{ Mediagen }, { RateLimitError }] of [
      [esm, cjs],
      [cjs, esm],
    ]) {
      const answers = [Response.json(account), refusal(429, 'RATE_LIMITED')]
      const client = new Mediagen({ fetch: async () => answers.shift(), maxRetries: 0 })
      await expect(client.account()).resolves.toEqual(account)
      const error = await client.account().catch((reason: unknown) => reason)
      expect(error instanceof RateLimitError).toBe(true)
    }
  })

  test('is small: at the start and whole, with openapi-fetch, minified and zipped', async () => {
    const entry = join(folder, 'only-the-client.ts')
    const index = join(packageFolder, 'src', 'index.ts')
    await writeFile(entry, `import { Mediagen } from '${index}'\nglobalThis.client = new Mediagen()\n`)
    expect(await zippedBytes(entry, [partsLeftOut])).toBeLessThan(startBytesMax)
    expect(await zippedBytes(index, [])).toBeLessThan(wholeBytesMax)
  })

  test('is left out by a bundler where only an error class of it is used', async () => {
    const entry = join(folder, 'only-an-error.ts')
    await writeFile(entry, `export { MediagenError } from '${join(packageFolder, 'src', 'index.ts')}'`)
    await bundle({ entry: [entry], ...wholeBundle })
    const code = await readFile(join(folder, 'only-an-error.js'), 'utf8')
    expect(code).not.toContain('/api/v1/')
    expect(code.length).toBeLessThan(2048)
  })
})

/** Keeps what is loaded later out of a bundle. */
const partsLeftOut: Plugin = {
  name: 'parts-left-out',
  setup(bundler) {
    bundler.onResolve({ filter: /./ }, ({ kind, path }) => {
      return kind === 'dynamic-import' ? { path, external: true } : undefined
    })
  },
}

async function zippedBytes(entry: string, esbuildPlugins: Plugin[]): Promise<number> {
  await bundle({ entry: { small: entry }, splitting: false, esbuildPlugins, ...wholeBundle })
  const zipped = await promisify(gzip)(await readFile(join(folder, 'small.js')), { level: 9 })
  return zipped.length
}

async function bundle(options: Parameters<typeof build>[0]): Promise<void> {
  const base = { entry: [join(packageFolder, 'src', 'index.ts')], config: false, silent: true, dts: false }
  await build({ ...base, outDir: folder, target: 'es2022', ...options })
}

function fileName(path: string): string {
  return path.replace(/^.*\//, '')
}
