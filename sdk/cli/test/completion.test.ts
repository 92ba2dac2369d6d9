import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { program } from './support/command.ts'

const hasZsh = spawnSync('zsh', ['--version']).status === 0
const hasFish = spawnSync('fish', ['--version']).status === 0

function scriptOf(shell: string): string {
  return execFileSync(process.execPath, [program, 'completion', shell], { encoding: 'utf8' })
}

describe('the completion of bash, sourced', () => {
  let script: string
  beforeAll(() => {
    script = scriptOf('bash')
  })

  /** What bash would offer, its splitting of words at colons included. */
  function offered(line: string): string[] {
    const ask = `
COMP_LINE='${line}' COMP_POINT=${line.length}
_mediagen
printf '%s\\n' "\${COMPREPLY[@]}"`
    const output = execFileSync('bash', ['--norc', '-u', '-c', `${script}${ask}`], { encoding: 'utf8' })
    return output.trimEnd().split('\n')
  }

  test.each([
    ['mediagen im', ['image']],
    ['mediagen tasks ', ['list', 'watch', 'get', 'wait', 'cancel', 'delete-result']],
    ['mediagen tasks wai', ['wait']],
    ['mediagen --json image "a fox" --res', ['--resolution']],
    ['mediagen image --resolution ', ['1k', '2k', '4k']],
    ['mediagen video -r 5', ['512p']],
    ['mediagen effects --surface v', ['video']],
    ['mediagen completion ', ['bash', 'zsh', 'fish']],
    ['mediagen tasks wait --ti', ['--timeout']],
    // What is before a colon stands on the line already.
    ['mediagen image --aspect-ratio 16:', ['9']],
    // Files are completed by bash itself.
    ['mediagen image -o ', ['']],
  ])('offers after "%s"', (line, words) => {
    expect(offered(line)).toEqual(words)
  })

  test('is registered for the command', () => {
    const output = execFileSync('bash', ['--norc', '-eu', '-c', `${script}complete -p mediagen`])
    expect(String(output)).toBe('complete -o default -F _mediagen mediagen\n')
  })
})

describe.skipIf(!hasZsh)('the completion of zsh, sourced', () => {
  let script: string
  beforeAll(() => {
    script = scriptOf('zsh')
  })

  /** What the function gives to the completion system, which stands in as three functions. */
  function offered(...words: string[]): string {
    const ask = `
compdef() { print "registered $*" }
compadd() { shift; print -l -- "$@" }
_files() { print files }
_describe() { print -rl -- "\${(@P)2}" }
${script}
words=(mediagen ${words.map((word) => `'${word}'`).join(' ')})
CURRENT=\${#words}
_mediagen`
    return execFileSync('zsh', ['-f', '-c', ask], { encoding: 'utf8' })
  }

  test.each([
    [[''], /^image:Generate an image/m],
    [['tasks', ''], /^wait:Wait for a task/m],
    [['--json', 'image', '--resolution', ''], /^1k\n2k\n4k$/m],
    [['image', '-'], /^--aspect-ratio:Width to height \(default\\: 1\\:1\)$/m],
    [['animate', ''], /^files$/m],
    [['completion', ''], /^bash\nzsh\nfish$/m],
  ])('offers after %j', (words, pattern) => {
    expect(offered(...words)).toMatch(pattern)
  })

  test('is registered for the command by zsh', () => {
    expect(offered('')).toMatch(/^registered _mediagen mediagen$/m)
  })
})

describe.skipIf(!hasFish)('the completion of fish, sourced', () => {
  let script: string
  let home: string
  beforeAll(() => {
    script = scriptOf('fish')
    home = mkdtempSync(join(tmpdir(), 'mediagen-fish-'))
  })
  afterAll(() => rmSync(home, { recursive: true }))

  /** What fish itself offers, each with its description. */
  function offered(line: string): string[] {
    writeFileSync(join(home, 'photo.png'), '')
    const ask = `${script}complete -C ${JSON.stringify(line)}`
    const env = { PATH: process.env.PATH ?? '', HOME: home }
    const output = execFileSync('fish', ['--no-config', '-c', ask], { encoding: 'utf8', cwd: home, env })
    return output.trimEnd().split('\n')
  }
  const wordsOf = (line: string) => offered(line).map((one) => one.split('\t')[0])

  test.each([
    ['mediagen im', ['image']],
    ['mediagen tasks ', ['cancel', 'delete-result', 'get', 'list', 'wait', 'watch']],
    ['mediagen --json image x --res', ['--resolution']],
    ['mediagen image --resolution ', ['1k', '2k', '4k']],
    ['mediagen video -r 5', ['512p']],
    ['mediagen completion ', ['bash', 'fish', 'zsh']],
    ['mediagen tasks wait --ti', ['--timeout']],
    ['mediagen image --aspect-ratio 16:', ['16:9']],
    ['mediagen image -o ', ['photo.png']],
    ['mediagen animate ', ['photo.png']],
  ])('offers after "%s"', (line, words) => {
    expect(wordsOf(line).sort()).toEqual(words)
  })

  test('describes commands and options', () => {
    expect(offered('mediagen tasks wai')).toEqual([expect.stringMatching(/^wait\tWait for a task/)])
    expect(offered('mediagen image --negative')).toEqual([expect.stringMatching(/^--negative-prompt\t\w/)])
  })
})
