import type { Harmless } from './reasons.ts'

export const uploads: Harmless = {}
