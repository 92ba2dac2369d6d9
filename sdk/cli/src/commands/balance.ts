import { Command } from 'commander'
import type { RunWith } from '../command.js'
import type { Context } from '../context.js'

/** `mediagen balance`: what the account can spend. */
export function balanceCommand(runWith: RunWith): Command {
  return new Command('balance').description('Print what the account can spend.').action(runWith(showBalance))
}

async function showBalance({ client, output, stop }: Context): Promise<void> {
  const account = await client.account({ signal: stop.signal })
  output.answer(account, [`${account.balance} ${account.currency}`])
}
