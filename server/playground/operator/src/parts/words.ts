/** What the page says in texts; elements for the same are in marks.tsx. */

const zoneKey = 'mediagen.operator.zone'
const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone
let shownZone = remembered() === 'UTC' ? 'UTC' : localZone

function remembered(): string | null {
  try {
    return localStorage.getItem(zoneKey)
  } catch {
    return null
  }
}

/** The zone of the times that are shown. */
export function zoneName(): string {
  return shownZone
}

/** Changes between the reader's own zone and UTC, and remembers it in this browser. Returns the new one. */
export function nextZone(): string {
  shownZone = shownZone === 'UTC' ? localZone : 'UTC'
  try {
    localStorage.setItem(zoneKey, shownZone === 'UTC' ? 'UTC' : 'local')
  } catch {
    // A browser that stores nothing forgets it.
  }
  return shownZone
}

/** A time within a sentence, with its zone. */
export function timeText(iso: string, { hasZone = true } = {}): string {
  const at = new Date(iso)
  const isThisYear = at.getFullYear() === new Date().getFullYear()
  return at.toLocaleString('en-GB', {
    timeZone: shownZone,
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(hasZone && { timeZoneName: 'short' }),
  })
}

export function accountName(name: string | null): string {
  return name ?? 'Unnamed account'
}

/** An account as a question names it. */
export function accountCalled({ accountId, name }: { accountId: string; name: string | null }): string {
  return called(accountId, accountName(name))
}

/** A key as a question names it. */
export function called(id: string, name: string | null): string {
  return name === null ? id : `${name} (${id})`
}

/** A number with what agrees with it. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

export function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

/** A time within the life of a task, to a tenth of a second. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** How long a task has run so far, by the clock of this browser. */
export function runningFor(startedAt: string): string {
  return `running, ${duration(Math.round(Math.max(0, Date.now() - Date.parse(startedAt)) / 1000))} so far`
}

export function duration(seconds: number): string {
  if (seconds < 10 && !Number.isInteger(seconds)) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

/** When an engine that is down is tried again. */
export function nextTryOf({ downSeconds }: { downSeconds: number }): string {
  return downSeconds > 0 ? `tried again in ${duration(downSeconds)}` : 'its next task tries it'
}
