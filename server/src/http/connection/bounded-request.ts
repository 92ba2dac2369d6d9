import { IncomingMessage } from 'node:http'
import type { Connections } from './connections.ts'

/**
 * Tiny chunks cost Node a hundred times their size. Legitimate clients send a few; only attackers send this
 * many.
 */
const bodyPartsMax = 500
const bytesPerPart = 64

/**
 * Node parses every request of a chunk of bytes before the first gets its response. Only an upgrade makes it
 * stop, so one request too many is treated as one: it is not started, and the bytes after it are never
 * parsed.
 */
export abstract class BoundedRequest extends IncomingMessage {
  /** Those of the server. A getter, because the base class sets `upgrade` while it is constructed. */
  protected abstract get connections(): Pick<Connections, 'isFull' | 'fail'>

  // Set while the base class is constructed, so it must not have an initializer.
  declare private isUpgrade: boolean
  get upgrade(): boolean {
    return this.isUpgrade
  }
  /** Node first sets what the client requests, then whether it is granted. */
  set upgrade(isRequested: boolean) {
    this.isUpgrade = isRequested || this.connections.isFull(this.socket)
  }

  private bodyParts = 0
  private bodyBytes = 0
  private isRejected = false

  /** Receives a part of the body as it arrived. */
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.isRejected) return false
    if (chunk === null) return super.push(chunk, encoding)
    this.bodyParts += 1
    this.bodyBytes += chunk.length
    this.isRejected = this.bodyParts > bodyPartsMax + this.bodyBytes / bytesPerPart
    if (!this.isRejected) return super.push(chunk, encoding)
    this.connections.fail(this.socket, 'INVALID_REQUEST')
    return false
  }

  /**
   * Called to continue reading the connection. Each tiny part costs microseconds, for which all other clients
   * wait.
   */
  override _read(size: number): void {
    if (!this.isRejected) super._read(size)
  }
}
