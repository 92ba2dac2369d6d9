/**
 * A separate program: requests /healthz on new connections, one after another, and records the longest delay.
 */
import { readFileSync } from 'node:fs'
import { get } from 'node:http'

const pauseMs = 50
const giveUpMs = 20_000

const [, , port = '', pid = ''] = process.argv
let delayMsMax = 0
let failures = 0
let responses = 0

/**
 * How long the service's main thread was ready to run while another program had the processor. That time is
 * the machine's and not the service's.
 */
function waitedMs(): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(waitedNs) / 1e6
}

function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ port, path: '/healthz', agent: false, timeout: giveUpMs }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode === 200))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}

process.on('message', () => process.send?.({ delayMsMax, failures, responses }))
process.send?.('ready')
for (;;) {
  const [startedMs, startedWaitedMs] = [performance.now(), waitedMs()]
  if (await ask()) responses += 1
  else failures += 1
  delayMsMax = Math.max(delayMsMax, performance.now() - startedMs - (waitedMs() - startedWaitedMs))
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
}
