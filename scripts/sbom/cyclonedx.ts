import type { ShippedPackage } from './shipped-packages.ts'

/** A CycloneDX 1.6 component, with the members that are known for an npm package. */
export interface Component {
  readonly type: 'application' | 'library' | 'container'
  readonly 'bom-ref': string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly scope?: 'required' | 'optional'
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly { readonly expression: string }[]
  readonly purl: string
}

export interface BillOfMaterials {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: '1.6'
  readonly version: 1
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/**
 * The bill of materials of a product, the first of `shipped`. It has neither time nor serial number, so the
 * same lock file makes the same bill, byte for byte.
 */
export function billOfMaterials(
  shipped: readonly ShippedPackage[],
  { type, image }: { readonly type: 'application' | 'library'; readonly image?: string },
): BillOfMaterials {
  const [product, ...rest] = shipped
  if (product === undefined) throw new Error('A bill of materials needs a product.')
  const refs = new Map(shipped.map((one) => [one.path, purlOf(one)]))
  const base = image === undefined ? [] : [containerOf(image)]
  const edges = shipped.map((one) => ({
    ref: purlOf(one),
    dependsOn: unique(one.dependsOn.map((path) => refs.get(path) ?? '')),
  }))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...componentOf(product), type } },
    // The lock may contain one package at several paths, if another version blocks the shared one.
    components: [...base, ...merged(rest.map((one) => ({ ...componentOf(one), scope: scopeOf(one) })))],
    dependencies: mergedEdges(edges),
  }
}

function componentOf(one: ShippedPackage): Component {
  const { name, version, license, integrity } = one
  const [, group, bareName] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    ...(group !== undefined && { group }),
    name: bareName ?? name,
    version,
    ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    purl: purlOf(one),
  }
}

function scopeOf({ isRequired }: ShippedPackage): 'required' | 'optional' {
  return isRequired ? 'required' : 'optional'
}

/** npm writes the hash in Base64, CycloneDX in hexadecimal digits. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [, digest = ''] = /^sha512-(\S+)$/.exec(integrity) ?? []
  return { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }
}

function purlOf({ name, version }: ShippedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** The image that a product is built on, pinned as NAME:TAG@sha256:DIGEST. */
function containerOf(image: string): Component {
  const [, name, tag, digest] = /^([\w./-]+):([\w.-]+)@sha256:([0-9a-f]{64})$/.exec(image) ?? []
  if (name === undefined || tag === undefined || digest === undefined)
    throw new Error(`The image ${image} is not pinned.`)
  const purl = `pkg:docker/${name}@${tag}?digest=sha256:${digest}`
  return {
    type: 'container',
    'bom-ref': purl,
    name,
    version: tag,
    scope: 'required',
    hashes: [{ alg: 'SHA-256', content: digest }],
    purl,
  }
}

function merged(components: readonly Component[]): Component[] {
  const byRef = new Map<string, Component>()
  for (const component of components) {
    const known = byRef.get(component['bom-ref'])
    if (known === undefined || component.scope === 'required') byRef.set(component['bom-ref'], component)
  }
  return [...byRef.values()].sort((a, b) => compare(a['bom-ref'], b['bom-ref']))
}

function mergedEdges(
  edges: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[],
): { ref: string; dependsOn: string[] }[] {
  const byRef = new Map<string, string[]>()
  for (const { ref, dependsOn } of edges) byRef.set(ref, [...(byRef.get(ref) ?? []), ...dependsOn])
  return [...byRef].map(([ref, dependsOn]) => ({ ref, dependsOn: unique(dependsOn) }))
}

function unique(refs: readonly string[]): string[] {
  return [...new Set(refs)].sort(compare)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
