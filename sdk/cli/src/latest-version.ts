import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What is kept between commands about newer versions; times are in milliseconds since 1970. */
export interface VersionFile {
  /** The newest released version, as far as it is known. */
  readonly latest?: string
  readonly askedAtMs?: number
  readonly shownAtMs?: number
}

const released = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/

/** The newest version in the output of npm; undefined for anything but a released one. */
export function readVersion(text: string): string | undefined {
  const trimmed = text.trim()
  return released.test(trimmed) ? trimmed : undefined
}

/** Reads the file; one that is missing or damaged is empty. */
export function readVersionFile(file: string): VersionFile {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof found !== 'object' || found === null) return {}
    const { latest, askedAtMs, shownAtMs }: Record<keyof VersionFile, unknown> = {
      latest: undefined,
      askedAtMs: undefined,
      shownAtMs: undefined,
      ...found,
    }
    return {
      ...(typeof latest === 'string' && released.test(latest) && { latest }),
      ...(typeof askedAtMs === 'number' && { askedAtMs }),
      ...(typeof shownAtMs === 'number' && { shownAtMs }),
    }
  } catch {
    return {}
  }
}

/** Replaces the file as a whole; returns whether it could be written. */
export function writeVersionFile(file: string, content: VersionFile): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const own = `${file}.${process.pid}`
    writeFileSync(own, JSON.stringify(content))
    renameSync(own, file)
    return true
  } catch {
    return false
  }
}
