import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'

type SourceData = string | ArrayBuffer | ArrayBufferView

/** The presigner derives one key a day, of which every link makes use. */
const keyObjects = new WeakMap<ArrayBuffer | ArrayBufferView, KeyObject>()

/**
 * SHA-256, with a secret its HMAC, as the AWS SDK takes it for `sha256`. The SDK's own class has Node make a key
 * object for each HMAC, which takes longer than the HMAC itself.
 */
export class Sha256 {
  readonly #hash

  constructor(secret?: SourceData) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', keyOf(secret))
  }

  update(data: SourceData): void {
    this.#hash.update(typeof data === 'string' ? data : bytesOf(data))
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
}

function keyOf(secret: SourceData): KeyObject | string {
  if (typeof secret === 'string') return secret
  const key = keyObjects.get(secret) ?? createSecretKey(bytesOf(secret))
  keyObjects.set(secret, key)
  return key
}

function bytesOf(data: ArrayBuffer | ArrayBufferView): Buffer {
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data)
}
