import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { startMockServer } from '@mediagen/sdk/testing'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { contractFile } from '../../openapi/checks/contract.ts'
import { requiredBy } from '../../scripts/set-up/requirements.mjs'
import { findFreePort } from '../support/free-port.ts'
import { installLocked } from '../support/install-locked.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const notice = 'installing the generators that the contract is tried with, about 300 MB the first time'
const missing = await installLocked(here, notice)
const setting = requiredBy('runtimes')
if (missing !== '' && setting !== undefined) throw new Error(`${setting}, but ${missing}`)

/** Each generator, with its program in node_modules/.bin and what it is told. */
const generators = [
  { name: 'hey-api', command: ['openapi-ts', '-i', contractFile, '-o', 'out/hey-api'] },
  { name: 'orval', command: ['orval', '--config', 'orval.config.mjs'] },
  {
    name: 'openapi-zod-client',
    command: ['openapi-zod-client', contractFile, '-o', 'out/openapi-zod-client/api.ts'],
  },
  {
    name: 'swagger-typescript-api',
    command: [
      ...['swagger-typescript-api', 'generate', '-p', contractFile],
      ...['-o', 'out/swagger-typescript-api', '-n', 'api.ts'],
    ],
  },
]
/** About ten seconds on an idle machine. */
const generateTimeoutMs = 240_000
/** Long enough that the first poll finds the task at work. */
const stepMs = 30

const port = await findFreePort()
const baseUrl = `http://127.0.0.1:${port}`

function execute([program = '', ...args]: readonly string[]) {
  const env = { ...process.env, CONTRACT: contractFile, BASE_URL: baseUrl }
  const path = join(here, 'node_modules', '.bin', program)
  return promisify(execFile)(process.execPath, [path, ...args], { cwd: here, env })
}

/** What the compiler says of everything; nothing where it compiles. */
let complaints = ''

beforeAll(async () => {
  if (missing !== '') return
  await rm(join(here, 'out'), { recursive: true, force: true })
  for (const { name } of generators) await mkdir(join(here, 'out', name), { recursive: true })
  await Promise.all(generators.map(({ command }) => execute(command)))
  complaints = await execute(['tsc', '--project', 'tsconfig.json', '--pretty', 'false']).then(
    ({ stdout }) => stdout,
    ({ stdout, message }: Error & { stdout: string }) => stdout || message,
  )
}, generateTimeoutMs)

test.skipIf(missing !== '').each(generators)(
  'the client that $name makes of the contract compiles, orders once and polls a task to its end',
  async ({ name }) => {
    const lines = complaints.split('\n')
    expect(lines.filter((line) => line.includes(`/${name}`))).toEqual([])
    const { service, close } = await startMockServer({
      port,
      ids: 'counted',
      queuedMs: stepMs,
      processingMs: stepMs,
    })
    onTestFinished(close)
    const { run } = await import(pathToFileURL(join(here, 'programs', `${name}.ts`)).href)
    expect(await run(baseUrl, 'mg_key')).toEqual({
      ids: ['task1', 'task1'],
      status: 'SUCCEEDED',
      url: expect.stringMatching(/^http/),
      listed: 1,
      missing: 'TASK_NOT_FOUND',
    })
    expect(service.taskCount()).toBe(1)
  },
)

test.skipIf(missing !== '')('nothing else of the generated code fails to compile', () => {
  expect(complaints).toBe('')
})
