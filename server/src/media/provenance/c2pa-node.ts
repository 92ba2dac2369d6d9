/**
 * What this service uses of the package @contentauth/c2pa-node, which an operator who signs installs beside
 * it: the package itself is 50 MB, and nothing but signatures needs it.
 */
export interface C2paNode {
  readonly Builder: { withJson(claim: object, settings: object): C2paBuilder }
}

interface C2paBuilder {
  setIntent(intent: { readonly create: string }): void
  /** Calls back for the signature; everything else happens outside the main thread. */
  signConfigAsync(
    sign: (data: Buffer) => Promise<Buffer>,
    config: {
      readonly alg: SigningAlgorithm
      readonly certs: Buffer[]
      readonly reserveSize: number
      readonly directCoseHandling: boolean
    },
    source: Asset,
    target: Target,
  ): Promise<Buffer>
}

export type SigningAlgorithm = 'es256' | 'es384' | 'ps256' | 'ed25519'

export type Asset =
  | { readonly buffer: Buffer; readonly mimeType: string }
  | { readonly path: string; readonly mimeType: string }

/** A buffer that is filled, or a file that is written. */
export type Target = { buffer: Buffer | null } | { readonly path: string; readonly mimeType: string }
