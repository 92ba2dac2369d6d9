import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { expect, test } from 'vitest'
import { program } from './support/command.ts'

test('the package of the command line has nothing that publint finds wrong', async () => {
  const { messages } = await publint({
    pkgDir: fileURLToPath(new URL('..', import.meta.url)),
    pack: false,
    strict: true,
  })
  expect(messages).toEqual([])
})

test('the command line tells the version of its package', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--version'])
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  expect(stdout).toBe(`${manifest.version}\n`)
})
