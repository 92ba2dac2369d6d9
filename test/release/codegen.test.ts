import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import { npm, quietNpm } from '../support/install-locked.ts'
import { untilPrinted } from '../support/running-program.ts'
import { bytesBelow } from './support/installed-size.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const contracts = join(root, 'openapi/codegen/src/support/contracts')
const nodeVersions = { 22: '22.13.1', 26: '26.10.0' }
/** All that an installation of the generator puts on the disk, with what it depends on. */
const toolBytesMax = 70_000_000
const timeoutMs = 300_000

const folder = mkdtempSync(join(tmpdir(), 'mediagen-codegen-'))
/** Where the generator is installed, and nothing of the repository is found. */
const tool = join(folder, 'tool')
/** The tarballs by the packages' names. Their versions are in no registry yet. */
const tarballs: Record<string, string> = {}
let installSeconds = 0
let toolBytes = 0
/** All installations share npm's cache: what one has loaded, the next does not ask the registry for. */
const cached = ['--prefer-offline']

beforeAll(async () => {
  for (const place of ['openapi/runtime', 'openapi/codegen']) {
    const pack = ['pack', '--json', '--pack-destination', folder, ...quietNpm]
    const [{ name, filename }]: [{ name: string; filename: string }] = JSON.parse(
      await npm(join(root, place), pack),
    )
    tarballs[name] = join(folder, filename)
  }
  mkdirSync(tool)
  writeFileSync(join(tool, 'package.json'), '{ "private": true }')
  const startedMs = performance.now()
  await npm(tool, ['install', ...quietNpm, ...cached, ...Object.values(tarballs)])
  installSeconds = (performance.now() - startedMs) / 1000
  toolBytes = bytesBelow(join(tool, 'node_modules'))
  const { platform, arch } = process
  const nodes = Object.entries(nodeVersions).map(
    ([major, version]) => `node-${major}@npm:node-${platform}-${arch}@${version}`,
  )
  await npm(tool, ['install', ...quietNpm, ...cached, ...nodes])
}, timeoutMs)

afterAll(() => rmSync(folder, { recursive: true }))

/** A backend team's first hour: the line written by hand, and requests that then succeed and are rejected. */
interface Hour {
  readonly name: string
  readonly node: 22 | 24 | 26
  /** The contract's file; none takes the sample. */
  readonly contract?: string
  readonly stub: string
  readonly file: string
  readonly line: string
  readonly valid: string
  readonly invalid: string
}

const hours: readonly Hour[] = [
  {
    name: 'the sample of init',
    node: 22,
    file: 'pets-api.ts',
    stub: 'getPet',
    line: "return { id: input.petId, name: 'Tom', kind: 'CAT' }",
    valid: '/pets/1',
    invalid: '/pets?limit=0',
  },
  {
    name: 'a contract with lists, pages and a base path',
    node: 26,
    contract: join(contracts, 'todo.yaml'),
    file: 'todo-items-api.ts',
    stub: 'listItems',
    line: "return { body: { items: [], page: input.page }, headers: { 'X-Total-Count': 0 } }",
    valid: '/v2/lists/1/items',
    invalid: '/v2/lists/1/items?page=0',
  },
  {
    name: 'a contract with a form of errors of its own',
    node: 22,
    contract: join(contracts, 'bookshop.yaml'),
    file: 'default-api.ts',
    stub: 'listBooks',
    line: "return [{ title: 'Emma' }]",
    valid: '/books',
    invalid: '/books?limit=0',
  },
  {
    name: 'the contract of the media service',
    node: 24,
    contract: join(root, 'openapi/generated/openapi.json'),
    file: 'account-api.ts',
    stub: 'getAccount',
    line: "return { id: context.principals.ApiKey?.id ?? '', balance: '1.00', currency: 'USD' }",
    valid: '/api/v1/me',
    invalid: '/api/v1/effects?surface=none',
  },
]

describe('the generator, installed from its tarball in an empty folder', { timeout: timeoutMs }, () => {
  test('takes less than 70 MB', () => {
    expect(toolBytes).toBeLessThan(toolBytesMax)
  })

  test('names the command that installs Prism, which the mock alone needs', async () => {
    const program = join(tool, 'node_modules/@mediagen/codegen/bin/mediagen-codegen.js')
    const words = [program, 'mock', join(contracts, 'todo.yaml')]
    const mock = promisify(execFile)(process.execPath, words, { cwd: tool })
    await expect(mock).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^mediagen: the mock needs Prism: npm install --save-dev @mediagen\/codegen @stoplight\/prism-core@\S+ @stoplight\/prism-http@\S+\n$/,
      ),
    })
  })

  test.for(hours)(
    'leads from init to a server that conforms to $name, on Node $node',
    async (hour, { annotate }) => {
      const startedMs = performance.now()
      const { url, contract, run } = await serve(hour)
      const headers = { Authorization: 'Bearer any' }
      expect((await fetch(url + hour.valid, { headers })).status).toBe(200)
      expect((await fetch(url + hour.invalid, { headers })).status).toBe(400)
      const { stdout } = await run('conform', url, '--contract', contract, '--key', 'any')
      expect(stdout).toMatch(/\d+ requests, 0 breaches/)
      const seconds = installSeconds + (performance.now() - startedMs) / 1000
      await annotate(`${hour.name} on Node ${hour.node}: ${seconds.toFixed(0)} s`)
    },
  )
})

/** Does what a newcomer does: init, install, one line, test, start. */
async function serve(hour: Hour) {
  const project = join(folder, hour.stub)
  mkdirSync(project)
  const node = hour.node === 24 ? process.execPath : join(tool, `node_modules/node-${hour.node}/bin/node`)
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}`, NODE_OPTIONS: '' }
  const program = join(tool, 'node_modules/@mediagen/codegen/bin/mediagen-codegen.js')
  const run = (...words: string[]) => promisify(execFile)(node, [program, ...words], { cwd: project, env })

  const contract = hour.contract === undefined ? 'openapi.yaml' : `contract${hour.contract.slice(-5)}`
  if (hour.contract !== undefined) copyFileSync(hour.contract, join(project, contract))
  await run('init', ...(hour.contract === undefined ? [] : [contract]))
  useTarballs(join(project, 'package.json'))
  // Fails for a package that does not run on this Node.
  await npm(project, ['install', '--engine-strict', ...quietNpm, ...cached], env)
  const file = join(project, 'src', hour.file)
  const stubbed = readFileSync(file, 'utf8')
  const written = stubbed.replace(`throw new NotImplementedError('${hour.stub}')`, hour.line)
  expect(written).not.toBe(stubbed)
  writeFileSync(file, written)
  await npm(project, ['test'], env)

  const port = String(await findFreePort())
  const server = spawn(node, ['dist/server.js'], { cwd: project, env: { ...env, PORT: port } })
  onTestFinished(async () => {
    if (server.exitCode !== null) return
    server.kill()
    await once(server, 'exit')
  })
  const [, url = ''] = await untilPrinted(server, /Listening on (\S+)/)
  return { url, contract, run }
}

/** In place of the versions that init names. */
function useTarballs(file: string): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  for (const dependencies of [manifest.dependencies, manifest.devDependencies])
    for (const [name, path] of Object.entries(tarballs))
      if (name in dependencies) dependencies[name] = `file:${path}`
  writeFileSync(file, JSON.stringify(manifest))
}
