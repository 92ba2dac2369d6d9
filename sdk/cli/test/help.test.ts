import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../src/program.js'
import { processTerminal } from '../src/terminal.js'
import { setStage } from './support/command.ts'

function commandsBelow(command: Command, path: readonly string[] = []): string[][] {
  return command.commands.flatMap((one) => {
    const words = [...path, one.name()]
    return [words, ...commandsBelow(one, words)]
  })
}

const program = createProgram(processTerminal, () => async () => undefined)

test('the help of each command and sub-command has an example that its own options allow', async () => {
  const { run } = await setStage()
  for (const words of commandsBelow(program)) {
    const { code, output } = await run(['help', ...words])
    expect([code, output]).toEqual([0, expect.stringContaining(`Usage: mediagen ${words.join(' ')} `)])
    const examples = [...output.matchAll(/^ {2}\$ mediagen (.*)$/gm)].map(([, example = '']) => example)
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) {
      expect(example.startsWith(words[0] ?? '')).toBe(true)
      for (const [option] of example.matchAll(/(?<= )--?\w[\w-]*/g)) expect(output).toContain(option)
    }
  }
})

test('the help of each option that may be left out says what then applies', () => {
  const optional = commandsBelow(program)
    .map((words) =>
      words.reduce<Command | undefined>(
        (found, word) => found?.commands.find((one) => one.name() === word),
        program,
      ),
    )
    .flatMap((command) => command?.options ?? [])
    .filter((option) => option.required && !option.mandatory)
  expect(optional.length).toBeGreaterThan(10)
  for (const { description, defaultValue, flags } of optional) {
    const isGiven = defaultValue !== undefined || /\(default: |list only|read the prompts/.test(description)
    expect([flags, isGiven]).toEqual([flags, true])
  }
})
