/**
 * Holds the contract to its last released bundle: what could break a client of that version fails, and the
 * changelog must tell the rest. `--write` makes the changelog; `--release` keeps the bundle as the release of
 * its version first.
 */
import { checkContractChanges } from './released-contract.ts'

const words = process.argv.slice(2)
const step = words.includes('--release') ? 'release' : words.includes('--write') ? 'write' : 'check'
const faults = checkContractChanges(step)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
