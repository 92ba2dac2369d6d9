import { manifest } from './manifest.ts'

/** The version of this package: the one of the whole set, of server, contract, SDK and command line. */
export const { version } = manifest
