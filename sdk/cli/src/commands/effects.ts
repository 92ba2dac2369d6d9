import type { Surface } from '@mediagen/sdk'
import { Command, Option } from 'commander'
import type { CreateAction } from '../command.js'
import type { Context, GlobalOptions } from '../context.js'
import { requestFields } from '../generated/request-fields.js'
import { cellOf } from '../task-table.js'

interface Options extends GlobalOptions {
  readonly surface?: Surface
}

/** `mediagen effects`: the effects of transform and animate. */
export function effectsCommand(createAction: CreateAction): Command {
  return new Command('effects')
    .description('List the effects for transform (image) and animate (video); needs no API key.')
    .addOption(
      new Option('--surface <surface>', 'list only the effects of this surface').choices(
        requestFields.listEffects.surface.enum,
      ),
    )
    .action(createAction(listEffects))
}

async function listEffects({ client, output, stop }: Context, { surface }: Options): Promise<void> {
  const effects = await client.effects({ signal: stop.signal, surface })
  const rows = effects.map(({ id, surface, description }) => [id, surface, description].map(cellOf))
  output.result({ effects }, [{ headings: ['EFFECT', 'SURFACE', 'DESCRIPTION…'], rows }])
}
