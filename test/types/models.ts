import type { Models } from '@mediagen/contract/models'
import type { components } from '../../sdk/src/generated/openapi.ts'

/** Whole numbers between near bounds are numbers to a backend, and each of them to a client. */
type Plain<Value> = Value extends number
  ? number
  : Value extends object
    ? { [Name in keyof Value]: Plain<Value[Name]> }
    : Value

/** An object without declared fields is empty to a client. */
type Open = 'UploadCompletionRequest'

type OfClients = Omit<Plain<components['schemas']>, Open>
type OfBackends = Omit<Plain<Models>, Open>

/** Two generators read the schemas: what they make of each has the same fields of the same types. */
export const ofBackends = (schemas: OfClients): OfBackends => schemas
export const ofClients = (models: OfBackends): OfClients => models
