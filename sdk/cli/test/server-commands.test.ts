import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
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
  bin = '/usr/bin',
): Promise<{ code: unknown; output: string; words: string }> {
  const options = { cwd: folder, env: { PATH: `${bin}:/usr/bin:/bin`, DATA_DIR: join(folder, 'data') } }
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

  test.each(serverCommands)('%s prints how to run it if no server is installed', async (command) => {
    const { code, output, words } = await run(await installElsewhere(), [command, '--a', 'b c'])
    expect([code, output]).toEqual([2, ''])
    expect(words).toContain(`"mediagen ${command}" is a command of the server, which is not installed here`)
    const line = `npx -p @mediagen/server -p @mediagen/studio mediagen-server ${command} --a 'b c'\n`
    expect(words).toContain(line)
  })

  test('is forwarded to the server on the PATH if none is installed beside it', async () => {
    const bin = join(folder, 'bin')
    await mkdir(bin, { recursive: true })
    await writeFile(join(bin, 'mediagen-server'), '#!/bin/sh\necho "$@"; exit 9\n', { mode: 0o755 })
    const ended = await run(await installElsewhere(), ['serve', '--port', '1'], bin)
    expect(ended).toEqual({ code: 9, output: 'serve --port 1\n', words: '' })
  })
})

/** The program in a folder without a server. */
async function installElsewhere(): Promise<string> {
  const installed = join(folder, 'elsewhere', 'node_modules', 'mediagen')
  await mkdir(installed, { recursive: true })
  for (const part of ['bin', 'dist', 'package.json'])
    await cp(join(packageFolder, part), join(installed, part), { recursive: true })
  return join(installed, 'bin', 'mediagen.js')
}
