import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepSigningSecret } from './signing-secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-secret-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the signing secret', () => {
  test('is created at the first start and kept, so that links outlive a restart', async () => {
    const dataDir = join(folder, 'new', 'data')
    const first = await keepSigningSecret(dataDir)
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(await keepSigningSecret(dataDir)).toBe(first)
    expect(await keepSigningSecret(join(folder, 'other'))).not.toBe(first)
  })

  test('is the same for all processes that start concurrently', async () => {
    const secrets = await Promise.all(Array.from({ length: 10 }, () => keepSigningSecret(folder)))
    expect(new Set(secrets).size).toBe(1)
  })

  test('can be read by its owner alone', async () => {
    await keepSigningSecret(folder)
    expect((await stat(join(folder, 'signing-secret'))).mode & 0o077).toBe(0)
  })

  test('never replaces a damaged one, which would silently break every link', async () => {
    await writeFile(join(folder, 'signing-secret'), 'short')
    await expect(keepSigningSecret(folder)).rejects.toThrow(/signing-secret is damaged/)
    expect(await readFile(join(folder, 'signing-secret'), 'utf8')).toBe('short')
  })
})
