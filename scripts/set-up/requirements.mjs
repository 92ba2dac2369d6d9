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

/** @type {readonly Requirement[]} */
const withVariable = ['mysql', 's3']

/**
 * The setting by which a missing one is a failure, as somebody has set it: `all` in MEDIAGEN_REQUIRE or its name there,
 * or MEDIAGEN_REQUIRE_MYSQL=1 or MEDIAGEN_REQUIRE_S3=1; undefined where its tests may be skipped. Throws a SetUpError
 * where MEDIAGEN_REQUIRE names anything else.
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
  if (word !== undefined) return `MEDIAGEN_REQUIRE=${word}`
  const variable = `MEDIAGEN_REQUIRE_${name.toUpperCase()}`
  return withVariable.includes(name) && process.env[variable] === '1' ? `${variable}=1` : undefined
}
