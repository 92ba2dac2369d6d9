// @ts-check

const line = /^Schema up to (\S+)\. Restore needed to go back: (yes|no)\.$/m
const neededVersion = /-needs-(\d+\.\d+\.\d+)$/
const { compare } = new Intl.Collator('en', { numeric: true })

/**
 * The server's changelog with, below its newest release, the newest migration of the schema and whether going
 * back to the release before needs a restore: it does if a migration since then needs a later version.
 * @param {string} changelog in which each release is a heading of the second level
 * @param {readonly string[]} migrations the names of all migrations
 */
export function withSchemaLine(changelog, migrations) {
  const [head = '', newest = '', ...older] = changelog.split(/^(?=## )/m)
  if (line.test(newest)) return changelog
  const before = older.find((release) => line.test(release)) ?? ''
  const versionBefore = /^## (\S+)/.exec(older[0] ?? '')?.[1] ?? '0'
  const known = line.exec(before)?.[1] ?? ''
  const isOneWay = migrations.some((name) => {
    const needed = neededVersion.exec(name)?.[1]
    return name > known && needed !== undefined && compare(needed, versionBefore) > 0
  })
  const [title = '', ...rest] = newest.split('\n')
  const words = `Schema up to ${migrations.toSorted().at(-1)}. Restore needed to go back: ${isOneWay ? 'yes' : 'no'}.`
  return [head, [title, '', words, ...rest].join('\n'), ...older].join('')
}
