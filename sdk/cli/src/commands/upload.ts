import { Command } from 'commander'
import type { RunWith } from '../command.js'
import type { Context, GlobalOptions } from '../context.js'
import { assetPrefix, uploadFile } from '../input-image.js'

/** `mediagen upload FILE`: brings a picture to the service, for several transformations of it. */
export function uploadCommand(runWith: RunWith): Command {
  return new Command('upload')
    .description(
      `Upload a picture and print its id. ${assetPrefix}ID then stands for it in transform and animate.`,
    )
    .argument('<picture>', 'a JPEG, PNG or WebP file, or - for standard input')
    .action(runWith(upload))
}

async function upload(context: Context, _: GlobalOptions, picture: string): Promise<void> {
  const ready = await uploadFile(picture, context)
  context.output.answer(ready, [ready.id])
}
