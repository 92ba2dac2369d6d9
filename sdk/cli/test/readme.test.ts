import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exitCodes, exitMeanings } from '../src/exit-codes.js'
import { createProgram } from '../src/program.js'
import { processTerminal } from '../src/terminal.js'
import { png, program, setStage } from './support/command.ts'

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
const scripts = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, script = '']) => script)

describe('the README of the command line', () => {
  test('has commands that run as they stand', async () => {
    const { folder, env } = await setStage()
    await writeFile(join(folder, 'photo.png'), png)
    // The settings of the first script are those of a reader; here they are the mock's.
    const all = scripts.join('\n').replace(/^export .*$/gm, '')
    const bash = spawn('bash', ['-eu', '-o', 'pipefail'], {
      cwd: folder,
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let words = ''
    bash.stderr.on('data', (chunk: Buffer) => {
      words += chunk.toString()
    })
    bash.stdin.end(`mediagen() { "${process.execPath}" "${program}" "$@"; }\nnpx() { "$@"; }\n${all}`)
    const [code] = await once(bash, 'close')
    expect([code, code === 0 ? '' : words]).toEqual([0, ''])
    const files = await readdir(folder)
    for (const [, file = ''] of readme.matchAll(/-o (\w+\.\w+)|> (\w+\.\w+)/g))
      if (file) expect(files).toContain(file)
  })

  test('shows every command and every option of generation', () => {
    const cli = createProgram(processTerminal, () => async () => undefined)
    for (const command of cli.commands) {
      expect(readme).toContain(`mediagen ${command.name()} `.replace(/balance $/, 'balance'))
      for (const sub of command.commands)
        expect(readme).toContain(`mediagen ${command.name()} ${sub.name()} `)
    }
    const image = cli.commands.find((command) => command.name() === 'image')
    for (const option of image?.options ?? []) {
      const names = [option.long, option.short].filter((name) => typeof name === 'string')
      expect(readme).toMatch(new RegExp(`\\s(${names.join('|')})\\W`))
    }
  })

  test('has the table of exit codes as it is in the code', () => {
    const rows = [...readme.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code, words]) => [
      Number(code),
      words,
    ])
    expect(rows).toEqual(
      Object.entries(exitCodes).map(([name, code]) => [code, Reflect.get(exitMeanings, name)]),
    )
  })
})
