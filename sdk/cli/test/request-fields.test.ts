import { describe, expect, test } from 'vitest'
import { operations } from '../../src/generated/operations.js'
import { inputSchemas } from '../src/mcp/generation-schemas.js'
import { createProgram } from '../src/program.js'
import { processTerminal } from '../src/terminal.js'

const program = createProgram(processTerminal, () => async () => undefined)

/** Each generation of the contract, with the command and the tool that make it. */
const generations = [
  { operation: 'generateImage', command: 'image', tool: 'generate_image' },
  { operation: 'transformImage', command: 'transform', tool: 'transform_image' },
  { operation: 'generateVideo', command: 'video', tool: 'generate_video' },
  { operation: 'transformVideo', command: 'animate', tool: 'animate_image' },
] as const

/** Fields that a command takes by another name than the contract's; every other one is an option. */
const inputNames: Readonly<Record<string, string>> = {
  assetId: 'image',
  prompt: 'prompts',
  effectId: 'effect',
  durationSeconds: 'duration',
}

describe('every request field of the contract', () => {
  test.each(generations)('of $operation is an option or argument of mediagen $command', (generation) => {
    const found = program.commands.find((one) => one.name() === generation.command)
    const names = [
      ...(found?.options ?? []).map((option) => option.attributeName()),
      ...(found?.registeredArguments ?? []).map((argument) => argument.name()),
    ]
    const { bodyFields } = operations[generation.operation]
    expect(bodyFields.filter((field) => !names.includes(inputNames[field] ?? field))).toEqual([])
  })

  test.each(generations)('of $operation is an input of the tool $tool', ({ operation, tool }) => {
    const names = Object.keys(inputSchemas[tool].shape)
    const wanted = operations[operation].bodyFields.map((field) => (field === 'assetId' ? 'image' : field))
    expect(wanted.filter((field) => !names.includes(field))).toEqual([])
  })
})
