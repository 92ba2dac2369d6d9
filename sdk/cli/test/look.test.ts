import { describe, expect, test } from 'vitest'
import { errorLines, linesOf } from '../../../server/src/commands/look/blocks.ts'
import { plainStyle, styleOf } from '../../../server/src/commands/look/style.ts'
import { tableLines } from '../../../server/src/commands/look/table.ts'
import { widthOf } from '../../../server/src/commands/look/text.ts'
import { setStage } from './support/command.ts'
import { sitAt } from './support/person.ts'

const esc = String.fromCharCode(27)
const narrow = { ...plainStyle, columns: 59 }

describe('a table', () => {
  const table = {
    headings: ['TASK', 'STATUS', 'COST>', 'TYPE', 'PROMPT…'],
    rows: [
      ['a', 'SUCCEEDED', '0.02', 'image.generate', 'a lighthouse in a storm, seen from the sea'],
      ['日本', 'FAILED', '10.00', 'video.transform', ''],
    ],
  }

  test('aligns numbers at the right, and whole words of any width under their headings', () => {
    expect(tableLines(table, plainStyle)).toEqual([
      'TASK  STATUS      COST  TYPE             PROMPT',
      'a     SUCCEEDED   0.02  image.generate   a lighthouse in a storm, seen from the sea',
      '日本  FAILED     10.00  video.transform',
    ])
  })

  test('that is too wide leaves out columns from the right and says which; its text wraps and stays', () => {
    expect(tableLines(table, { ...plainStyle, columns: 50 })).toEqual([
      'TASK  STATUS      COST  PROMPT',
      'a     SUCCEEDED   0.02  a lighthouse in a storm,',
      '                        seen from the sea',
      '日本  FAILED     10.00',
      'Not shown here: TYPE.',
    ])
  })

  test('has no control characters of its cells, whatever they say', () => {
    const lines = tableLines({ headings: ['A', 'B'], rows: [[`x${esc}[31m`, 'one\ntwo\u202e']] }, plainStyle)
    expect(lines).toEqual(['A      B', 'x[31m  one two'])
  })
})

test('labels are aligned, and what is after them wraps below itself', () => {
  const fields = [
    ['Account', 'a1'],
    null,
    ['Ledger', 'credited 100.00, charged 0.15, refunded 0.00 in 15 entries'],
  ] as const
  expect(linesOf([{ fields }], { ...plainStyle, columns: 40 })).toEqual([
    'Account  a1',
    'Ledger   credited 100.00, charged 0.15,',
    '         refunded 0.00 in 15 entries',
  ])
})

test('an error is a sentence, with hints below it; what is to be copied never wraps', () => {
  const command = 'mediagen tasks wait 01890000-0000-7000-8000-000000000000'
  expect(errorLines("error: unknown option '--colour'", [{ text: 'Resume with:', command }], narrow)).toEqual(
    ["mediagen: Unknown option '--colour'.", '  Resume with:', `    ${command}`],
  )
})

describe('colours', () => {
  const terminal = { isTTY: true, columns: 80, hasColors: () => true }

  test('are those of a terminal that has some, on states, headings and the name before an error', () => {
    const style = styleOf(terminal, {})
    expect(
      tableLines({ headings: ['STATUS'], rows: [['FAILED'], ['QUEUED'], ['SUCCEEDED']] }, style),
    ).toEqual([
      `${esc}[2mSTATUS${esc}[22m`,
      `${esc}[31mFAILED${esc}[39m`,
      `${esc}[33mQUEUED${esc}[39m`,
      `${esc}[32mSUCCEEDED${esc}[39m`,
    ])
    expect(errorLines('No', [], style)).toEqual([`${esc}[31mmediagen:${esc}[39m No.`])
  })

  test('are nowhere else: not in a pipe, and not where the terminal or NO_COLOR says so', () => {
    expect(styleOf({ ...terminal, isTTY: false }, {})).toEqual(plainStyle)
    expect(styleOf({ ...terminal, hasColors: () => false }, {}).hasColors).toBe(false)
  })
})

