import { distinct, type Finding, type Place } from './findings.ts'
import { nameOf } from './pointer.ts'

/** One thing of a contract that the generator rejects, or leaves out. */
export interface Fault {
  /** The keys from the root of the document, as if every reference on the way were written out. */
  readonly trail: readonly string[]
  /** `GET /todos`, or the component. */
  readonly where: string
  readonly reason: string
  /** What faults of one kind have in common, where their reasons differ. @default the reason */
  readonly cause?: string
  /** The operations that it concerns, as `operationKey` names them; undefined for all of them. */
  readonly operations?: readonly string[]
}

/** An operation by its method and path: `GET /todos`. */
export function operationKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`
}

/** Reports a fault or notice at one place; `cause` says what it has in common with others. */
export type ReportFault = (trail: readonly string[], reason: string, cause?: string) => void

/** Where the keys of a trail lead to; undefined where the files are not known. */
export type Locate = (trail: readonly string[]) => Place | undefined

/** Faults with their places. One in a component is named by it, not by the operation that it was met in. */
export function located(faults: readonly Fault[], severity: Finding['severity'], locate: Locate): Finding[] {
  return distinct(
    faults.map(({ trail, where, reason, cause }) => {
      const place = locate(trail)
      const named = (place && nameOf(place.pointer)) ?? where
      return { severity, ...place, where: named, message: reason, ...(cause !== undefined && { cause }) }
    }),
  )
}
