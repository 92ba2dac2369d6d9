// Compares the contract with its last release, and its changelog with both. --write generates the changelog,
// --release first stores the bundle as the release of its version.
import { readArguments } from '../../set-up/arguments.mjs'
import { runCommand } from '../../set-up/prepare.mjs'
import { checkContractChanges } from './released-contract.ts'

const usage = 'node scripts/release/contract/changes.ts [--write | --release]'

await runCommand(async () => {
  const { flags } = readArguments({ usage, flags: ['write', 'release'] })
  const step = flags.has('release') ? 'release' : flags.has('write') ? 'write' : 'check'
  const faults = checkContractChanges(step)
  for (const fault of faults) console.error(fault)
  return faults.length === 0 ? 0 : 1
})
