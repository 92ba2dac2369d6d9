import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { program } from './support/command.ts'

/** The program in a folder of its own, with these folders beside `bin`. */
function runIn(folders: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const home = mkdtempSync(join(tmpdir(), 'mediagen-unbuilt-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  for (const folder of ['bin', ...folders]) mkdirSync(join(home, folder))
  copyFileSync(program, join(home, 'bin', 'mediagen.js'))
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
  return spawnSync(process.execPath, [join(home, 'bin', 'mediagen.js'), 'balance'], { encoding: 'utf8' })
}

test('a checkout that is not built says in one line what builds it', () => {
  expect(runIn(['src'])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'The command line is not built in this checkout yet: npm run build\n',
  })
})

test('an installed package that lacks a file shows the error itself', () => {
  const { status, stderr } = runIn([])
  expect(status).toBe(1)
  expect(stderr).toContain('ERR_MODULE_NOT_FOUND')
})
