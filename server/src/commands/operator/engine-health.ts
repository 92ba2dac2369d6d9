interface EngineHealth {
  readonly health: 'up' | 'down'
  readonly downSeconds: number
  readonly paused: unknown
}

/** The health of an engine in a list, beginning with `paused`, `up` or `down`. */
export function engineHealthText({ paused, ...engine }: EngineHealth): string {
  return paused === null ? textOf(engine) : `paused, ${textOf(engine)}`
}

function textOf({ health, downSeconds }: Omit<EngineHealth, 'paused'>): string {
  if (health === 'up') return 'up'
  return downSeconds > 0 ? `down, tried again in ${downSeconds} s` : 'down, its next task tries it'
}
