import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { png, setStage } from './support/command.ts'

const generation = ['prompt', 'id', 'createdAt', 'idempotencyKey', 'replayed', 'requestId', 'pricingInput']
const accepted = [...generation, 'status', 'files']
const estimate = ['product', 'tier', 'unit', 'quantity', 'unitPrice', 'amount', 'currency']
const times = ['createdAt', 'startedAt', 'completedAt']
const task = ['id', 'type', 'status', ...times, 'output', 'error', 'cost', 'request']

/** Each command after those before it, with the fields of each of its lines. */
const commands: readonly (readonly [words: readonly string[], lines: number, fields: readonly string[]])[] = [
  [['image', 'a fox'], 1, [...accepted, 'cost']],
  [['image', 'a fox', 'an owl'], 2, [...accepted, 'cost']],
  [['transform', 'photo.png', '-e', 'watercolour'], 1, [...accepted, 'cost']],
  [['image', 'a fox', '--detach'], 1, accepted],
  [['image', 'a fox', 'an owl', '--detach'], 2, accepted],
  [['image', 'a fox', '--estimate'], 1, estimate],
  [['image', 'a fox', '-n', '2', '--estimate'], 1, [...estimate, 'generations']],
  [['image', 'a fox', '-n', '2', '--dry-run'], 2, ['request', 'upload', 'price']],
  [['tasks', 'list'], 7, task],
  [['tasks', 'watch', 'task1'], 1, task],
  [['tasks', 'get', 'task1'], 1, task],
  [['tasks', 'wait', 'task1'], 1, [...task, 'files']],
  [['tasks', 'get', 'nothing'], 1, ['error']],
  [['balance'], 1, ['id', 'balance', 'currency', 'limits']],
  [['prices'], 1, ['currency', 'products']],
  [['usage'], 1, ['from', 'to', 'currency', 'charged', 'days']],
  [['effects'], 1, ['effects']],
  [['types'], 1, ['declarations']],
  [['completion', 'fish'], 1, ['shell', 'script']],
  [['imagee'], 1, ['error']],
]

test('--json prints one object per line, with the same fields each time', async () => {
  const { run, folder } = await setStage()
  await writeFile(join(folder, 'photo.png'), png)
  for (const [words, count, fields] of commands) {
    const { output } = await run([...words, '--json'])
    const lines = output.trimEnd().split('\n')
    expect([words, lines.length]).toEqual([words, count])
    for (const line of lines) {
      // A task has it until it has ended.
      const { usualSeconds: _hint, ...printed } = JSON.parse(line)
      expect([words, Object.keys(printed).sort()]).toEqual([words, [...fields].sort()])
    }
  }
})
