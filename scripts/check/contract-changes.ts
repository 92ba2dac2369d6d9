/**
 * Compares the contract with its last released bundle: changes that could break a client of that version
 * fail, and the changelog must list the rest. `--write` generates the changelog; `--release` first stores the
 * bundle as the release of its version.
 */
import { checkContractChanges } from './released-contract.ts'

const words = process.argv.slice(2)
const step = words.includes('--release') ? 'release' : words.includes('--write') ? 'write' : 'check'
const faults = checkContractChanges(step)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
