import type { Config } from '../config/config.ts'
import { OperatorFileError } from '../config/operator-file-error.ts'
import { readOperatorFile } from '../config/read-operator-file.ts'
import { importOptional } from '../core/async/import-optional.ts'
import { systemClock } from '../core/domain/clock.ts'
import { messageOf } from '../core/errors.ts'
import { installCommand } from '../core/package/install-command.ts'
import { version } from '../core/package/version.ts'
import type { Logger } from '../core/ports/logger.ts'
import type { ResultMarker } from '../core/ports/result-marker.ts'
import type { ImageDecoder } from '../media/image-decoder.ts'
import type { C2paNode } from '../media/provenance/c2pa-node.ts'
import { type ContentSigner, createContentSigner } from '../media/provenance/content-signer.ts'
import { createResultMarker } from '../media/provenance/result-marker.ts'

const c2paPackage = '@contentauth/c2pa-node'

/**
 * What marks results as generated, unless the operator has switched it off. Throws an OperatorFileError if
 * results are to be signed and cannot be.
 */
export async function wireMarker(
  { provenanceMarks, c2pa }: Pick<Config, 'provenanceMarks' | 'c2pa'>,
  decoder: ImageDecoder,
  logger: Logger,
): Promise<{ marker?: ResultMarker }> {
  if (!provenanceMarks) return {}
  const signer = c2pa && { signer: await openSigner(c2pa) }
  const creatorTool = `mediagen ${version}`
  return { marker: createResultMarker({ clock: systemClock, creatorTool, decoder, logger, ...signer }) }
}

async function openSigner(files: NonNullable<Config['c2pa']>): Promise<ContentSigner> {
  const certificates = await readOperatorFile(files.certificateFile)
  const privateKey = await readOperatorFile(files.privateKeyFile)
  const c2pa = await importOptional(c2paPackage, (): Promise<C2paNode> => import(c2paPackage))
  const refuse = (problem: string) => new OperatorFileError(files.certificateFile, [problem])
  if (c2pa === undefined)
    throw refuse(`signing with it needs the package ${c2paPackage}: ${installCommand(c2paPackage)}`)
  try {
    return createContentSigner({ c2pa, certificates, privateKey, name: 'mediagen', version })
  } catch (error) {
    throw refuse(`cannot sign results: ${messageOf(error)}`)
  }
}
