// npm run conform: what a backend of our contract does besides what the document says.
import { mediaScenario } from './media-scenario.ts'

export const scenario = mediaScenario({
  withGenerations: true,
  patience: { pollSeconds: 2, finishSecondsMax: 600 },
})
