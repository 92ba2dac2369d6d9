import { Command } from 'commander'
import type { CreateAction } from '../command.js'
import type { Context, GlobalOptions } from '../context.js'
import { assetPrefix, uploadFile } from '../input-image.js'

/** `mediagen upload FILE`: brings a picture to the service, for several transformations of it. */
export function uploadCommand(createAction: CreateAction): Command {
  return new Command('upload')
    .description(
      `Upload a picture and print its id. ${assetPrefix}ID then stands for it in transform and animate.`,
    )
    .argument('<picture>', 'a JPEG, PNG or WebP file, or - for standard input')
    .action(createAction(upload))
}

async function upload(context: Context, _: GlobalOptions, picture: string): Promise<void> {
  const ready = await uploadFile(picture, context)
  context.output.result(ready, [ready.id])
}
