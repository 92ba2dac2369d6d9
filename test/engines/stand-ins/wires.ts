import type { Wire } from './wire.ts'
import { comfyui, comfyuiBeforeJobs } from './wires/comfyui.ts'
import { fal } from './wires/fal.ts'
import { gemini } from './wires/gemini.ts'
import { openaiImages } from './wires/openai-images.ts'
import { openaiVideos } from './wires/openai-videos.ts'
import { polling } from './wires/polling.ts'
import { replicate } from './wires/replicate.ts'
import { sdapi } from './wires/sdapi.ts'
import { sdcpp } from './wires/sdcpp.ts'

/** Every API that a stand-in implements. */
export const wires = {
  comfyui,
  'comfyui-before-jobs': comfyuiBeforeJobs,
  fal,
  gemini,
  'openai-images': openaiImages,
  'openai-videos': openaiVideos,
  polling,
  replicate,
  sdapi,
  sdcpp,
} as const satisfies Record<string, Wire>

export type WireName = keyof typeof wires
