import { changesText } from '../../../openapi/codegen/src/diff/changes-text.ts'
import { compareContracts } from '../../../openapi/codegen/src/diff/compare-contracts.ts'
import type { Contract } from '../../../openapi/codegen/src/read/contract.ts'
import type { Release } from './releases.ts'

const banner = `<!-- Made from openapi/released/ and the contract by \`npm run change\`. Do not edit. -->

# Changes of the contract

What a caller can notice from one version to the next. Texts and examples are not listed.
`

/** The changelog: what is not released yet, then each release against the one before it, the latest first. */
export function changelogText(releases: readonly Release[], current: Contract): string {
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
