import { type Lock, shippedPackages } from '../sbom/shipped-packages.ts'

/** Packages whose manifest names no licence, with the one that their repository or readme states. */
const statedElsewhere: Readonly<Record<string, string>> = {
  '@shinyoshiaki/jspack': 'BSD-3-Clause',
  'combine-errors': 'MIT',
}

/** A row of the page's table: the product, its folder, and its licences between commas. */
const row = /^\| [^|]+ \| `([\w/.-]+)` \| ([^|]+) \|$/gm

/** The problems of the page's table of licences, one sentence each. */
export function licenceProblems(lock: Lock, page: string): string[] {
  const rows = [...page.matchAll(row)]
  if (rows.length === 0) return ['docs/licences.md has no table of products']
  return rows.flatMap(([, folder = '', text = '']) => {
    const listed = new Set([...text.matchAll(/`([^`]+)`/g)].map(([, licence]) => licence))
    const real = licencesOf(lock, folder)
    const unlisted = [...real]
      .filter(([licence]) => !listed.has(licence))
      .map(
        ([licence, names]) => `${folder}: docs/licences.md does not list ${licence}, of ${names.join(', ')}`,
      )
    const gone = [...listed]
      .filter((licence) => licence !== undefined && !real.has(licence))
      .map((licence) => `${folder}: docs/licences.md lists ${licence}, which no shipped package has`)
    return [...unlisted, ...gone]
  })
}

/**
 * The licences of a product's packages, each with the names of its packages, without the project's own.
 */
function licencesOf(lock: Lock, folder: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name, license, integrity } of shippedPackages(lock, folder)) {
    if (integrity === undefined) continue
    const licence = license ?? statedElsewhere[name] ?? 'none stated'
    found.set(licence, [...(found.get(licence) ?? []), name])
  }
  return found
}
