import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkWorkFolder, makeWorkFolder, removeAbandonedWork } from './work-folder.ts'

/** The system's folder for temporary files, as these tests have it. */
let temporary: string
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'mediagen-temporary-'))
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(temporary, { recursive: true, force: true })
})

/** What a process leaves behind that was killed: its lock has ended with it. */
async function abandonedFolder(): Promise<string> {
  const path = join(temporary, 'mediagen-work-abandoned')
  await mkdir(path, { mode: 0o700 })
  await writeFile(join(path, 'lock'), '')
  await writeFile(join(path, 'made'), 'a result')
  return path
}

/** Another process that holds the lock of a folder until it is killed. */
async function holdLock(folder: string): Promise<() => Promise<void>> {
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(process.argv[1])
    database.exec('BEGIN EXCLUSIVE')
    process.stdout.write('held')
    process.stdin.resume()
  `
  const child = spawn(process.execPath, ['-e', program, join(folder, 'lock')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

describe('a folder for a result in transit', () => {
  test('belongs to its user alone, and is gone with its contents once it is removed', async () => {
    const folder = makeWorkFolder()
    await writeFile(join(folder.path, 'made'), 'a result')
    expect((await stat(folder.path)).mode & 0o777).toBe(0o700)
    await folder.remove()
    expect(await readdir(temporary)).toEqual([])
  })

  test('is not left behind if it cannot be locked', async () => {
    // SQLite opens no file whose path is longer than 512 bytes.
    const deep = join(temporary, 'd'.repeat(250), 'd'.repeat(250))
    await mkdir(deep, { recursive: true })
    vi.stubEnv('TMPDIR', deep)
    expect(() => makeWorkFolder()).toThrow()
    expect(await readdir(deep)).toEqual([])
  })

  test.each([
    ['a file', (path: string) => writeFile(path, '')],
    ['a link to a folder that does not exist', (path: string) => symlink('/that/never/was', path)],
  ])('can be made where anybody has put %s under a name that could be guessed', async (_what, put) => {
    await put(join(temporary, 'mediagen-work'))
    await put(join(temporary, 'mediagen-work-'))
    const folder = makeWorkFolder()
    await writeFile(join(folder.path, 'made'), 'a result')
    await folder.remove()
  })

  test('is reported as impossible where there is no folder for temporary files', async () => {
    vi.stubEnv('TMPDIR', join(temporary, 'missing'))
    await expect(checkWorkFolder()).rejects.toThrow(/ENOENT.*missing/)
  })
})

describe('the search for abandoned work', () => {
  test('removes what a killed process left, and nothing of a living one, whatever its process id', async () => {
    const path = await abandonedFolder()
    const kill = await holdLock(path)
    const own = makeWorkFolder()
    await removeAbandonedWork()
    expect(await readdir(path)).toEqual(expect.arrayContaining(['lock', 'made']))
    await kill()
    await removeAbandonedWork()
    expect(await readdir(temporary)).toEqual([own.path.slice(temporary.length + 1)])
    await own.remove()
  })

  test('follows no link, and leaves alone what is not a work folder', async () => {
    const elsewhere = await mkdtemp(join(temporary, 'elsewhere-'))
    await writeFile(join(elsewhere, 'lock'), '')
    await symlink(elsewhere, join(temporary, 'mediagen-work-link'))
    await mkdir(join(temporary, 'mediagen-work-without-lock'))
    await writeFile(join(temporary, 'mediagen-work-file'), '')
    const before = await readdir(temporary)
    await removeAbandonedWork()
    expect(await readdir(temporary)).toEqual(before)
    expect(await readdir(elsewhere)).toEqual(['lock'])
  })

  test.skipIf(process.getuid?.() !== 0)("leaves another user's folder alone", async () => {
    const path = await abandonedFolder()
    await chown(path, 65_534, 65_534)
    await removeAbandonedWork()
    expect(await readdir(path)).toEqual(['lock', 'made'])
  })
})
