// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { HiddenFields } from '@mediagen/contract-runtime'

/** What is never sent of the bodies of responses, by operation and status. */
export const hiddenFields: Readonly<Record<string, Readonly<Record<string, HiddenFields>>>> = {}

/** What is hidden of schemas that occur inside themselves. */
export const namedHiddenFields: Readonly<Record<string, HiddenFields>> = {}
