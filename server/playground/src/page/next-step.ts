import { nextSteps } from '../errors.generated.ts'

/** What a person can do about an error: send it again, or change the request, its image or the key. */
export type NextStep = 'again' | 'edit' | 'smaller' | 'image' | 'key'

const steps: Readonly<Record<string, NextStep>> = {
  ...nextSteps,
  UploadTransferError: 'image',
  ORIGIN_NOT_ALLOWED: 'key',
}

/** The step that leads on from an error; sending it again for whatever is not known better. */
export function nextStepOf(code: string | undefined): NextStep {
  return (code !== undefined && Object.hasOwn(steps, code) ? steps[code] : undefined) ?? 'again'
}

/** Errors of the way to the service, which end by themselves once it is there again. */
export function isOutage(code: string | undefined): boolean {
  return code === 'ConnectionError' || code === 'RequestTimeoutError' || code === 'SERVICE_UNAVAILABLE'
}
