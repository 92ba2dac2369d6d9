import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const contract = fileURLToPath(new URL('../../../generated/openapi.json', import.meta.url))
const foreign = fileURLToPath(new URL('../support/contracts/todo.yaml', import.meta.url))
const deadUrl = 'http://127.0.0.1:9'

function run(...words: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'conform', ...words], (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: output + errors })
    })
  })
}

function urlOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`
}

describe('the command conform', () => {
  test.each([
    [[], /name the address of a backend.*\nUsage: mediagen-codegen conform/],
    [['nowhere', '--key', 'k'], /name the address of a backend/],
    [[deadUrl], /--contract must name an OpenAPI document/],
    [[deadUrl, '--contract', contract], /--key must be an API key/],
    [[deadUrl, '--key', 'k', '--contract', contract, '--seed', 'x'], /--seed must be a whole number/],
    [[deadUrl, '--contract', foreign, '--seed', '1'], /--seed is for the contract of the media service/],
    [[deadUrl, '--key', 'k', '--generations'], /Usage: mediagen-codegen conform/],
  ])('ends with 2 and its usage if it was called wrong: %j', async (words, message) => {
    const { code, output } = await run(...words)
    expect(output).toMatch(message)
    expect(code).toBe(2)
  })

  test('ends with 2 if nothing responds', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const url = urlOf(closed)
    closed.close()
    const { code, output } = await run(url, '--key', 'k', '--contract', contract)
    expect(output).toMatch(/^mediagen: nothing responds at http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/)
    expect(code).toBe(2)
  })

  test.each([
    [[], 'Costs nothing: the backend has no price list, so no generation is started.'],
    [['--no-generations'], 'Costs nothing: every generation asked for is one that the contract rejects.'],
  ])('says before the first request what it will cost: %j', async (words, cost) => {
    const backend = createServer((_request, response) => response.writeHead(501).end()).listen(0, '127.0.0.1')
    onTestFinished(() => {
      backend.closeAllConnections()
      backend.close()
    })
    await once(backend, 'listening')
    const checked = ['--contract', contract, '--key', 'k', '--requests', '0']
    const { output } = await run(urlOf(backend), ...checked, ...words)
    expect(output.split('\n')[0]).toBe(cost)
    expect(output).toMatch(/^Not implemented \(501\):\n {2}\w/m)
  })

  test('says in its help what it starts and how to start nothing', async () => {
    const { code, output } = await run('--help')
    expect(output).toContain('--no-generations')
    expect(output).toContain('one generation of each product at its lowest price')
    expect(code).toBe(0)
  })
})
