import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverCommands } from '../src/server-commands.js'
import { program } from './support/command.ts'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

function run(
  file: string,
  args: readonly string[],
): Promise<{ code: unknown; output: string; words: string }> {
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data') } }
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], options, (error, output, words) => {
      resolve({ code: error?.code ?? 0, output, words })
    })
  })
}

describe('a command of the server', () => {
  test('is forwarded with all its arguments, and ends with its exit code', async () => {
    const made = await run(program, ['admin', 'create-account', '--balance', '12.50', '--json'])
    expect([made.code, Object.keys(JSON.parse(made.output)).sort()]).toEqual([
      0,
      ['accountId', 'apiKey', 'keyId'],
    ])
    const rejected = await run(program, ['admin', 'create-account', '--json'])
    expect([rejected.code, rejected.words]).toEqual([
      2,
      expect.stringContaining('Usage: mediagen-server admin'),
    ])
  })

  test.each(serverCommands)('%s prints where to run it if no server is installed', async (command) => {
    const installed = join(folder, 'elsewhere', 'node_modules', 'mediagen')
    await mkdir(installed, { recursive: true })
    for (const part of ['bin', 'dist', 'package.json']) {
      await cp(join(packageFolder, part), join(installed, part), { recursive: true })
    }
    const { code, output, words } = await run(join(installed, 'bin', 'mediagen.js'), [command])
    expect([code, output]).toEqual([2, ''])
    expect(words).toContain(`"${command}" is a command of the server, which is not installed here`)
  })
})
