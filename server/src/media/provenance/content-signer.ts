import { constants, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import type { Provenance } from '../../core/ports/result-marker.ts'
import type { Asset, C2paNode, SigningAlgorithm, Target } from './c2pa-node.ts'

export interface ContentSignerOptions {
  /** The package; it loads its 50 MB at the first signature. */
  readonly c2pa: C2paNode
  /** The operator's certificate and those above it, but for the root, as PEM. */
  readonly certificates: string
  /** As PEM, without a passphrase. */
  readonly privateKey: string
  readonly name: string
  readonly version: string
}

/** Signs results with content credentials (C2PA), which say that a model or a procedure made them. */
export interface ContentSigner {
  /** Fills the target, or throws. Only files that this service has written may be passed. */
  sign(source: Asset, target: Target, sourceType: Provenance['sourceType']): Promise<void>
}

/** A signature of RSA has 512 bytes at most; the rest is the claim around it. */
const reservedBytes = 4_096

/** Throws if certificate and key do not fit together, or the key's kind is none that C2PA allows. */
export function createContentSigner(options: ContentSignerOptions): ContentSigner {
  const { c2pa, name, version } = options
  const key = createPrivateKey(options.privateKey)
  const certificates = Buffer.from(options.certificates)
  if (!new X509Certificate(certificates).checkPrivateKey(key))
    throw new Error('the private key is not that of the certificate')
  const alg = algorithmOf(key)
  const config = {
    alg,
    certs: [certificates],
    reserveSize: certificates.length + reservedBytes,
    directCoseHandling: false,
  }
  const claim = { claim_generator_info: [{ name, version }] }
  // A thumbnail would need the picture decoded once more.
  const settings = { builder: { thumbnail: { enabled: false } } }

  return {
    async sign(source, target, sourceType) {
      const builder = c2pa.Builder.withJson(claim, settings)
      builder.setIntent({ create: `http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}` })
      await builder.signConfigAsync(async (data) => signatureOf(alg, key, data), config, source, target)
    },
  }
}

function algorithmOf({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details,
}: KeyObject): SigningAlgorithm {
  if (type === 'ed25519') return 'ed25519'
  if (type === 'rsa' || type === 'rsa-pss') return 'ps256'
  if (details?.namedCurve === 'prime256v1') return 'es256'
  if (details?.namedCurve === 'secp384r1') return 'es384'
  throw new Error('C2PA needs a key on the curve P-256 or P-384, of Ed25519 or of RSA')
}

/** COSE has its own form of signatures: both numbers side by side, and for RSA a salt as long as the hash. */
function signatureOf(alg: SigningAlgorithm, key: KeyObject, data: Buffer): Buffer {
  if (alg === 'ed25519') return sign(null, data, key)
  const { RSA_PKCS1_PSS_PADDING: padding } = constants
  if (alg === 'ps256') return sign('sha256', data, { key, padding, saltLength: 32 })
  return sign(alg === 'es256' ? 'sha256' : 'sha384', data, { key, dsaEncoding: 'ieee-p1363' })
}
