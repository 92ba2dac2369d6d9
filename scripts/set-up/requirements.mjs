// @ts-check
import { SetUpError } from './project.mjs'

/** What MEDIAGEN_REQUIRE may name: that tests need and are skipped without. */
const requirements = /** @type {const} */ ([
  'mysql',
  's3',
  'browser',
  'runtimes',
  'ffmpeg',
  'exiftool',
  'shells',
  'promtool',
  'nginx',
  'caddy',
  'systemd',
  'compose',
])

/** @typedef {typeof requirements[number]} Requirement */

/**
 * The setting by which a missing one is a failure: its name in MEDIAGEN_REQUIRE, or `all`; undefined where its tests may
 * be skipped. Throws a SetUpError where MEDIAGEN_REQUIRE names anything else.
 * @param {Requirement} name
 * @returns {string | undefined}
 */
export function requiredBy(name) {
  const words = (process.env.MEDIAGEN_REQUIRE ?? '').split(',').map((word) => word.trim())
  const known = /** @type {readonly string[]} */ (['', 'all', ...requirements])
  const unknown = words.filter((word) => !known.includes(word))
  if (unknown.length > 0)
    throw new SetUpError(
      `MEDIAGEN_REQUIRE names ${unknown.join(', ')}: it may be all, or some of ${requirements.join(',')}`,
    )
  const word = words.find((one) => one === 'all' || one === name)
  return word === undefined ? undefined : `MEDIAGEN_REQUIRE=${word}`
}
