import type { Pricing, Product } from '@mediagen/sdk'
import { Command } from 'commander'
import type { Table } from '../../../../server/src/commands/look/table.ts'
import type { CreateAction } from '../command.js'
import type { Context } from '../context.js'

/** The command that makes each product. */
const commands: Readonly<Record<Product, string>> = {
  'image.generate': 'image',
  'image.transform': 'transform',
  'video.generate': 'video',
  'video.transform': 'animate',
}

/** `mediagen prices`: the price list. */
export function pricesCommand(createAction: CreateAction): Command {
  return new Command('prices')
    .description('Print the price of each command by resolution; needs no API key.')
    .action(createAction(listPrices))
}

async function listPrices({ client, output, stop }: Context): Promise<void> {
  const pricing = await client.pricing({ signal: stop.signal })
  output.result(pricing, [tableOf(pricing)])
}

function tableOf({ products, currency }: Pricing): Table {
  const rows = products.flatMap(({ product, unit, tiers }) =>
    tiers.map(({ tier, unitPrice }) => [commands[product] ?? product, tier, unitPrice, unit]),
  )
  return { headings: ['COMMAND', 'RESOLUTION', `PRICE ${currency}>`, 'PER'], rows }
}
