import type { Mediagen, PricingInput } from '@mediagen/sdk'
import { Command } from 'commander'
import type { CreateAction } from './command.js'
import type { Context } from './context.js'
import { createDryRun } from './dry-run.js'
import { fieldOptions } from './field-options.js'
import { generate } from './generate.js'
import { addGenerationOptions, type GenerationOptions, posterOption } from './generation-options.js'
import { imageHelp } from './input-image.js'
import { optionalPrompts, requirePrompts } from './prompts.js'
import type { GenerationOperation } from './request-field.js'
import type { PlannedRequest } from './submit.js'

/** What the arguments of a command give: prompts alone, or an image that may do without any. */
export const fromPrompts = { takesImage: false, readPrompts: requirePrompts } as const
export const fromImage = { takesImage: true, readPrompts: optionalPrompts } as const

/** What is special about one of the generation commands. */
export interface GenerationKind<Options extends GenerationOptions, Prompt extends string | undefined> {
  readonly name: string
  /** Each field of its request is an option, besides the prompt and the image. */
  readonly operation: GenerationOperation
  readonly description: string
  /** What the prompts say. */
  readonly promptHelp: string
  readonly takesImage: boolean
  readonly readPrompts: (
    words: readonly string[],
    options: Options,
    context: Context,
    image: string,
  ) => Promise<readonly Prompt[]>
  /** What the price depends on. */
  readonly pricingInput: (options: Options) => PricingInput
  /** How to submit one generation. Throws a CommandError if the options and the prompt make no request. */
  readonly prepare: (client: Mediagen, options: Options, prompt: Prompt) => PlannedRequest['submit']
}

/** A command of the program that generates something: `mediagen NAME [IMAGE] [PROMPT…]`. */
export function generationCommand<Options extends GenerationOptions, Prompt extends string | undefined>(
  kind: GenerationKind<Options, Prompt>,
): (createAction: CreateAction) => Command {
  const run = async (context: Context, options: Options, words: string[], image?: string): Promise<void> => {
    const prompts = await kind.readPrompts(words, options, context, image ?? '')
    const dryRun = options.dryRun ? createDryRun(context) : undefined
    const { client } = dryRun ?? context
    await generate(context, options, {
      pricingInput: kind.pricingInput(options),
      ...(image !== undefined && { image }),
      requests: prompts.map((prompt) => ({ prompt, submit: kind.prepare(client, options, prompt) })),
      ...(dryRun !== undefined && { dryRun }),
    })
  }
  const runOnImage = (context: Context, options: Options, image: string, words: string[]) =>
    run(context, options, words, image)
  return (createAction) => {
    const command = new Command(kind.name).description(kind.description)
    if (kind.takesImage) command.argument('<image>', imageHelp)
    command.argument('[prompts...]', `${kind.promptHelp}; each prompt in quotes`)
    for (const option of fieldOptions(kind.operation)) command.addOption(option)
    if (kind.operation.endsWith('Video')) command.addOption(posterOption())
    return addGenerationOptions(command).action(createAction(kind.takesImage ? runOnImage : run))
  }
}
