import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runHere } from '../support/run-here.ts'

const contract = fileURLToPath(new URL('../../../generated/openapi.json', import.meta.url))
const folder = fileURLToPath(new URL('../../../conform', import.meta.url))
const deadUrl = 'http://127.0.0.1:9'

async function run(...words: string[]): Promise<{ code: number; output: string }> {
  const { status, stdout, stderr } = await runHere(process.cwd(), ['conform', ...words])
  return { code: status, output: stdout + stderr }
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
    [[deadUrl, '--key', 'k', '--contract', contract, '--seed', 'x'], /--seed must be a whole number/],
    [[deadUrl, '--contract', contract, '--scenario', 'nowhere.ts'], /--scenario nowhere.ts: .*nowhere.ts/],
    [
      [
        deadUrl,
        '--contract',
        contract,
        '--scenario',
        fileURLToPath(import.meta.url.replace('command.test', 'curl')),
      ],
      /exports no object named scenario/,
    ],
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
    ['media.ts', 'Costs nothing: the backend has no price list, so no generation is started.'],
    [
      'media-without-generations.ts',
      'Costs nothing: every generation asked for is one that the contract rejects.',
    ],
  ])('runs the scenario %s, which says before it starts anything what that costs', async (file, cost) => {
    const backend = createServer((_request, response) => response.writeHead(501).end()).listen(0, '127.0.0.1')
    onTestFinished(() => {
      backend.closeAllConnections()
      backend.close()
    })
    await once(backend, 'listening')
    const checked = ['--contract', contract, '--key', 'k', '--scenario', join(folder, file)]
    const { output } = await run(urlOf(backend), ...checked)
    expect(output.split('\n')[0]).toBe(cost)
    expect(output).toMatch(/^Not implemented \(501\):\n {2}\w/m)
  })
})
