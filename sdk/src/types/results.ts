import type { AsyncDisposal, Bytes, CallOptions, ResultFile, TaskSucceeded } from './api-types.js'

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
   * The bytes of the first file as a stream: as they come, without a copy of the file in memory. It ends in an
   * error if the download is interrupted or fails verification. The end of an `await using` block ends
   * the download.
   * @example
   * for await (const bytes of await result.stream()) process.stdout.write(bytes)
   */
  stream(options?: CallOptions): Promise<ReadableStream<Uint8Array> & AsyncDisposal>
  /**
   * The first file as a response that streams, with its `content-type` and, if known, `content-length`. Resolves
   * with the first bytes, so that an error before them rejects; a later one breaks the response off.
   * @example
   * return await result.response()
   */
  response(options?: CallOptions): Promise<Response>
  /**
   * The first file as a Blob with its type, which holds the whole file in memory.
   * @example
   * image.src = URL.createObjectURL(await result.blob())
   */
  blob(options?: CallOptions): Promise<Blob>
  /**
   * Saves the first file to a path (Node, Bun and Deno), overwriting it; resolves to the path. Give it none that
   * contains the words of a stranger.
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
   * The bytes as a stream: as they come, without a copy of the file in memory. It ends in an error where the
   * bytes break off or are not proved to be the result's. The end of an `await using` block ends the download.
   * @example
   * for await (const bytes of await file.stream()) process.stdout.write(bytes)
   */
  stream(options?: CallOptions): Promise<ReadableStream<Uint8Array> & AsyncDisposal>
  /**
   * The file as a response that streams, with its `content-type` and, if known, `content-length`. Resolves with
   * the first bytes, so that an error before them rejects; a later one breaks the response off.
   * @example
   * return await file.response()
   */
  response(options?: CallOptions): Promise<Response>
  /**
   * The file as a Blob with its type, which holds the whole file in memory.
   * @example
   * image.src = URL.createObjectURL(await file.blob())
   */
  blob(options?: CallOptions): Promise<Blob>
  /**
   * Saves the file to a path (Node, Bun and Deno), overwriting it; resolves to the path. Give it none that
   * contains the words of a stranger.
   * @example
   * await file.saveTo(`out-${index}.png`)
   */
  saveTo(path: string, options?: CallOptions): Promise<string>
}
