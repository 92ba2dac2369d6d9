import { Command } from 'commander'
import type { CreateAction } from '../command.js'
import type { Context, GlobalOptions } from '../context.js'

/** `mediagen uploads delete ID`: also uploads of other processes. */
export function uploadsCommand(createAction: CreateAction): Command {
  const uploads = new Command('uploads').description("Delete one of the account's uploads.")
  uploads
    .command('delete')
    .description('Delete an upload with its file; results that were made from it stay.')
    .argument('<id>', 'the id of the upload')
    .action(createAction(deleteUpload))
  return uploads
}

async function deleteUpload({ client, output, stop }: Context, _: GlobalOptions, id: string): Promise<void> {
  const deleted = await client.uploads.delete(id, { signal: stop.signal })
  output.result(deleted, [`${deleted.id} deleted`])
}
