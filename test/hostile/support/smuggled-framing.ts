import {
  clear,
  framed,
  rejected,
  request,
  type Smuggling,
  show,
  smuggled,
  uploads,
} from './smuggling-kinds.ts'

const chunkedHeader = 'Transfer-Encoding: chunked\r\n'
const chunks = (size: string, end = '\r\n12345\r\n0\r\n\r\n') => framed(chunkedHeader, size + end)

/** Where the body ends: what recipients read differently more than anything else. */
export const encodings: readonly Smuggling[] = [
  rejected('a length and chunks', framed(`Content-Length: 300\r\n${chunkedHeader}`)),
  rejected('chunks and a length', framed(`${chunkedHeader}Content-Length: 5\r\n`)),
  rejected('chunked twice', framed(chunkedHeader + chunkedHeader)),
  rejected('chunked and identity', framed(`${chunkedHeader}Transfer-Encoding: identity\r\n`)),
  rejected('identity and chunked', framed(`Transfer-Encoding: identity\r\n${chunkedHeader}`)),
  ...[
    ...[
      'xchunked',
      'chunkedx',
      'chunk',
      'x',
      'identity',
      'chunked, identity',
      'gzip, chunked',
      'chunked, chunked',
      '',
    ],
    ...[
      'chunked;a=b',
      '"chunked"',
      '\x0bchunked',
      'chunked\x0b',
      'chunked,',
      ',chunked',
      'chunked\0',
      'chunked\x85',
    ],
  ].map((value) => rejected(`Transfer-Encoding: ${show(value)}`, framed(`Transfer-Encoding: ${value}\r\n`))),
  ...[
    ...[
      'Transfer-Encoding : chunked',
      'Transfer-Encoding\t: chunked',
      ' Transfer-Encoding: chunked',
      'X: y\nTransfer-Encoding: chunked',
    ],
    ...[
      'Transfer-Encoding:\r\n chunked',
      'X: y\r\n\tTransfer-Encoding: chunked',
      'X: y\rTransfer-Encoding: chunked',
    ],
    ...[
      'X: y\0Transfer-Encoding: chunked',
      'Transfer-Encoding\0: chunked',
      'Content-Length : 5',
      'Content-Length:\r\n 5',
    ],
    ...[
      'X: y\nContent-Length: 5',
      'Content-Length: 5\r\nContent-Length: 5',
      'Content-Length: 5\r\nContent-Length: 6',
    ],
  ].map((lines) => rejected(`the lines ${show(lines)}`, framed(`${lines}\r\n`, '12345'))),
  ...['CHUNKED', ' chunked', '\tchunked', 'chunked '].map((value) =>
    clear(`Transfer-Encoding: ${show(value)}`, 400, framed(`Transfer-Encoding: ${value}\r\n`)),
  ),
  rejected('chunks in HTTP/1.0', (key) => {
    const line = uploads.replace('1.1', '1.0')
    return request(line, key, `Connection: keep-alive\r\n${chunkedHeader}`, `0\r\n\r\n${smuggled(key)}`)
  }),
  ...[
    ...[
      '5, 5',
      '5,6',
      '5 6',
      '-5',
      '+5',
      '0x5',
      '5.0',
      '5e0',
      '',
      '99999999999999999999',
      '18446744073709551621',
      '\xd9\xa5',
    ],
    ...['5;a', '5\x0b', '"5"', 'NaN', '5\0'],
  ].map((value) =>
    rejected(`Content-Length: ${show(value)}`, framed(`Content-Length: ${value}\r\n`, '12345')),
  ),
  ...['05', ' 5', '5 '].map((value) =>
    clear(`Content-Length: ${show(value)}`, 400, framed(`Content-Length: ${value}\r\n`, '12345')),
  ),
  // Without a length there is no body: what follows is a request, and none of HTTP.
  { ...rejected('a body without a length', framed('', '12345\r\n')), statuses: [400, 400] },
  { ...rejected('chunks by another name', framed('Transfer_Encoding: chunked\r\n')), statuses: [400, 400] },
  ...[
    '5 ',
    ' 5',
    '5;',
    '5;a="\n"',
    '5;a=\r',
    '0x5',
    '+5',
    '-5',
    '5.',
    'g',
    '',
    'FFFFFFFFFFFFFFFFF',
    '10000000000000005',
  ].map((size) => rejected(`a chunk of size ${show(size)}`, chunks(size))),
  ...['5\n', '5\t', '5,5', '5\0', `5;${'a'.repeat(20_000)}`].map((size) =>
    rejected(`a chunk of size ${show(size)}`, chunks(size)),
  ),
  ...['5', '5;a=b', '5;a="b"', `5;${'a'.repeat(100)}`, '00000000000000005'].map((size) =>
    clear(`a chunk of size ${show(size)}`, 400, chunks(size)),
  ),
  ...[
    '\r\n1234567\r\n0\r\n\r\n',
    '\r\n12345\n0\r\n\r\n',
    '\n12345\r\n0\r\n\r\n',
    '\r12345\r\n0\r\n\r\n',
    '\r\n12345\r\n0\n\n',
  ].map((end) => rejected(`a chunk of 5 bytes with ${show(end)}`, chunks('5', end))),
  clear(
    'trailers',
    400,
    chunks('5', '\r\n12345\r\n0\r\nHost: other\r\nAuthorization: x\r\nX-Request-Id: b\r\n\r\n'),
  ),
  ...[
    'Content-Length: 300',
    'Transfer-Encoding: chunked',
    `X: ${'x'.repeat(20_000)}`,
    'nonsense',
    'X: y\nZ: a',
  ].map((trailer) =>
    rejected(`the trailer ${show(trailer)}`, chunks('5', `\r\n12345\r\n0\r\n${trailer}\r\n\r\n`)),
  ),
]
