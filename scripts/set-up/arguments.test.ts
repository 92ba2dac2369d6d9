import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const allowed = { usage: 'npm run it', flags: ['check'], values: ['port'], wordsMax: 1 }

describe('the arguments of a command', () => {
  test('are flags, options with a value, and words', () => {
    expect(readArguments(allowed, ['--port', '4010', 'word', '--check'])).toEqual({
      flags: new Set(['check']),
      values: new Map([['port', '4010']]),
      words: ['word'],
    })
    expect(readArguments(allowed, ['--port=1'])).toEqual({
      flags: new Set(),
      values: new Map([['port', '1']]),
      words: [],
    })
  })

  test.each([
    [['--port', '1', '--port=2'], '--port is given more than once'],
    [['--check', '--check'], '--check is given more than once'],
    [['--port', ''], '--port must not be empty'],
    [['--port='], '--port must not be empty'],
    [[''], 'an argument is empty'],
    [['one', 'two', 'three'], 'two three is not understood'],
    [['--prot', '1'], "Unknown option '--prot'"],
    [['--check=yes'], "Option '--check' does not take an argument"],
    [['--port'], "Option '--port <value>' argument missing"],
  ])('%j are refused with a sentence and the usage', (argv, sentence) => {
    const refused = () => readArguments(allowed, argv)
    expect(refused).toThrow(sentence)
    expect(refused).toThrow('; usage: npm run it')
  })
})

describe('a command of the project that is asked for help', () => {
  test.each([
    ['hostile.mjs', '--help', /^Usage: npm run hostile -- .*\n {2}--requests N {3}\S/],
    ['hostile.mjs', '-h', /--full {9}also every flood/],
    ['check.mjs', '--help', /^Usage: npm run check\n$/],
    ['mock.mjs', '--help', /^Usage: npm run mock -- \[--port N\] \[--stateful\]\n$/],
    ['generate/main.ts', '--help', /^Usage: npm run generate/],
  ])('%s %s prints its usage, does nothing and ends with 0', (script, option, usage) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}`, option], {
      cwd: root,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(usage)
  })
})

describe('a command of the project', () => {
  test.each([
    ['start.mjs', ['--port', '4000'], 'npm start'],
    ['check.mjs', ['types'], 'npm run check'],
    ['docs.mjs', ['sdk'], 'npm run docs'],
    ['mock.mjs', ['--port', '1', '--port', '2'], 'npm run mock -- [--port N] [--stateful]'],
    ['mock.mjs', ['--port', '0x10'], 'the port must be a number from 1 to 65535, not "0x10"'],
    ['bench.mjs', ['--quick', '--quick', 'all'], 'npm run bench -- NAME … [--quick]'],
    ['bench.mjs', ['accept', 'accept'], 'accept is named more than once'],
    ['release.mjs', ['version', '--dry-run'], 'a step is missing'],
    ['release.mjs', ['sbom', ''], 'an argument is empty'],
    ['complete-lock.mjs', ['one.json', 'two.json'], 'node scripts/complete-lock.mjs [FILE]'],
    ['generate/main.ts', ['--check', '--check'], '--check is given more than once'],
    ['gallery.ts', ['--chek'], 'node scripts/gallery.ts [--check]'],
    ['demo/main.ts', ['--photo', 'a.jpg', '--photo', 'b.jpg'], '--photo is given more than once'],
    ['demo/main.ts', ['--photo', ''], '--photo must not be empty'],
    ['many-tasks.mjs', ['--tasks', 'all'], '--tasks takes a number'],
    ['hostile.mjs', ['--requests', 'many'], '--requests must be a whole number'],
    ['hostile.mjs', ['--seed', '1', '--seed', '2'], '--seed is given more than once'],
    ['../test/soak/main.ts', ['--tasks', '1', '--tasks', '2'], '--tasks is given more than once'],
    ['../test/soak/main.ts', ['--tasks', 'many'], '--tasks takes a number'],
  ])('%s %j ends with a sentence before it does anything', (script, args, sentence) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}`, ...args], {
      cwd: root,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([expect.toSatisfy((code: number) => code === 1 || code === 2), ''])
    expect(stderr).toContain(sentence)
    expect(stderr).not.toMatch(/^ +at /m)
  })
})
