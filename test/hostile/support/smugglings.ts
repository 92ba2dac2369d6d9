import { encodings } from './smuggled-framing.ts'
import {
  carried,
  clear,
  headed,
  last,
  lined,
  me,
  rejected,
  request,
  type Smuggling,
  show,
  smuggled,
  uploads,
} from './smuggling-kinds.ts'

const headers: readonly Smuggling[] = [
  clear('two Hosts', 400, headed('Host: other\r\n')),
  clear('no Host', 400, (key) => request(me, key).replace('Host: localhost\r\n', '') + smuggled(key)),
  ...[
    ...[
      'a:\r\n'.repeat(10_000),
      'a:\r\n'.repeat(2_000),
      `X: ${'x'.repeat(17_000)}\r\n`,
      'X: y\r\n z\r\n',
      'X: y\r\n\tz\r\n',
    ],
    ...['  \r\n', 'nonsense\r\n', ': x\r\n', 'X Y: z\r\n', 'X : z\r\n'],
    ...['\0', '\x01', '\x7f', '(', ',', '"', '\xe9', '{', '@'].map((character) => `X${character}Y: z\r\n`),
    ...['\0', '\x01', '\x0b', '\x7f', '\r', '\n'].map((character) => `X: y${character}z\r\n`),
  ].map((lines) => rejected(`the header ${show(lines)}, ${lines.length} bytes`, headed(lines))),
  ...[
    ...[
      `X: ${'x'.repeat(15_000)}\r\n`,
      'X: \xff\r\n',
      '__proto__: x\r\nconstructor: y\r\nhasOwnProperty: z\r\n',
    ],
    ...[
      'Connection: Authorization, Host\r\n',
      'Expect: something\r\n',
      'Content-Type: a\r\nContent-Type: b\r\n',
    ],
  ].map((lines) => clear(`the header ${show(lines)}, ${lines.length} bytes`, 200, headed(lines))),
  last(
    'an upgrade to HTTP/2',
    200,
    headed('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n'),
  ),
  last('an upgrade to WebSocket', 200, headed('Connection: Upgrade\r\nUpgrade: websocket\r\n')),
  last('Expect: 100-continue', 200, headed('Expect: 100-continue\r\n')),
  rejected('lines ended by LF', (key) => request(me, key).replaceAll('\r\n', '\n') + smuggled(key)),
  rejected('lines ended by CR', (key) => request(me, key).replaceAll('\r\n', '\r') + smuggled(key)),
  rejected('headers ended by CR LF LF', (key) => `${request(me, key).slice(0, -2)}\n${smuggled(key)}`),
  clear('empty lines before it', 200, (key) => `\r\n\r\n${request(me, key)}${smuggled(key)}`),
]

const lines: readonly Smuggling[] = [
  ...[
    ...[
      'GET /api/v1/me',
      'GET',
      '',
      'HTTP/1.1',
      'PRI * HTTP/2.0',
      'SM',
      '__proto__ / HTTP/1.1',
      'PROXY TCP4 1.2.3.4 5.6.7.8 1 2',
    ],
    ...['0.9', '1.2', '2.0', '3.0', '11.1', '1.1x', ' 1.1', '1.1 '].map(
      (version) => `GET /api/v1/me HTTP/${version}`,
    ),
    ...[
      'GET /api/v1/me http/1.1',
      'GET\t/api/v1/me HTTP/1.1',
      'GET /api/v1/me\tHTTP/1.1',
      'GET /api/v1/me a HTTP/1.1',
    ],
    ...[
      ' GET /api/v1/me HTTP/1.1',
      'GET /api/v1/me\0 HTTP/1.1',
      'get /api/v1/me HTTP/1.1',
      'FOO /api/v1/me HTTP/1.1',
    ],
    ...['http://a@other', 'http://[', 'http://', 'ftp://other', 'other:80', 'other'].map(
      (host) => `GET ${host}/api/v1/me HTTP/1.1`,
    ),
    ...[
      'GET\0 /api/v1/me HTTP/1.1',
      'CONNECT other:80 HTTP/1.1',
      'CONNECT /api/v1/me HTTP/1.1',
      'GET /api/v1/me# HTTP/1.1',
    ],
    ...['GET \\api\\v1\\me HTTP/1.1', 'GET /\xe9 HTTP/1.1', `GET /${'x'.repeat(17_000)} HTTP/1.1`],
  ].map((line) => rejected(`the line ${show(line)}`, lined(line))),
  // Node forgives spaces between the parts; nobody could take them for another end of the request.
  ...[
    'GET  /api/v1/me HTTP/1.1',
    'GET /api/v1/me  HTTP/1.1',
    'GET http://other/api/v1/me HTTP/1.1',
    'GET /api/v1/me? HTTP/1.1',
  ].map((line) => clear(`the line ${show(line)}`, 200, lined(line))),
  ...[
    ...[
      '*',
      '//api/v1/me',
      '//other/api/v1/me',
      '/api/v1/../v1/me',
      '/api/v1/./me',
      '/api/v1/%2e%2e/v1/me',
      '/api/v1/%6de',
    ],
    ...[
      '/api%2fv1/me',
      '/api/v1/me/',
      '/api/v1/me;a=b',
      '/api\\v1\\me',
      '/API/v1/me',
      `/${'x'.repeat(15_000)}`,
    ],
  ].map((target) => clear(`the target ${show(target)}`, 404, lined(`GET ${target} HTTP/1.1`))),
  clear('a null character in the target', 400, lined('GET /api/v1/me%00 HTTP/1.1')),
  clear('TRACE', 405, lined('TRACE /api/v1/me HTTP/1.1')),
  last('HTTP/1.0', 200, lined('GET /api/v1/me HTTP/1.0')),
  last('TLS', 400, () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  last('SSH', 400, () => 'SSH-2.0-OpenSSH_9.2\r\n'),
]

/** Requests in the body of a request: of one that gets its response without it, too. */
const bodies: readonly Smuggling[] = [
  clear('a GET with a body', 200, carried(me)),
  clear('a body for a path that is not there', 404, carried('POST /nothing HTTP/1.1')),
  clear('a body for another method', 405, carried('DELETE /api/v1/me HTTP/1.1')),
  clear('a body with a wrong key', 401, carried(uploads, 'Authorization: Bearer wrong\r\n')),
  last(
    'a body that is expected and not asked for',
    404,
    carried('POST /nothing HTTP/1.1', 'Expect: 100-continue\r\n'),
  ),
]

export const smugglings: readonly Smuggling[] = [...encodings, ...headers, ...lines, ...bodies]
