import { fal } from './fal.ts'
import { luma } from './luma.ts'
import { mediagen } from './mediagen.ts'
import { openai } from './openai.ts'
import { replicate } from './replicate.ts'
import { runway } from './runway.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'
import { stripe } from './stripe.ts'

/** Ours is the first. */
export const sdks: readonly SdkUnderTest[] = [mediagen, replicate, fal, openai, runway, luma, stripe]
