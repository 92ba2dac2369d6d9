import { setTimeout } from 'node:timers/promises'
import type { Clock } from '@mediagen/sdk'
import { createVirtualClock } from '@mediagen/sdk/testing'
import { describe, expect, test } from 'vitest'
import { plainStyle } from '../../../server/src/commands/look/style.ts'
import { tableLines } from '../../../server/src/commands/look/table.ts'
import { exitCodes } from '../src/exit-codes.js'
import { taskTable } from '../src/task-table.js'
import { setStage } from './support/command.ts'
import { sitAt } from './support/person.ts'

/** The drawings of a table, each without the movements of the cursor. */
function drawingsOf(printed: string): string[][] {
  const up = new RegExp(`${String.fromCharCode(27)}\\[\\d+A${String.fromCharCode(27)}\\[J`)
  return printed.split(up).map((drawing) => drawing.trimEnd().split('\n'))
}

/** A service whose tasks wait until its time passes, with tasks, and someone who watches them. */
async function watchAt(seat: Parameters<typeof sitAt>[1], words = ['a fox', 'an owl']) {
  const clock = createVirtualClock()
  const stage = await setStage({ clock, queuedMs })
  const person = sitAt(stage, seat)
  const watch = async (...args: string[]) => {
    const ended = person.start('tasks', 'watch', ...args)
    await person.sees('QUEUED')
    clock.advance(queuedMs)
    return ended
  }
  return { ...stage, person, watch, order: () => stage.run(['image', ...words, '--detach']) }
}

