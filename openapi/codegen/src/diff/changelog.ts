import type { ContractDocument } from '../../../checks/contract.ts'
import type { Change } from './change.ts'
import { compareContracts } from './compare-contracts.ts'
import type { Release } from './releases.ts'

const banner = `<!-- Made from openapi/released/ and the contract by \`npm run changelog\`. Do not edit. -->

# Changes of the contract

What a caller can notice from one version to the next. Texts and examples are not listed.
`

const titles = { breaking: 'Breaking', deprecation: 'Deprecated', addition: 'Added' } as const

/** The changelog: what is not released yet, then each release against the one before it, the latest first. */
export function changelogText(releases: readonly Release[], current: ContractDocument): string {
  const sections = releases.map(({ version, document }, at) => {
    const earlier = releases[at - 1]
    const text =
      earlier === undefined
        ? 'The first release.\n'
        : changesText(compareContracts(earlier.document, document))
    return `## ${version}\n\n${text}`
  })
  const latest = releases.at(-1)
  const unreleased = latest === undefined ? [] : compareContracts(latest.document, current)
  const head = unreleased.length === 0 ? [] : [`## Unreleased\n\n${changesText(unreleased)}`]
  return [banner, ...head, ...sections.toReversed()].join('\n')
}

function changesText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Texts and examples only.\n'
  const kinds = ['breaking', 'deprecation', 'addition'] as const
  return kinds
    .map((kind) => ({ kind, own: changes.filter((change) => change.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .map(({ kind, own }) => `### ${titles[kind]}\n\n${own.map(lineOf).join('')}`)
    .join('\n')
}

function lineOf({ where, what }: Change): string {
  return `- \`${where}\`: ${what}\n`
}
