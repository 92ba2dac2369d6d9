/** What the mark of a result says about it. */
export interface Provenance {
  readonly taskId: string
  /** A term of IPTC's vocabulary of digital source types. */
  readonly sourceType: 'trainedAlgorithmicMedia' | 'compositeWithTrainedAlgorithmicMedia' | 'algorithmicMedia'
}

/** How a stored file is marked: not at all, with an XMP packet, or with that and signed content credentials. */
export type Mark = 'none' | 'xmp' | 'signed'

export interface MarkedBytes {
  readonly mark: Mark
  readonly bytes: Uint8Array
}

export interface MarkedFile {
  readonly mark: Mark
  readonly path: string
}

/**
 * Marks results as generated, without touching pictures or sound. A file that cannot be marked stays as it
 * is and says so by its mark: a result is worth more than its label.
 */
export interface ResultMarker {
  markBytes(
    media: { readonly contentType: string; readonly bytes: Uint8Array },
    provenance: Provenance,
  ): Promise<MarkedBytes>
  /**
   * Changes the file, or writes another next to it. Throws when the signal aborts.
   * @param accountId Accounts take turns.
   */
  markFile(
    media: { readonly contentType: string; readonly path: string },
    provenance: Provenance,
    signal: AbortSignal,
    accountId?: string,
  ): Promise<MarkedFile>
}