const queuedMs = 1000
/** Time that passes by itself, so that the mock holds requests. */
const systemClock: Clock = {
  now: () => Date.now(),
  delay: (ms, signal) => setTimeout(ms, undefined, { signal }),
  after(ms, callback) {
    const timer = globalThis.setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

describe('mediagen tasks watch', () => {
  test('prints a line for each change in a pipe, and ends once all tasks have', async () => {
    const { order, watch, person } = await watchAt({ isPiped: true })
    await order()
    expect(await watch()).toBe(exitCodes.ok)
    expect(person.seen()).toBe('')
    const output = person.printed()
    const statuses = output
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) =>
        /^(task\d) +(QUEUED|SUCCEEDED) +0\.02 USD +(reserved|charged) +image\.generate +\S+Z$/
          .exec(line)
          ?.slice(1),
      )
    expect(statuses.slice(0, 2)).toEqual([
      ['task2', 'QUEUED', 'reserved'],
      ['task1', 'QUEUED', 'reserved'],
    ])
    expect(statuses.slice(2).sort()).toEqual([
      ['task1', 'SUCCEEDED', 'charged'],
      ['task2', 'SUCCEEDED', 'charged'],
    ])
  })

  test('with --json prints the whole task for each change, one per line', async () => {
    const { order, watch, person, service } = await watchAt({}, ['a fox'])
    service.faults.failTasks('GENERATION_FAILED')
    await order()
    const code = await watch('task1', '--json')
    const output = person.printed()
    const tasks = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect([code, tasks]).toMatchObject([
      0,
      [
        { id: 'task1', status: 'QUEUED' },
        { id: 'task1', status: 'FAILED', error: { code: 'GENERATION_FAILED' } },
      ],
    ])
  })

  test('follows the unfinished tasks alone, or those that the options list', async () => {
    const { run } = await setStage()
    await run(['image', 'a fox', '-o', 'fox.png'])
    expect(await run(['tasks', 'watch'])).toMatchObject({
      code: 0,
      output: '',
      words: expect.stringContaining('none is unfinished'),
    })
    expect((await run(['tasks', 'watch', '--status', 'SUCCEEDED'])).output).toMatch(/^task1 +SUCCEEDED /m)
    expect((await run(['tasks', 'watch', '--type', 'video.generate'])).output).toBe('')
  })

  test('draws a table in place that fits 60 columns', async () => {
    const { order, watch, person } = await watchAt({ columns: 60 })
    await order()
    expect(await watch()).toBe(exitCodes.ok)
    const drawings = drawingsOf(person.printed())
    expect(drawings[0]).toEqual([
      expect.stringMatching(/^TASK +STATUS +COST/),
      expect.stringMatching(/^task2 .*QUEUED/),
      expect.stringMatching(/^task1 .*QUEUED/),
      '2 queued',
    ])
    expect(drawings.at(-1)).toEqual([
      expect.stringMatching(/^TASK +STATUS +COST/),
      expect.stringMatching(/^task2 .*SUCCEEDED/),
      expect.stringMatching(/^task1 .*SUCCEEDED/),
      '2 succeeded',
    ])
    expect(Math.max(...drawings.flat().map((line) => line.length))).toBeLessThan(60)
    expect(person.printed()).not.toMatch(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`))
  })

  test('draws no more lines than the terminal has, those that go on first', async () => {
    const { order, watch, person } = await watchAt({ rows: 5 }, ['a fox', '-n', '9'])
    await order()
    expect(await watch()).toBe(exitCodes.ok)
    const drawings = drawingsOf(person.printed())
    expect(Math.max(...drawings.map((lines) => lines.length))).toBeLessThan(5)
    expect(drawings.at(-1)?.at(-1)).toBe('9 succeeded')
    const [going] = drawings.filter((lines) => /^1 queued/.test(lines.at(-1) ?? ''))
    expect(going?.[1]).toMatch(/ QUEUED /)
  })

  test('prints lines on a terminal that cannot move its cursor', async () => {
    const { order, watch, person } = await watchAt({ more: { TERM: 'dumb' } }, ['a fox'])
    await order()
    await watch()
    expect(person.printed()).toMatch(/^TASK .*\ntask1 .*QUEUED .*\ntask1 .*SUCCEEDED .*\n$/)
  })

  test('ends at once on Ctrl-C, and the tasks continue', async () => {
    const { run, start, service } = await setStage({ queuedMs: 100_000 })
    await run(['image', 'a fox', 'an owl', '--detach'])
    const watching = start(['tasks', 'watch', '--verbose'])
    await watching.said('/tasks')
    watching.kill('SIGINT')
    expect((await watching.ended).code).toBe(exitCodes.interrupted)
    expect(service.balance()).toBe('99.96')
  })

  test('asks about all its tasks together, however many they are', async () => {
    const asked: string[] = []
    const stage = await setStage({
      clock: systemClock,
      queuedMs: 4000,
      async respond(request, service) {
        asked.push(new URL(request.url).pathname)
        return service.handle(request)
      },
    })
    await stage.run(['image', 'a fox', '-n', '30', '--detach'])
    asked.length = 0
    const ids = Array.from({ length: 30 }, (_, index) => `task${index + 1}`)
    const { output } = await stage.run(['tasks', 'watch', ...ids])
    expect(output.match(/SUCCEEDED/g)).toHaveLength(30)
    expect(asked.filter((path) => path !== '/api/v1/tasks').length).toBeLessThanOrEqual(1)
    expect(asked.length).toBeLessThan(ids.length)
  })

  test('says which task the account does not have, and that ids and filters exclude each other', async () => {
    const { run } = await setStage()
    await run(['image', 'a fox', '-o', 'fox.png'])
    const missing = await run(['tasks', 'watch', 'task1', 'task9'])
    expect([missing.code, missing.words]).toEqual([
      exitCodes.notFound,
      expect.stringContaining('no task task9'),
    ])
    expect((await run(['tasks', 'watch', 'task1', '--limit', '3'])).code).toBe(exitCodes.usage)
  })
})

test('tasks list on a narrow terminal leaves out columns, and says which', async () => {
  const stage = await setStage()
  await stage.run(['image', 'a fox', '-o', 'fox.png'])
  const wide = sitAt(stage)
  await wide.start('tasks', 'list')
  expect(wide.printed()).toMatch(
    /\ntask1 {2}SUCCEEDED {2}0\.02 USD {2}charged {2}image\.generate {2}\S+Z {2}a fox\n$/,
  )
  const narrow = sitAt(stage, { columns: 44 })
  await narrow.start('tasks', 'list')
  expect(narrow.printed().split('\n')).toEqual([
    'TASK   STATUS         COST  BOOKED   PROMPT',
    'task1  SUCCEEDED  0.02 USD  charged  a fox',
    'Not shown here: TYPE, ACCEPTED.',
    '',
  ])
})

test('the id, the status and the price of a task of the service fit 60 columns', () => {
  const task = {
    id: '01890000-0000-7000-8000-000000000000',
    type: 'image.transform',
    status: 'PROCESSING',
    createdAt: '2026-03-01T00:00:00.000Z',
    startedAt: '2026-03-01T00:00:01.000Z',
    completedAt: null,
    output: null,
    error: null,
    cost: { amount: '0.02', currency: 'USD', state: 'reserved' },
  } as const
  const rowIn = (columns: number) => tableLines(taskTable([task]), { ...plainStyle, columns })[1]
  expect(rowIn(59)).toBe(`${task.id}  PROCESSING  0.02 USD`)
  expect(rowIn(20)).toBe(task.id)
})
