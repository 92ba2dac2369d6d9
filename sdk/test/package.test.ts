import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorResponse } from './support/fake-fetch.js'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const account = { id: 'account-1', balance: '12.50', currency: 'USD' }

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

  test('loads nothing later', async () => {
    const files = await readdir(folder, { recursive: true })
    const programs = files.filter((path) => /\.c?js$/.test(path))
    expect(programs.length).toBeGreaterThan(5)
    for (const path of programs) expect(await readFile(join(folder, path), 'utf8')).not.toMatch(/\bimport\(/)
  })
})

function fileName(path: string): string {
  return path.replace(/^.*\//, '')
}
