interface EngineHealth {
  readonly health: 'up' | 'down'
  readonly downSeconds: number
}

/** The health of an engine in a list, beginning with `up` or `down`. */
export function engineHealthText({ health, downSeconds }: EngineHealth): string {
  if (health === 'up') return 'up'
  return downSeconds > 0 ? `down, tried again in ${downSeconds} s` : 'down, its next task tries it'
}
