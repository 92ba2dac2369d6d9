import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { npmProgram } from './dependencies.mjs'

const setUp = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** A service that takes a moment to drain, and says so. */
const service = `
  const server = require('node:net').createServer().listen(0, '127.0.0.1', () =>
    console.log('serving', server.address().port, process.pid, process.ppid))
  process.on('SIGHUP', () => console.log('reloaded'))
  process.on('SIGTERM', () => setTimeout(() => { console.log('drained'); process.exit(0) }, 50))`

/** A command as those of the project, which reports its checks, and checks often. */
const command = `
  import { runForeground } from ${setUp('./child-process.mjs')}
  import { runCommand } from ${setUp('./prepare.mjs')}
  const every = setInterval
  globalThis.setInterval = (check) => every(() => { check(); console.log('checked') }, 20)
  await runCommand(() => runForeground(process.execPath, ['-e', ${JSON.stringify(service)}]))`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-npm-'))
  await writeFile(join(folder, 'package.json'), '{ "scripts": { "start": "node start.mjs" } }')
  await writeFile(join(folder, 'start.mjs'), command)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a program prints, and when it and all that it has started have ended: each holds its output open. */
async function running(program: string, programArguments: readonly string[]) {
  const child = spawn(program, programArguments, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const ended = once(reader, 'close')
  const line = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = lines.map((text) => pattern.exec(text)).find((match) => match !== null)
      if (found) return found
      await once(reader, 'line')
    }
  }
  const [, port, pid, parent] = await line(/^serving (\d+) (\d+) (\d+)$/)
  onTestFinished(() => {
    for (const left of [parent, pid]) kill(Number(left))
  })
  return { child, lines, ended, port: Number(port), pid: Number(pid), parent: Number(parent) }
}

async function runNpmStart(shell: string) {
  const npm = npmProgram()
  return running(npm.program, [...npm.first, 'start', `--script-shell=${shell}`])
}

async function isServing(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect').then(
    () => Boolean(socket.destroy()),
    () => false,
  )
}

const endings = (['SIGTERM', 'SIGHUP', 'SIGKILL'] as const).flatMap((signal) =>
  // dash stays between npm and the command; bash is replaced by it.
  ['/bin/sh', '/bin/bash'].map((shell) => ({ signal, shell })),
)

test.each(endings.filter(({ shell }) => existsSync(shell)))(
  'a service drains and ends when npm gets $signal, started by $shell',
  async ({ signal, shell }) => {
    const { child, lines, ended, port } = await runNpmStart(shell)
    expect(await isServing(port)).toBe(true)
    child.kill(signal)
    await ended
    expect(lines.filter((line) => line === 'drained')).toEqual(['drained'])
    expect(await isServing(port)).toBe(false)
  },
)

test('a service drains and ends when the command that runs it is killed', async () => {
  const { lines, ended, parent } = await runNpmStart('/bin/sh')
  process.kill(parent, 'SIGKILL')
  await ended
  expect(lines).toContain('drained')
})

test.each([['npm start </dev/null &'], ['nohup npm start </dev/null &'], ['setsid npm start </dev/null &']])(
  'a service goes on while its npm lives, when the script that ran %j has ended',
  async (script) => {
    const { child, lines, ended, port, pid } = await running('/bin/sh', ['-c', script])
    await hasEnded(child)
    const seen = lines.length
    while (lines.slice(seen).filter((line) => line === 'checked').length < 3)
      await new Promise((resolve) => setImmediate(resolve))
    expect(await isServing(port)).toBe(true)
    process.kill(pid, 'SIGTERM')
    await ended
  },
)

/** Kills what a failed test leaves running. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

async function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await once(child, 'exit')
}
