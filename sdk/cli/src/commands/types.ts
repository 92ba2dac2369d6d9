import { Command } from 'commander'
import type { CreateAction } from '../command.js'
import type { Context } from '../context.js'
import { effectTypes } from '../effect-types.js'

/** `mediagen types`: TypeScript types of the effects that the service has. */
export function typesCommand(createAction: CreateAction): Command {
  return new Command('types')
    .description('Print TypeScript types of the ids of the effects; needs no API key.')
    .action(createAction(printTypes))
}

async function printTypes({ client, output, stop, baseUrl }: Context): Promise<void> {
  const effects = await client.effects({ signal: stop.signal })
  const declarations = effectTypes(effects, baseUrl ?? 'the service')
  output.result({ declarations }, declarations.trimEnd().split('\n'))
}
