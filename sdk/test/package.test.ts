import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { build, type Options } from 'tsup'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import contract from '../../openapi/generated/openapi.json' with { type: 'json' }
import { refusal } from './support/fake-fetch.js'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
/** Gzipped bytes of the chunks that a page loads at once to construct a client, openapi-fetch included. */
const startBytesMax = 9000
/** The same with every chunk that is loaded when it is first needed. */
const wholeBytesMax = 21_000

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
      const answers = [Response.json(account), refusal(429, 'RATE_LIMITED')]
      const client = new Mediagen({ fetch: async () => answers.shift(), maxRetries: 0 })
      await expect(client.account()).resolves.toEqual(account)
      const error = await client.account().catch((reason: unknown) => reason)
      expect(error instanceof RateLimitError).toBe(true)
    }
  })

  test('is small as a bundler splits it: at the start and whole, minified and zipped', async ({
    annotate,
  }) => {
    const index = join(packageFolder, 'src', 'index.ts')
    const entry = join(folder, 'only-the-client.ts')
    await writeFile(entry, `import { Mediagen } from '${index}'\nglobalThis.client = new Mediagen()\n`)
    const { start, whole } = await zippedBytes(entry)
    const operations = Object.values(contract.paths).flatMap((path) => Object.keys(path)).length
    const growth = Math.round(whole / operations)
    await annotate(
      `${start} bytes at the start, ${whole} whole: ${growth} for each of ${operations} operations`,
    )
    expect(start).toBeLessThanOrEqual(startBytesMax)
    expect(whole).toBeLessThanOrEqual(wholeBytesMax)
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

/** What esbuild says of the files that it made. */
interface Metafile {
  readonly outputs: Readonly<
    Record<string, { entryPoint?: string; imports: { path: string; kind: string }[] }>
  >
}

/** The size of a program by chunks: of those that its entry imports statically, and of all. */
async function zippedBytes(entry: string): Promise<{ start: number; whole: number }> {
  const outDir = join(folder, 'split')
  await bundle({ entry: { small: entry }, splitting: true, metafile: true, ...wholeBundle, outDir })
  const { outputs }: Metafile = JSON.parse(await readFile(join(outDir, 'metafile-esm.json'), 'utf8'))
  const paths = Object.keys(outputs)
  const startPaths = new Set(paths.filter((path) => fileName(path) === 'small.js'))
  // A set that grows while it is walked visits what it is given meanwhile.
  for (const path of startPaths) {
    for (const one of outputs[path]?.imports ?? []) {
      if (one.kind === 'import-statement') startPaths.add(one.path)
    }
  }
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const zipped = await promisify(gzip)(await readFile(join(outDir, fileName(path))), { level: 9 })
      return { path, bytes: zipped.length }
    }),
  )
  const sum = (chosen: typeof sizes) => chosen.reduce((total, { bytes }) => total + bytes, 0)
  return { start: sum(sizes.filter(({ path }) => startPaths.has(path))), whole: sum(sizes) }
}

async function bundle(options: Parameters<typeof build>[0]): Promise<void> {
  const base = { entry: [join(packageFolder, 'src', 'index.ts')], config: false, silent: true, dts: false }
  await build({ ...base, outDir: folder, target: 'es2022', ...options })
}

function fileName(path: string): string {
  return path.replace(/^.*\//, '')
}
