import { readdirSync, readFileSync } from 'node:fs'
import type { Contract } from '../../../openapi/codegen/src/read/contract.ts'
import { record } from '../../../openapi/codegen/src/read/record.ts'

/** A version of the contract as it was released. */
export interface Release {
  readonly version: string
  readonly document: Contract
}

const fileName = /^openapi-(\d+)\.(\d+)\.(\d+)\.json$/

/** Every released bundle, the first one first. Throws for a file that is not named after its version. */
export function readReleases(folder: URL): Release[] {
  return readdirSync(folder)
    .map((name) => {
      const numbers = fileName.exec(name)?.slice(1).map(Number)
      if (numbers === undefined) throw new Error(`openapi/released/${name} is not named openapi-VERSION.json`)
      const document: Contract = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
      const version = versionOf(document)
      if (version !== numbers.join('.')) throw new Error(`openapi/released/${name} holds version ${version}`)
      return { version, document, numbers }
    })
    .sort((one, other) => compareNumbers(one.numbers, other.numbers))
    .map(({ version, document }) => ({ version, document }))
}

export function versionOf(document: object): string {
  return String(record('info' in document ? document.info : undefined).version)
}

function compareNumbers(one: readonly number[], other: readonly number[]): number {
  return one.map((number, at) => number - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}
