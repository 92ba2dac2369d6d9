import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import { untilHolds } from '../support/until-holds.ts'
import { processMsMax } from './support/service-process.ts'

/** The command as `npx mediagen` finds it in the checkout. */
const program = fileURLToPath(new URL('../../node_modules/.bin/mediagen', import.meta.url))

let folder: string
let server: ChildProcess
let env: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-command-line-'))
  const port = String(await findFreePort())
  const baseUrl = `http://127.0.0.1:${port}`
  const { PATH = '' } = process.env
  env = { PATH, PORT: port, DATA_DIR: join(folder, 'data'), MEDIAGEN_BASE_URL: baseUrl }
  server = spawn(process.execPath, [program, 'serve'], { cwd: folder, env, stdio: 'ignore', detached: true })
  await untilHolds(async () => expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200), processMsMax)
  const { apiKey } = JSON.parse(await mediagen('admin', 'create-account', '--balance', '20.00', '--json'))
  env.MEDIAGEN_API_KEY = apiKey
})

afterAll(async () => {
  // With the server that it has started, where a failure has left the two running.
  if (server.exitCode === null && server.signalCode === null && server.pid !== undefined)
    process.kill(-server.pid, 'SIGKILL')
  await rm(folder, { recursive: true })
})

async function mediagen(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env })
  return stdout
}

test('one command serves, makes accounts, images and videos, and ends with 0', async () => {
  expect(await mediagen('image', 'a lighthouse in a storm', '-o', 'out.png')).toBe('out.png\n')
  expect((await readFile(join(folder, 'out.png'))).toString('hex', 0, 4)).toBe('89504e47')
  await mediagen('transform', 'out.png', '--effect', 'watercolour', '-o', 'painting.jpg')
  expect((await readFile(join(folder, 'painting.jpg'))).toString('hex', 0, 3)).toBe('ffd8ff')

  const estimate = JSON.parse(
    await mediagen('animate', 'out.png', '-e', 'push-in', '-d', '5', '--estimate', '--json'),
  )
  const before = Number(JSON.parse(await mediagen('balance', '--json')).balance)
  const video = JSON.parse(
    await mediagen('animate', 'out.png', '-e', 'push-in', '-d', '5', '-o', 'film.mp4', '--json'),
  )
  expect(video).toMatchObject({ status: 'SUCCEEDED', cost: { state: 'charged', amount: estimate.amount } })
  expect((await readFile(join(folder, 'film.mp4'))).toString('latin1', 4, 8)).toBe('ftyp')
  const after = Number(JSON.parse(await mediagen('balance', '--json')).balance)
  expect(before - after).toBeCloseTo(Number(estimate.amount), 6)

  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
