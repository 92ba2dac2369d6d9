import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findFreePort } from '../../test/support/free-port.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const deadUrl = 'http://127.0.0.1:9'

function run(...words: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: output + errors })
    })
  })
}

describe('the command conform', () => {
  test.each([
    [[], /name the address of a backend.*usage: npm run conform/],
    [['nowhere', '--key', 'k'], /name the address of a backend/],
    [[deadUrl], /--key must be an API key/],
    [[deadUrl, '--key', 'k', '--seed', 'x'], /--seed must be a whole number/],
    [[deadUrl, '--key', 'k', '--generations'], /usage: npm run conform/],
  ])('ends with 2 and its usage where it was called wrong: %j', async (words, told) => {
    const { code, output } = await run(...words)
    expect(output).toMatch(told)
    expect(code).toBe(2)
  })

  test('ends with 2 where nobody answers', async () => {
    const { code, output } = await run(`http://127.0.0.1:${await findFreePort()}`, '--key', 'k')
    expect(output).toMatch(/^mediagen: nobody answers at http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/)
    expect(code).toBe(2)
  })

  test('says in its help what it starts and how to start nothing', async () => {
    const { code, output } = await run('--help')
    expect(output).toContain('--no-generations')
    expect(output).toContain('one generation of each product at its lowest price')
    expect(code).toBe(0)
  })
})
