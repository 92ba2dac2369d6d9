import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { compareContracts } from '../../../openapi/codegen/src/diff/compare-contracts.ts'
import type { Contract } from '../../../openapi/codegen/src/read/contract.ts'
import { changelogText } from './changelog.ts'
import { readReleases, versionOf } from './releases.ts'

/** The folder of the contract, as an URL that ends with a slash. */
const ownFolder = new URL('../../../openapi/', import.meta.url)

/**
 * Compares the contract of a folder with its last release; returns the problems, line by line. `write` also
 * generates the changelog, and `release` first stores the contract as the release of its version.
 */
export function checkContractChanges(step: 'check' | 'write' | 'release', folder: URL = ownFolder): string[] {
  const bundle = readFileSync(new URL('generated/openapi.json', folder), 'utf8')
  const current: Contract = JSON.parse(bundle)
  const released = new URL('released/', folder)
  const latest = readReleases(released).at(-1)
  const changes = latest === undefined ? [] : compareContracts(latest.document, current)
  const breaking = changes.filter(({ kind }) => kind === 'breaking')
  if (breaking.length > 0) {
    return [
      `The contract would break clients of ${latest?.version}; such a change needs a new version of the path:`,
      ...breaking.map(({ where, what }) => `  ${where}: ${what}`),
    ]
  }
  if (step === 'release') {
    const fault = storeRelease(new URL(`openapi-${versionOf(current)}.json`, released), bundle)
    if (fault !== undefined) return [fault]
  }
  const changelog = new URL('CHANGELOG.md', folder)
  const text = changelogText(readReleases(released), current)
  if (step !== 'check') writeFileSync(changelog, text)
  else if (!existsSync(changelog) || readFileSync(changelog, 'utf8') !== text)
    return ['openapi/CHANGELOG.md is out of date: run `npm run change` and commit the result.']
  return []
}

/** A released bundle is never replaced. */
function storeRelease(file: URL, bundle: string): string | undefined {
  if (existsSync(file) && readFileSync(file, 'utf8') !== bundle)
    return 'This version is released already, and differs: raise info.version in openapi/openapi.yaml.'
  writeFileSync(file, bundle)
  return undefined
}
