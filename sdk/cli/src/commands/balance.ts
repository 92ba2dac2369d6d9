import { Command } from 'commander'
import type { CreateAction } from '../command.js'
import type { Context } from '../context.js'

/** `mediagen balance`: the account's balance. */
export function balanceCommand(createAction: CreateAction): Command {
  return new Command('balance').description("Print the account's balance.").action(createAction(showBalance))
}

async function showBalance({ client, output, stop }: Context): Promise<void> {
  const account = await client.account({ signal: stop.signal })
  output.result(account, [`${account.balance} ${account.currency}`])
}
