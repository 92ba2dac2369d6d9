// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { components } from './openapi.js'

type Schemas = components['schemas']

export type AcceptedTask = Schemas['AcceptedTask']
export type Account = Schemas['Account']
export type CancelledTask = Schemas['CancelledTask']
export type EffectCatalogue = Schemas['EffectCatalogue']
export type Gallery = Schemas['Gallery']
export type Pricing = Schemas['Pricing']
export type ReservedUpload = Schemas['ReservedUpload']
export type Task = Schemas['Task']
export type TaskPage = Schemas['TaskPage']
export type Upload = Schemas['Upload']
export type Usage = Schemas['Usage']
