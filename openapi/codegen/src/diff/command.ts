import type { Command } from '../command-line.ts'
import { checkContractChanges } from './released-contract.ts'

export const command: Command = {
  usage: '[--write | --release]',
  help: `  --write    generates the changelog; without it, the changelog must be up to date
  --release  first stores the bundle as the release of its version

Compares the contract with its last released bundle: a change that could break a client of that version
fails, and the changelog must list the rest.`,
  flags: ['write', 'release'],
  run: async ({ flags }) => {
    const step = flags.has('release') ? 'release' : flags.has('write') ? 'write' : 'check'
    const faults = checkContractChanges(step)
    for (const fault of faults) console.error(fault)
    return faults.length === 0 ? 0 : 1
  },
}
