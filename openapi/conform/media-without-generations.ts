// npm run conform -- --no-generations: the same, and nothing is spent.
import { mediaScenario } from './media-scenario.ts'

export const scenario = mediaScenario({
  withGenerations: false,
  patience: { pollSeconds: 0, finishSecondsMax: 0 },
})
