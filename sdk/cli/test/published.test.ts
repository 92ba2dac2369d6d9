import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { expect, test } from 'vitest'
import { program } from './support/command.ts'

/** Two thirds are the protocol for agents, in one file. */
const installedBytesMax = 1_250_000

test('publint finds nothing wrong with the package of the command line', async () => {
  const { messages } = await publint({
    pkgDir: fileURLToPath(new URL('..', import.meta.url)),
    pack: false,
    strict: true,
  })
  expect(messages).toEqual([])
})

test('the package of the command line takes at most 1.25 MB once it is installed, and does not install what is bundled', async () => {
  const pack = promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
  const [packed] = JSON.parse((await pack).stdout)
  expect(packed.unpackedSize).toBeLessThanOrEqual(installedBytesMax)
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(manifest.dependencies)).toEqual(['@mediagen/sdk', 'commander'])
})

test('the command line prints the version of its package', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--version'])
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  expect(stdout).toBe(`${manifest.version}\n`)
})
