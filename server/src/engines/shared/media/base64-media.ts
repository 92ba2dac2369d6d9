import { type GeneratedMedia, UnusableMediaError } from '../../../core/ports/provider.ts'
import { TextWithFiles } from '../calls/request-body.ts'

/**
 * A result within the engine's response, as base64 or as a data URL. Decoded at once: the bytes take less
 * memory than the text while they wait for their turn.
 */
export function mediaOfBase64(text: string, contentType?: string): GeneratedMedia {
  const dataUrl = /^data:([^;,]*)(?:;[^,]*)?,/.exec(text.slice(0, 200))
  const base64 = dataUrl === null ? text : text.slice(dataUrl[0].length)
  const type = contentType ?? dataUrl?.[1]
  const bytes = Buffer.from(base64, 'base64')
  return {
    ...(type !== undefined && type !== '' && { contentType: type }),
    async *stream() {
      if (bytes.byteLength === 0) throw new UnusableMediaError('The engine returned an empty result.')
      yield bytes
    },
  }
}

/** The bytes of an input as base64. */
export function base64Of({ bytes }: { bytes: Uint8Array }): TextWithFiles {
  return new TextWithFiles([bytes])
}

/** The bytes of an input as a data URL. */
export function dataUrlOf({ contentType, bytes }: { contentType: string; bytes: Uint8Array }): TextWithFiles {
  return new TextWithFiles([`data:${contentType};base64,`, bytes])
}
