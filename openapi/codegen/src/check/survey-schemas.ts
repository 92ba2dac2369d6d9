import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Contract, Schema } from '../read/contract.ts'
import type { ReportFault } from '../read/faults.ts'
import { follow, isAnnotation, isWriteOnly, keywords, referenceOf } from '../read/follow.ts'
import { checkedPattern } from '../read/patterns.ts'
import { pointerKeys } from '../read/pointer.ts'
import { eachSubschema } from '../read/subschemas.ts'
import { appliesItself } from './self-applied.ts'

const advice: Readonly<Record<string, string>> = {
  $dynamicRef: 'is resolved while validating',
  $dynamicAnchor: 'is resolved while validating',
  $recursiveRef: 'is of older drafts, and resolved while validating',
  $recursiveAnchor: 'is of older drafts, and resolved while validating',
  $anchor: 'names a place, and references go by its path',
  $id: 'changes what references mean, and they go by path',
  dependencies: 'is of older drafts: dependentRequired or dependentSchemas say it today',
  additionalItems: 'is of older drafts: prefixItems and items say it today',
  definitions: 'is of older drafts: $defs says it today',
}

const types = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object']

/** What every object inherits: openapi-typescript stumbles over a field of such a name, but for two. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))
for (const name of ['constructor', 'toString', '__proto__']) inherited.delete(name)

/** Where the schemas of values without a name of their own are. */
const unnamed = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'items',
  'prefixItems',
  'unevaluatedItems',
]

/** What a schema describes: `hidden` is a value inside a field that is never sent. */
type Direction = 'request' | 'response' | 'hidden'

/** Visits the schemas of one operation, each component once in a direction. */
export class SchemaSurvey {
  readonly #contract: Contract
  readonly #fault: ReportFault
  readonly #notice: ReportFault
  readonly #seen = new Set<string>()

  constructor(contract: Contract, fault: ReportFault, notice: ReportFault) {
    this.#contract = contract
    this.#fault = fault
    this.#notice = notice
  }

  visit(trail: readonly string[], schema: Schema, direction: Direction): void {
    const reference = referenceOf(schema)
    if (reference !== undefined) {
      const key = `${direction} ${reference}`
      if (!this.#seen.has(key)) {
        this.#seen.add(key)
        this.#visitReference(trail, reference, direction)
      }
    }
    for (const keyword of Object.keys(schema)) {
      if (!keywords.has(keyword) && !isAnnotation(keyword))
        this.#notice(
          [...trail, keyword],
          `the schema keyword ${keyword} ${advice[keyword] ?? 'is unknown'}, so it checks nothing`,
        )
    }
    this.#checkValues(trail, schema)
    this.#checkDirection(trail, schema, direction)
    eachSubschema(schema, (inner, keys) => {
      const isHidden =
        direction === 'response' && keys[0] === 'properties' && isWriteOnly(this.#contract, inner)
      this.#checkUnnamed([...trail, ...keys], keys[0] ?? '', inner, direction)
      this.visit([...trail, ...keys], inner, isHidden ? 'hidden' : direction)
    })
  }

  #visitReference(trail: readonly string[], reference: string, direction: Direction): void {
    try {
      const target = follow<Schema>(this.#contract, { $ref: reference })
      const isComponent = reference.startsWith('#/components/schemas/')
      const place = isComponent ? pointerKeys(reference) : trail
      if (appliesItself(this.#contract, target))
        this.#fault(place, `the schema ${reference} applies itself to the same value, so no check of it ends`)
      this.visit(place, target, direction)
    } catch (error) {
      // What leads nowhere stands here itself.
      this.#fault([...trail, '$ref'], error instanceof Error ? error.message : String(error))
    }
  }

  #checkValues(trail: readonly string[], schema: Schema): void {
    for (const type of [schema.type ?? []].flat())
      if (!types.includes(type)) this.#fault([...trail, 'type'], `there is no type ${type}`)
    if (Object.hasOwn(schema.properties ?? {}, '__proto__'))
      this.#fault([...trail, 'properties'], 'a field is called __proto__, which is no field in JavaScript')
    for (const name of Object.keys(schema.properties ?? {}).filter((name) => inherited.has(name)))
      this.#fault(
        [...trail, 'properties', name],
        `a field is called ${name}, which every object of JavaScript inherits`,
      )
    if (schema.pattern !== undefined && checkedPattern(schema.pattern) === undefined)
      this.#notice(
        [...trail, 'pattern'],
        `the pattern ${schema.pattern} is none of ECMAScript, so it is not checked`,
        'a pattern is none of ECMAScript, so it is not checked',
      )
    if (schema.format !== undefined && !Object.hasOwn(fullFormats, schema.format))
      this.#notice([...trail, 'format'], `the format ${schema.format} is not known, so it is not checked`)
    if (schema.discriminator !== undefined && schema.oneOf === undefined && schema.anyOf === undefined)
      this.#notice([...trail, 'discriminator'], 'a discriminator beside no oneOf checks nothing')
  }

  /** Only a field with a name can be left out of what is sent. */
  #checkUnnamed(trail: readonly string[], keyword: string, value: Schema, direction: Direction): void {
    if (direction === 'response' && unnamed.includes(keyword) && isWriteOnly(this.#contract, value))
      this.#fault(
        trail,
        `the values of ${keyword} are writeOnly, and only fields of properties can be left out of a response; give the response a schema of its own`,
      )
  }

  #checkDirection(trail: readonly string[], schema: Schema, direction: Direction): void {
    if (direction === 'request')
      for (const name of schema.required ?? [])
        if (schema.properties?.[name]?.default !== undefined)
          this.#notice(
            [...trail, 'properties', name],
            `the field ${name} is required, so its default never stands in`,
            'a default of a required field never stands in',
          )
  }
}
