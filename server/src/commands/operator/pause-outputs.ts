import type { Commands } from '../../operator/operations/operations.ts'
import type { Block } from '../look/blocks.ts'
import { timeText } from '../look/text.ts'
import { excerpt, sentences } from './table.ts'

type PauseView = Commands['pause-engine']['view']

export function printPause({ kind, name, paused }: PauseView): Block[] {
  return sentences(`The ${kind} ${name} ${paused === null ? 'is not paused.' : pauseText(paused)}`)
}

/** Since when, by whom and why, to follow a name. */
export function pauseText({ since, by, reason }: NonNullable<PauseView['paused']>): string {
  return `has been paused since ${timeText(since)} by ${excerpt(by)}: ${excerpt(reason, 500)}`
}
