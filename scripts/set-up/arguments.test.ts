import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments.mjs'
import { SetUpError } from './project.mjs'

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
    [['--prot', '1'], 'there is no option --prot'],
    [['-p', '1'], 'there is no option -p'],
    [['--toString'], 'there is no option --toString'],
    [['--check=yes'], '--check takes no value'],
    [['--port'], '--port needs a value'],
    [['--port', '--check'], '--port needs a value'],
    [['--port', '-1'], '--port needs a value'],
  ])('%j are refused with a sentence and the usage', (argv, sentence) => {
    expect(() => readArguments(allowed, argv)).toThrow(new SetUpError(`${sentence}; usage: npm run it`))
  })

  test('may have a value that begins with a dash, after =', () => {
    expect(readArguments(allowed, ['--port=-1']).values).toEqual(new Map([['port', '-1']]))
  })
})

describe('a command of the project that is asked for help', () => {
  test.each([
    ['run.mjs hostile', '--help', /^Usage: npm run hostile -- .*\n {2}--requests N {3}\S/],
    ['run.mjs hostile', '-h', /--full {9}also every flood/],
    ['run.mjs check', '--help', /^Usage: npm run check \[-- TASK …\]\n$/],
    ['run.mjs mock', '--help', /^Usage: npm run mock -- \[--port N\] \[--stateful\]\n$/],
    ['../openapi/codegen/src/main.ts generate', '--help', /^Usage: mediagen-codegen generate/],
  ])('%s %s prints its usage, does nothing and ends with 0', (script, option, usage) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...`scripts/${script}`.split(' '), option],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(usage)
  })
})

describe('a command of the project', () => {
  test.each([
    ['run.mjs start', ['--port', '4000'], 'there is no option --port; usage: npm start'],
    ['run.mjs', [], 'the commands are start, '],
    ['run.mjs nothing', [], 'the commands are start, '],
    ['run.mjs check', ['nothing'], 'turbo.json has no task nothing'],
    ['run.mjs docs', ['sdk'], 'npm run docs'],
    ['run.mjs mock', ['--port', '0x10'], 'the port must be a number from 1 to 65535, not "0x10"'],
    ['run.mjs release', ['version', '--dry-run'], '--dry-run is not for this step'],
    ['run.mjs release', ['sbom', ''], 'an argument is empty'],
    ['run.mjs build', ['--filter=sdk'], 'there is no option --filter; usage: npm run build'],
    ['../openapi/codegen/src/main.ts generate', ['--chek'], 'there is no option --chek'],
    ['demo/main.ts', ['--foto', 'a.jpg'], 'there is no option --foto; usage: npm run demo'],
    ['run.mjs hostile', ['--requests', 'many'], '--requests must be a whole number'],
    ['run.mjs soak', ['--tasks', '1'], 'there is no option --tasks; usage: npm run soak'],
  ])('%s %j ends with a sentence before it does anything', (script, args, sentence) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...`scripts/${script}`.split(' '), ...args],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    expect([status, stdout]).toEqual([expect.toSatisfy((code: number) => code === 1 || code === 2), ''])
    expect(stderr).toContain(sentence)
    expect(stderr).not.toMatch(/^ +at /m)
  })
})
