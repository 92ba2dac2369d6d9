import type { Draw } from './draw.ts'

/**
 * Header lines that no client of the contract sends, and those whose values steer how a request is
 * understood.
 */
export const oddHeaders: readonly (readonly [string, string])[] = [
  ...values('Accept', [
    '*/*',
    'text/html',
    'application/xml',
    '',
    ',',
    'a/b;q=x',
    `${'a/b,'.repeat(1_000)}*/*`,
    'text/*;q=0',
  ]),
  ...values('Accept-Encoding', ['gzip', 'br;q=1, *;q=0', 'identity;q=0, *;q=0']),
  ...values('Range', [
    ...[
      'bytes=0-',
      'bytes=0-0',
      'bytes=-1',
      'bytes=-0',
      'bytes=5-2',
      'bytes=999999999-',
      'bytes=0-999999999999999999999',
    ],
    ...[
      'bytes=0-0,0-0',
      `bytes=${'0-0,'.repeat(1_500)}0-0`,
      'lines=0-1',
      'bytes=a-b',
      'bytes',
      'bytes=--1',
      'BYTES=0-1',
    ],
  ]),
  ...values('If-Range', ['"x"', 'W/"x"', '"x", "y"', '*', 'Thu, 01 Jan 1970 00:00:00 GMT', 'foo 2099', '']),
  ...['If-Match', 'If-None-Match'].flatMap((name) =>
    values(name, [
      '*',
      '"x"',
      'W/"x"',
      'x',
      '',
      '"',
      '"a", "b"',
      '"W/x"',
      '"a,b", *',
      `${'"a",'.repeat(3_000)}"b"`,
      `${'W/"'.repeat(3_000)}`,
      `"a"${' '.repeat(8_000)}"b"`,
      `${','.repeat(8_000)}x`,
      `${'"'.repeat(5_001)}`,
    ]),
  ),
  ...['If-Modified-Since', 'If-Unmodified-Since'].flatMap((name) =>
    values(name, [
      'Thu, 01 Jan 1970 00:00:00 GMT',
      'Fri, 31 Dec 9999 23:59:59 GMT',
      '0',
      '-1',
      'NaN',
      '+275760-09-13',
      'garbage 2099',
      'Wed, 31 Dec 9999 23:59:59 GMT',
      'Thursday, 01-Jan-70 00:00:00 GMT',
      'Thu Jan  1 00:00:00 1970',
      `Thu, ${'0'.repeat(8_000)}`,
      '',
    ]),
  ),
  ...values('Expect', ['100-continue', '100-Continue', '200-ok', '', '100-continue, 100-continue']),
  ...values('Host', ['', 'a b', 'other', '[::1]:80', 'x:99999', '../', '\xe9', 'localhost, other']),
  ...values('Connection', [
    'keep-alive',
    'upgrade',
    'close, keep-alive',
    'x-request-id',
    'authorization',
    '',
  ]),
  ...values('Upgrade', ['websocket', 'h2c', 'TLS/1.0']),
  ...values('HTTP2-Settings', ['AAMAAABkAAQAAP__']),
  ...values('TE', ['trailers', 'gzip', 'chunked']),
  ...values('Trailer', ['Content-Length', 'X-Request-Id', 'Authorization']),
  ...values('X-Request-Id', [
    'a',
    'x'.repeat(128),
    'x'.repeat(129),
    'a b',
    '\xe9',
    '',
    '"><script>',
    '__proto__',
    '%0d%0a',
  ]),
  ...values('Idempotency-Key', [
    ...[
      'a',
      'x'.repeat(128),
      'x'.repeat(129),
      '',
      ' ',
      '\xe9',
      '\xff'.repeat(128),
      '__proto__',
      'A',
      "' OR 1=1 --",
      'a,b',
    ],
  ]),
  ...values('Content-Type', [
    ...[
      'application/json',
      'application/json; charset=utf-8',
      'application/json; charset=utf-16',
      'APPLICATION/JSON',
      '',
    ],
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json, text/html',
    ],
    ...[
      'image/png',
      'image/jpeg',
      'image/png; q=1',
      'application/json;'.repeat(500),
      'application/json; charset="utf-8',
    ],
  ]),
  ...values('Content-Encoding', ['identity', 'gzip', 'br, gzip', 'IDENTITY', '', 'x'.repeat(5_000)]),
  ...values('Content-Range', ['bytes 0-1/2', 'bytes */2', '']),
  ...values('Content-MD5', ['x']),
  ...values('Origin', ['null', 'http://evil', 'http://localhost', '*', '']),
  ...values('Access-Control-Request-Method', ['DELETE', '']),
  ...values('Access-Control-Request-Headers', ['x,'.repeat(1_000)]),
  ...values('Forwarded', ['for=127.0.0.1;host=evil;proto=https']),
  ...values('X-Forwarded-For', ['127.0.0.1', '\xff']),
  ...values('X-Forwarded-Host', ['evil']),
  ...values('X-Forwarded-Proto', ['https', 'javascript']),
  ...values('X-Original-URL', ['/metrics']),
  ...values('X-HTTP-Method-Override', ['DELETE', 'PUT']),
  ...values('Cookie', ['a=b', ';'.repeat(5_000), '\xff']),
  ...values('Prefer', ['wait=0', 'wait=-1', 'wait=99999999999999999999', 'wait=x', 'respond-async']),
  ...values('Cache-Control', ['no-cache', 'no-store', 'max-age=-1']),
  ...values('Via', ['1.0 a'.repeat(500)]),
  ...values('__proto__', ['polluted']),
  ...values('constructor', ['polluted']),
  ...values('hasOwnProperty', ['polluted']),
  ...values('X-Odd', [
    '\x01',
    '\x7f',
    '\xff',
    '\t',
    'x'.repeat(8_000),
    'a\rb',
    'a\nb',
    'a\x00b',
    'a\r\n b',
    'a\r\nX-More: b',
  ]),
  ...values('X Odd', ['a']),
  ...values('X-Odd ', ['a']),
  ...values(' X-Odd', ['a']),
  ...values('', ['a']),
  ...values('X(Odd)', ['a']),
  ...values('X-Odd\x00', ['a']),
]

function values(name: string, all: readonly string[]): (readonly [string, string])[] {
  return all.map((value) => [name, value] as const)
}

/** Of a file, and of its parts. */
const fileHeaderNames = [
  'Range',
  'If-Range',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
]

/** A header for a request of a file: a part of it, or a condition, some of which the file meets. */
export function fileHeader(etag: string, draw: Draw): readonly [string, string] {
  // So often that no seed is without a 206.
  if (draw.chance(0.2)) return ['Range', 'bytes=0-0']
  if (draw.chance(0.3))
    return [
      draw.pick(['If-Match', 'If-None-Match', 'If-Range']),
      draw.pick([etag, `W/${etag}`, `"x", ${etag}`]),
    ]
  return draw.pick(oddHeaders.filter(([name]) => fileHeaderNames.includes(name)))
}
