import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import {
  copiesOf,
  foreignSettings,
  knownSettings,
  readDockerStages,
  readText,
  root,
} from './support/deployment.ts'

const stages = readDockerStages('server/Dockerfile')
const last = stages.at(-1) ?? []

function instruction(name: string): string {
  return last.find((found) => found.name === name)?.text ?? ''
}

/** The variables that the image sets, by name. */
const imageSettings = Object.fromEntries(
  instruction('ENV')
    .split(/\s+/)
    .map((part) => part.split('=', 2)),
)

describe('the Dockerfile', () => {
  test('copies only what is there and what .dockerignore lets in', () => {
    const letIn = readText('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    const sources = stages
      .flatMap(copiesOf)
      .flatMap(({ from, sources }) => (from === undefined ? sources : []))
    expect(sources.length).toBeGreaterThan(8)
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(sources.filter((path) => !letIn.includes(path))).toEqual([])
    // And lets nothing in that is not copied, for that could only be something forgotten, or worse.
    expect(letIn.filter((path) => !sources.includes(path))).toEqual([])
  })

  test('sets only variables that the server knows, and serves where it says', () => {
    const unknown = Object.keys(imageSettings).filter(
      (name) => ![...knownSettings, ...foreignSettings].includes(name),
    )
    expect(unknown).toEqual([])
    expect(instruction('EXPOSE')).toBe(imageSettings.PORT)
  })

  test('runs as nobody in particular, without a shell in between', () => {
    expect(instruction('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(JSON.parse(instruction('ENTRYPOINT'))).toEqual(['node', 'server/dist/main.js'])
    expect(instruction('HEALTHCHECK')).toContain('CMD ["node", "server/healthcheck.mjs"]')
  })
})

describe('the image as a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-image-'))
  const app = join(folder, 'app')
  const running = new Set<ChildProcess>()
  const environment = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
  }
  const run = (args: string[], more = {}) =>
    execFileSync(process.execPath, args, { cwd: app, env: { ...environment, ...more }, encoding: 'utf8' })

  beforeAll(() => {
    for (const { from, sources, to } of copiesOf(last)) {
      for (const source of sources.map((path) => path.replace(/^\/app\//, ''))) {
        const target = join(app, to.endsWith('/') ? join(to, basename(source)) : to)
        mkdirSync(dirname(target), { recursive: true })
        // The packages as they are here stand for those that npm would install there.
        if (basename(source) === 'node_modules') symlinkSync(join(root, source), target)
        else cpSync(join(root, source), target, { recursive: true })
        expect(from === undefined || /node_modules|dist/.test(source)).toBe(true)
      }
    }
  })

  afterAll(() => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('migrates, and a worker in it is healthy, is measured and ends with 0 on SIGTERM', async () => {
    expect(run(['server/dist/main.js', 'migrate'])).toContain('Applied 0001')
    expect(run(['server/dist/main.js', 'migrate'])).toContain('up to date')

    const port = String(await findFreePort())
    const child = spawn(process.execPath, ['server/dist/main.js', 'worker'], {
      cwd: app,
      env: { ...environment, METRICS_PORT: port },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    running.add(child)
    let log = ''
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`The worker ended:\n${log}`)))
      child.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString()
        if (log.includes('worker is running')) resolve()
      })
    })
    run(['server/healthcheck.mjs'], { METRICS_PORT: port })
    const readiness = await fetch(`http://127.0.0.1:${port}/readyz`)
    expect(await readiness.json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok', objectStore: 'ok', taskWorker: 'ok' },
    })
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toContain('mediagen_database_up 1')
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/pricing`)).status).toBe(404)

    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    running.delete(child)
    expect(() => run(['server/healthcheck.mjs'], { METRICS_PORT: port })).toThrow()
  })
})
