import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationsOf, readContract } from '../../scripts/docs/reference/contract.ts'
import { samplesOf } from '../../scripts/docs/reference/samples.ts'
import { createProgram } from '../../sdk/cli/dist/program.js'
import { startPrism } from '../support/prism.ts'
import type { RunningProgram } from '../support/running-program.ts'
import { typeErrors } from '../support/type-errors.ts'

/** What a sample needs of Python's requests, on the standard library: the package itself may be missing. */
const requestsStandIn = `
import json, urllib.request
class Response:
    def __init__(self, response): self.response = response
    def raise_for_status(self): pass
    def json(self): return self.response
def send(method, url, headers={}, timeout=None, **body):
    data = json.dumps(body["json"]).encode() if "json" in body else None
    kind = {"Content-Type": "application/json"} if data else {}
    request = urllib.request.Request(url, data, {**headers, **kind}, method=method)
    with urllib.request.urlopen(request, timeout=timeout) as response: return Response(json.load(response))
def get(url, **more): return send("GET", url, **more)
def post(url, **more): return send("POST", url, **more)
def delete(url, **more): return send("DELETE", url, **more)
`

const samples = operationsOf(readContract()).flatMap((operation) =>
  samplesOf(operation).map((sample) => ({ operationId: operation.operationId, ...sample })),
)
const labelled = (label: string) => samples.filter((sample) => sample.label === label)

describe('the samples of the API reference', () => {
  let prism: RunningProgram
  let folder: string
  beforeAll(async () => {
    prism = await startPrism()
    folder = await mkdtemp(join(tmpdir(), 'mediagen-samples-'))
    await writeFile(join(folder, 'requests.py'), requestsStandIn)
  })
  afterAll(async () => {
    await prism.stop()
    await rm(folder, { recursive: true })
  })

  const run = (program: string, words: string[]) =>
    promisify(execFile)(program, words, {
      cwd: folder,
      env: { ...process.env, MEDIAGEN_BASE_URL: prism.url, MEDIAGEN_API_KEY: 'any', PYTHONPATH: folder },
    })

  // Prism responds with an error to a request that breaks the contract, and curl -f then fails.
  test.each(labelled('curl'))('curl: $operationId is accepted as it stands', async ({ source }) => {
    const { stdout } = await run('sh', ['-euc', source.replace('curl ', 'curl -fsS ')])
    expect(typeof JSON.parse(stdout)).toBe('object')
  })

  test.each(labelled('Python requests'))(
    'Python: $operationId is accepted as it stands',
    async ({ source }) => {
      expect((await run('python3', ['-c', source])).stdout).toMatch(/^\{.*\}\n$/)
    },
  )

  test.each(labelled('Command line'))('Command line: $operationId is a valid command', async ({ source }) => {
    const reached: string[] = []
    const program = createProgram(process, () => async (...received: unknown[]) => {
      const command = received.at(-1)
      if (typeof command === 'object' && command !== null && 'args' in command)
        reached.push(String(command.args))
    })
    const { stdout } = await run('sh', ['-euc', source.replace(/^npx mediagen/, `printf '%s\\n'`)])
    await program.parseAsync(stdout.trimEnd().split('\n'), { from: 'user' })
    expect(reached).toHaveLength(1)
  })

  test('TypeScript: all compile against the types of the SDK', () => {
    const programs = labelled('TypeScript SDK')
    const files = Object.fromEntries(
      programs.map(({ operationId, source }) => [`${operationId}.mts`, source]),
    )
    expect(
      typeErrors(files, {
        compilerOptions: {
          module: 'NodeNext',
          target: 'ES2023',
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          types: ['node'],
        },
      }),
    ).toEqual([])
    expect(programs).toHaveLength(labelled('curl').length)
  })
})
