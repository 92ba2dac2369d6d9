import type { GateMedia, GateSubject } from '../../core/ports/gate.ts'

/** A grey image of 64 by 64 pixels. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAKUlEQVR42u3MQREAAAwCIKMb3RD77SAA6VEEAoFAIBAIBAKBQCAQfA8G320AeXC6efoAAAAASUVORK5CYII='

const image: GateMedia = {
  contentType: 'image/png',
  sizeBytes: Buffer.byteLength(png, 'base64'),
  bytes: async () => Buffer.from(png, 'base64'),
  link: async () => {
    throw new Error('A sample has no link.')
  },
}

/** Something that no gate should refuse: a prompt and an image, for every placeholder. */
export const harmlessSample: GateSubject = {
  stage: 'after',
  result: image,
  job: {
    taskId: 'sample',
    product: 'image.transform',
    tier: '1k',
    prompt: 'A red balloon over a green meadow.',
    widthPx: 64,
    heightPx: 64,
    seed: 1,
    input: {
      ...image,
      widthPx: 64,
      heightPx: 64,
      upright: async () => ({ contentType: image.contentType, bytes: await image.bytes() }),
    },
  },
}
