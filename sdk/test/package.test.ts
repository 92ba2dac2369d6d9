import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { build } from 'tsup'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
/** Where it stands: openapi-fetch takes 2.6 KB of it. A later version is to come below 6 KB. */
const sizeBytesMax = 8192

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-sdk-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the package', () => {
  test('exports the same from ESM and CommonJS, and errors of either are known to both', async () => {
    const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
    const entry = manifest.exports['.']
    await bundle({ format: ['esm', 'cjs'] })
    const esm = await import(join(folder, fileName(entry.import.default)))
    const cjs = createRequire(import.meta.url)(join(folder, fileName(entry.require.default)))
    expect(Object.keys(cjs).sort()).toEqual(Object.keys(esm).sort())
    expect(Object.keys(esm)).toContain('Mediagen')
    const error = new cjs.RateLimitError('Too many', { status: 429, code: 'RATE_LIMITED', details: [] })
    expect(error instanceof esm.RateLimitError).toBe(true)
  })

  test('is small: whole, with openapi-fetch, minified and zipped', async () => {
    await bundle({ format: ['esm'], minify: true, noExternal: [/.*/], platform: 'browser' })
    const zipped = await promisify(gzip)(await readFile(join(folder, 'index.js')), { level: 9 })
    expect(zipped.length).toBeLessThan(sizeBytesMax)
  })

  test('is left out by a bundler where only an error class of it is used', async () => {
    const entry = join(folder, 'only-an-error.ts')
    await writeFile(entry, `export { MediagenError } from '${join(packageFolder, 'src', 'index.ts')}'`)
    await bundle({ entry: [entry], format: ['esm'], minify: true, noExternal: [/.*/], platform: 'browser' })
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
