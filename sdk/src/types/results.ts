import type { Bytes, CallOptions, ResultFile, TaskSucceeded } from './api-types.js'

/** A task that has succeeded, with its result. */
export interface FinishedTask extends TaskSucceeded {
  /** The files of the result, images before videos; currently always one. */
  readonly files: readonly OutputFile[]
  /**
   * The bytes of the first file.
   * @example
   * const bytes = await result.download()
   */
  download(options?: CallOptions): Promise<Bytes>
  /**
   * The bytes of the first file as a stream.
   * @example
   * return new Response(await result.stream())
   */
  stream(options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /**
   * Saves the first file to a path (Node, Bun and Deno), overwriting it; resolves to the path.
   * @example
   * await result.saveTo('out.png')
   */
  saveTo(path: string, options?: CallOptions): Promise<string>
}

/**
 * One file of a result. Its methods renew an expired link, so they work at any later time, and resume an
 * interrupted download. They reject with `ResultRemovedError` once the file no longer exists.
 */
export interface OutputFile extends ResultFile {
  /** When its link expires, in ISO 8601; the methods renew it automatically. */
  readonly urlExpiresAt: string
  /**
   * The bytes.
   * @example
   * for (const file of result.files) console.log((await file.download()).length)
   */
  download(options?: CallOptions): Promise<Bytes>
  /**
   * The bytes as a stream.
   * @example
   * return new Response(await file.stream(), { headers: { 'content-type': file.contentType } })
   */
  stream(options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /**
   * Saves the file to a path (Node, Bun and Deno), overwriting it; resolves to the path.
   * @example
   * await file.saveTo(`out-${index}.png`)
   */
  saveTo(path: string, options?: CallOptions): Promise<string>
}
