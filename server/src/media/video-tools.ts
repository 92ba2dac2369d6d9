import type { VideoTool } from './video-tool.ts'

/**
 * The first usable tool; checked again as long as there is none, because a program may be installed
 * meanwhile.
 */
export interface VideoTools {
  find(): Promise<VideoTool | undefined>
  /** A sentence with every remedy, or undefined if there is a tool. */
  missing(): Promise<string | undefined>
}

export function createVideoTools(tools: readonly VideoTool[]): VideoTools {
  let found: VideoTool | undefined

  async function find(): Promise<VideoTool | undefined> {
    for (const tool of found === undefined ? tools : []) {
      if ((await tool.missing()) !== undefined) continue
      found = tool
      break
    }
    return found
  }

  return {
    find,
    async missing() {
      if ((await find()) !== undefined) return undefined
      const reasons = await Promise.all(tools.map((tool) => tool.missing()))
      return `Videos cannot be finished here: ${reasons.join(', and ')}. One of the two is enough.`
    },
  }
}
