import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { build, type Options } from 'tsup'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorResponse } from './support/fake-fetch.js'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
/** Gzipped bytes of all that a page needs to generate, openapi-fetch included. */
const bundleBytesMax = 22_000
/** The same of all hooks for React, beside the client and React. */
const reactBytesMax = 2400

const account = { id: 'account-1', balance: '12.50', currency: 'USD' }

/** As a bundler for browsers puts it. */
const wholeBundle = {
  format: ['esm'],
  minify: true,
  noExternal: [/.*/],
  platform: 'browser',
} satisfies Options

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
      const responses = [Response.json(account), errorResponse(429, 'RATE_LIMITED')]
      const client = new Mediagen({ fetch: async () => responses.shift(), maxRetries: 0 })
      await expect(client.account()).resolves.toEqual(account)
      const error = await client.account().catch((reason: unknown) => reason)
      expect(error instanceof RateLimitError).toBe(true)
    }
  })

  test('adds at most 22 kB to the bundle of a page, minified and gzipped, and loads nothing later', async ({
    annotate,
  }) => {
    const index = join(packageFolder, 'src', 'index.ts')
    const entry = join(folder, 'only-the-client.ts')
    const outDir = join(folder, 'split')
    await writeFile(entry, `import { Mediagen } from '${index}'\nglobalThis.client = new Mediagen()\n`)
    await bundle({ entry: [entry], splitting: true, ...wholeBundle, outDir })
    expect(await readdir(outDir)).toEqual(['only-the-client.js'])
    const code = await readFile(join(outDir, 'only-the-client.js'))
    const { length } = await promisify(gzip)(code, { level: 9 })
    await annotate(`${length} bytes`)
    expect(length).toBeLessThanOrEqual(bundleBytesMax)
  })

  test('adds at most 2.4 kB for all hooks of React, beside the client', async ({ annotate }) => {
    const entry = { hooks: join(packageFolder, 'src', 'react', 'index.ts') }
    const outDir = join(folder, 'hooks')
    await bundle({ entry, ...wholeBundle, noExternal: [], external: ['react'], outDir })
    const code = await readFile(join(outDir, 'hooks.js'))
    expect(code.toString()).not.toContain('/api/v1/')
    const { length } = await promisify(gzip)(code, { level: 9 })
    await annotate(`${length} bytes`)
    expect(length).toBeLessThanOrEqual(reactBytesMax)
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

async function bundle(options: Parameters<typeof build>[0]): Promise<void> {
  const base = { entry: [join(packageFolder, 'src', 'index.ts')], config: false, silent: true, dts: false }
  await build({ ...base, outDir: folder, target: 'es2022', ...options })
}

function fileName(path: string): string {
  return path.replace(/^.*\//, '')
}
