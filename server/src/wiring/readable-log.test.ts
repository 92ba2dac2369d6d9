import { expect, test } from 'vitest'
import { readableLine } from './readable-log.ts'

test('a line of the log is text for a person, with every fact but the process', () => {
  const facts = { method: 'POST', status: 200, durationMs: 3.1, accountId: 'a b', err: { type: 'Error' } }
  const line = {
    severity: 'INFO',
    time: Date.UTC(2026, 2, 1, 9, 5, 7, 120),
    pid: 7,
    ...facts,
    msg: 'request',
  }
  expect(readableLine(JSON.stringify(line))).toBe(
    '09:05:07 request method=POST status=200 durationMs=3.1 accountId="a b" err={"type":"Error"}\n',
  )
  expect(readableLine(JSON.stringify({ ...line, severity: 'WARNING' }))).toMatch(/^09:05:07 WARNING request /)
})

test('a fact has no control characters, and what is no line of the log stays as it is', () => {
  const line = JSON.stringify({ severity: 'INFO', time: 0, url: '\u001b[2J\n', msg: 'm\u009b' })
  expect(readableLine(line)).toBe('00:00:00 m  url="\\u001b[2J\\n"\n')
  expect(readableLine('no JSON\n')).toBe('no JSON\n')
})
