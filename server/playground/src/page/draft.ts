import { forms } from 'virtual:contract-forms'
import type { Product } from '@mediagen/sdk'
import { type LinkedRequest, linkTo, readLink } from '../contract/request-link.ts'
import type { Job } from '../tasks/job.ts'
import { isSheetStep } from './sheet.tsx'

const storageName = 'mediagen.playground.draft'

/** Keeps what is entered in the open sheet for as long as the tab is open; the image is not kept. */
export function keepDraft(product: Product, request: NonNullable<Job['request']>): void {
  if (isSheetStep()) sessionStorage.setItem(storageName, linkTo(product, request, location))
}

/** What was entered before a reload, where the page stands at the step of the sheet. */
export function readDraft(): LinkedRequest | undefined {
  const kept = isSheetStep() ? sessionStorage.getItem(storageName) : null
  return kept === null ? undefined : readLink(new URL(kept).hash, forms)
}
