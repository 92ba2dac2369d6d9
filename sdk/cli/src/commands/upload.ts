import { Command } from 'commander'
import type { CreateAction } from '../command.js'
import type { Context, GlobalOptions } from '../context.js'
import { assetPrefix, uploadFile } from '../input-image.js'

/** `mediagen upload FILE`: uploads an image once, for several transformations. */
export function uploadCommand(createAction: CreateAction): Command {
  return new Command('upload')
    .description(
      `Upload an image and print its id; transform and animate then take ${assetPrefix}ID as their image.`,
    )
    .argument('<image>', 'a JPEG, PNG or WebP file, or - for standard input')
    .action(createAction(upload))
}

async function upload(context: Context, _: GlobalOptions, image: string): Promise<void> {
  const ready = await uploadFile(image, context)
  context.output.result(ready, [ready.id])
}
