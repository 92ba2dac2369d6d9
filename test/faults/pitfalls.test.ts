import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/**
 * Failures of other projects, or of this service's prototypes when they were measured, each with the test
 * that would catch its return. A test that is renamed or missing fails here. Each was seen to fail when the
 * code was broken in that way.
 */
const pitfalls: readonly {
  readonly pitfall: string
  readonly heldBy: readonly [file: string, name: string][]
}[] = [
  {
    pitfall: 'Under REPEATABLE READ the locks of idle workers freeze inserts.',
    heldBy: [
      ['faults/mysql-pitfalls.test.ts', 'reads committed data, uses UTC, and has its time limits'],
      ['faults/mysql-pitfalls.test.ts', 'a worker that polls an empty queue blocks no inserts into it'],
    ],
  },
  {
    pitfall: 'A lost COMMIT looks the same whether it was done or not.',
    heldBy: [
      ['faults/lost-connection.test.ts', 'an acceptance reserves once and returns its task'],
      ['faults/lost-connection.test.ts', 'a success charges once and keeps its bytes'],
      ['faults/lost-connection.test.ts', 'a cancellation refunds once'],
      ['faults/lost-connection.test.ts', 'a credit is given once'],
      ['faults/database-away.test.ts', 'is abandoned in time, and reports its first error'],
    ],
  },
  {
    pitfall: 'Money that is passed as text, or to a prepared statement, goes through a double.',
    heldBy: [
      [
        'faults/mysql-pitfalls.test.ts',
        'money beyond the range of a double is exact to the micro-dollar, in and out',
      ],
      ['faults/mysql-pitfalls.test.ts', 'a prepared statement would pass big numbers as doubles'],
    ],
  },
  {
    pitfall: 'The AWS SDK presigns a PUT that binds no content type and carries the checksum of nothing.',
    heldBy: [
      [
        '../server/src/storage/s3-store/s3-links.test.ts',
        'binds the content type: it is among the signed headers',
      ],
      [
        '../server/src/storage/s3-store/s3-links.test.ts',
        'carries no checksum, which could only be that of an empty body',
      ],
      ['s3/object-store.test.ts', 'is rejected without a type'],
    ],
  },
  {
    pitfall: 'An index by status as the queue slows down behind its dead entries.',
    heldBy: [['faults/mysql-pitfalls.test.ts', 'the queue has one index, and tasks none by status']],
  },
  {
    pitfall: 'An account that is locked first is locked for the whole transaction.',
    heldBy: [
      ['faults/mysql-pitfalls.test.ts', 'by an acceptance'],
      ['faults/mysql-pitfalls.test.ts', 'by a settlement'],
      ['faults/mysql-pitfalls.test.ts', 'by a cancellation'],
    ],
  },
  {
    pitfall: 'The dimensions of a phone’s JPEG stand behind 64 KB of EXIF.',
    heldBy: [
      ['integration/upload-verdicts.test.ts', 'a phone’s JPEG with 200 KB of EXIF before the image is READY'],
      ['s3/s3-service.test.ts', 'may have 300 KB of metadata before its size'],
    ],
  },
  {
    pitfall: 'A signed PUT can be used again after its bytes were verified.',
    heldBy: [
      [
        'integration/upload-flow.test.ts',
        'READY: a later PUT through the same link changes neither the response nor the bytes',
      ],
      [
        's3/s3-service.test.ts',
        'that is READY stays bound to the verified bytes even if its link is used again',
      ],
    ],
  },
  {
    pitfall: 'A signed PUT bounds no size.',
    heldBy: [['s3/s3-service.test.ts', 'of one byte more is FILE_TOO_LARGE, and nothing of it is kept']],
  },
  {
    pitfall: 'The clocks of machines differ.',
    heldBy: [
      ['breakage/scenarios/short-history.test.ts', 'processes whose clocks are ten minutes apart'],
      ['faults/rate-limit.test.ts', 'two API processes whose clocks are two minutes apart'],
      ['faults/mysql-pitfalls.test.ts', 'reads committed data, uses UTC, and has its time limits'],
    ],
  },
  {
    pitfall:
      'A statement that the client has given up on runs on at the server, and its connection is of no use.',
    heldBy: [
      ['faults/database-away.test.ts', 'a statement that takes too long is aborted, at the server too'],
      ['faults/mysql-pitfalls.test.ts', 'a request for a locked account gets its response in time'],
    ],
  },
  {
    pitfall:
      'A connection that broke in BEGIN, COMMIT or ROLLBACK is lost to the pool, or comes back broken.',
    heldBy: [
      ['faults/database-away.test.ts', 'connections that the server killed are replaced'],
      ['faults/database-away.test.ts', 'and the pool does not shrink'],
      ['faults/database-away.test.ts', 'during its set-up is not lost to the pool'],
    ],
  },
  {
    pitfall: 'Sessions that insert one key deadlock when the first of them rolls back.',
    heldBy: [
      ['faults/mysql-pitfalls.test.ts', 'ten requests with one key and too little money are each rejected'],
      ['faults/mysql-pitfalls.test.ts', 'a deadlock reaches no client: the transaction that lost is rerun'],
    ],
  },
  {
    pitfall: 'Random primary keys make inserts into a large table a third slower.',
    heldBy: [['../server/src/core/domain/ids.test.ts', 'sorts as text by its time of creation']],
  },
  {
    pitfall: 'A prepared statement costs a round trip more and buys nothing.',
    heldBy: [['faults/mysql-pitfalls.test.ts', 'uses the text protocol']],
  },
  {
    pitfall:
      'A timer that fell due while the process got no processor calls a response late that has arrived.',
    heldBy: [
      ['faults/database-away.test.ts', 'a process that got no processor time for longer than its timeout'],
      ['../server/src/core/async/with-timeout.test.ts', 'still returns the result that arrived meanwhile'],
    ],
  },
]

describe.each(pitfalls)('$pitfall', ({ heldBy }) => {
  test.each(heldBy)('is held by %s: %s', (file, name) => {
    const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
    expect(existsSync(path)).toBe(true)
    const source = readFileSync(path, 'utf8')
    const names = [
      ...source.matchAll(/\b(?:test|it)(?:\.\w+(?:\([\s\S]*?\))?)?\(\s*(['`])([\s\S]*?)\1/g),
    ].map(([, , of]) => of)
    expect(names.filter((of) => of?.includes(name))).toHaveLength(1)
  })
})
