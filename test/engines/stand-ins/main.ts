/** A stand-in as a separate process: `main.ts WIRE [--port N]` prints its address as a line of JSON. */
import { parseArgs } from 'node:util'
import { startStandIn } from './stand-in.ts'
import { type WireName, wires } from './wires.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '0' } },
})
const [asked = ''] = positionals
if (!isWireName(asked)) {
  process.stderr.write(`usage: main.ts ${Object.keys(wires).join('|')} [--port N]\n`)
  process.exit(2)
}
const standIn = await startStandIn(asked, Number(values.port))
process.stdout.write(`${JSON.stringify({ wire: asked, url: standIn.url, pid: process.pid })}\n`)
// Its parent has exited: the process is no longer needed.
process.once('disconnect', () => process.exit(0))

function isWireName(name: string): name is WireName {
  return Object.hasOwn(wires, name)
}
