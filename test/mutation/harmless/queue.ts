import { type Harmless, optimisation } from './reasons.ts'

export const queue: Harmless = {
  'database/coordination/queue-heads.ts': [['if (!someAreHeld) return queued', 1, optimisation]],
}