describe('what is printed without a terminal', () => {
  test('has no colours, is never drawn again and never wraps, even if FORCE_COLOR is set', async () => {
    const { run } = await setStage()
    const env = { FORCE_COLOR: '1', COLUMNS: '40' }
    for (const args of [
      ['image', 'a fox in a very dark wood', 'an owl at dusk', '-o', '.'],
      ['tasks', 'list'],
      ['tasks', 'watch', 'task1'],
      ['effects'],
      ['image', 'a fox', '--resolution', '9k'],
      ['tasks', 'get', 'nothing'],
    ]) {
      const { output, words } = await run(args, { env })
      expect(output + words).not.toContain(esc)
      expect(output + words).not.toContain('\r')
    }
    const { words } = await run(['tasks', 'get', 'nothing'], { env })
    expect(words).toBe('mediagen: There is no such task.\n  TASK_NOT_FOUND, request mock\n')
  })
})

describe('at 60 columns without colour', () => {
  const at60 = async (args: readonly string[]) => {
    const stage = await setStage()
    await stage.run(['image', 'a fox', '-o', 'fox.png'])
    const person = sitAt(stage, { columns: 60 })
    await person.start(...args)
    return person.printed() + person.seen()
  }

  test.each([
    [
      ['prices'],
      [
        'COMMAND    RESOLUTION  PRICE USD  PER',
        'image      1k               0.02  image',
        'image      2k               0.04  image',
      ],
    ],
    [['balance'], ['99.98 USD']],
    [['tasks', 'list'], ['TASK   STATUS         COST  BOOKED   TYPE            PROMPT']],
    [['usage'], ['DAY         PRODUCT         CHARGED USD  SUCCEEDED  FAILED']],
    [
      ['tasks', 'cancel', 'task1'],
      [
        'mediagen: Only a queued task can be cancelled; this one has',
        'already started or ended.',
        '  TASK_NOT_CANCELLABLE, request mock',
      ],
    ],
    [
      ['image', 'a fox', '--resolution', '9k'],
      [
        "mediagen: Option '-r, --resolution <size>' argument '9k' is",
        'invalid. Allowed choices are 1k, 2k, 4k.',
        '  "mediagen help" lists the commands, "mediagen help',
        '  COMMAND" the options of one.',
      ],
    ],
    [
      ['help', 'tasks', 'watch'],
      ['Usage: mediagen tasks watch [options] [ids...]', ''],
    ],
  ])('%j prints lines that fit', async (args, first) => {
    const lines = (await at60(args)).split('\n')
    expect(lines.slice(0, first.length)).toEqual(first)
    // An example is a command to copy, which stays whole.
    const breakable = lines.filter((line) => !line.startsWith('  $ '))
    for (const line of breakable) expect([line, widthOf(line) < 60]).toEqual([line, true])
  })
})

test('an error names the page of the service about its code, if the service has one', async () => {
  const { run, env } = await setStage({
    async respond(request, service) {
      const response = await service.handle(request)
      response?.headers.set('Link', '</docs/errors/TASK_NOT_FOUND>; rel="help"')
      return response
    },
  })
  const { words } = await run(['tasks', 'get', 'nothing'])
  expect(words.split('\n').slice(1)).toEqual([
    '  TASK_NOT_FOUND, request mock',
    `  Read on: ${env.MEDIAGEN_BASE_URL}/docs/errors/TASK_NOT_FOUND`,
    '',
  ])
})

test('a terminal that shows ASCII only gets bars of ASCII', async () => {
  const stage = await setStage()
  const person = sitAt(stage, { more: { LC_ALL: 'C' } })
  await person.start('image', 'a fox', '-o', stage.folder)
  expect(person.seen()).toMatch(/task1 #{32} +\d+\.\d s {2}saved/)
  expect(Buffer.from(person.seen()).every((byte) => byte < 0x80)).toBe(true)
})

test('a terminal that cannot move its cursor gets a line for each state', async () => {
  const stage = await setStage()
  const person = sitAt(stage, { more: { TERM: 'dumb' } })
  await person.start('image', 'a fox', '-o', stage.folder)
  expect(person.seen()).toMatch(/^task1: saved$/m)
  expect(person.seen()).not.toContain(esc)
})
