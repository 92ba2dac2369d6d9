import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

/** The words that bash parses from a command line. */
function wordsOf(line: string): string[] {
  const script = `curl() { for word; do [ -e "$word" ] || printf '%s\\0' "$word"; done; }; ${line}`
  return execFileSync('bash', ['-c', script], { env: { KEY: 'the key' } })
    .toString()
    .split('\0')
    .slice(0, -1)
}

test('a command line reproduces the request, and reads the key from the environment', () => {
  const body = JSON.stringify({ prompt: "it's $HOME `x` \\ \u0000 \ud83e" })
  const asked = { method: 'POST', path: '/api/v1/a?b=%20', headers: { 'X-Request-Id': "a'b" }, body }
  expect(wordsOf(curlOf('http://127.0.0.1:3000', asked))).toEqual([
    '-i',
    '-X',
    'POST',
    'http://127.0.0.1:3000/api/v1/a?b=%20',
    '-H',
    'Authorization: Bearer the key',
    '-H',
    "X-Request-Id: a'b",
    '--data-raw',
    body,
  ])
})

test('the padding of a body is sent but not shown', () => {
  const asked = { method: 'POST', path: '/', body: `{}${' '.repeat(70_000)}`, withKey: false }
  const line = curlOf('http://127.0.0.1:3000', asked)
  expect(line.length).toBeLessThan(200)
  const script = `curl() { for word; do :; done; wc -c < "\${word#@}"; }; ${line}`
  expect(Number(execFileSync('bash', ['-c', script]))).toBe(70_002)
})

test('credentials of the request replace the key', () => {
  const line = curlOf('http://127.0.0.1:3000', {
    method: 'GET',
    path: '/',
    headers: { Authorization: 'Basic eDo=' },
  })
  expect(line).toBe("curl -i -X GET 'http://127.0.0.1:3000/' -H 'Authorization: Basic eDo='")
})

test('nothing but the key is put in by the shell', () => {
  const headers = { Authorization: '$(id)"`id`\\ $KEY' }
  expect(wordsOf(curlOf('http://127.0.0.1:3000', { method: 'GET', path: '/', headers })).at(-1)).toBe(
    'Authorization: $(id)"`id`\\ the key',
  )
})
