import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Machines on one switch, which this one can reach; gone with the processes in them. */
export interface Network {
  /** The first three numbers of all addresses. */
  readonly prefix: string
  /** A process in the network of each member. */
  readonly namespaces: readonly number[]
  cut(namespace: number, what: 'group' | 'machine'): Promise<void>
  restore(namespace: number): Promise<void>
  stop(): Promise<void>
}

/** As root on Linux. */
export async function startNetwork(machines: number, groupPort: number): Promise<Network> {
  const holders = Array.from({ length: machines + 1 }, () =>
    spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  for (const holder of holders) {
    // It is in its network once it repeats a line.
    const heard = once(holder.stdout, 'data')
    holder.stdin.write('\n')
    await heard
  }
  const [hub = 0, ...namespaces] = holders.map(({ pid = 0 }) => pid)
  const prefix = `10.${16 + Math.floor(Math.random() * 200)}.${Math.floor(Math.random() * 250)}`
  const name = `mg${hub}`
  const ip = (namespace: number, ...words: string[]) =>
    run('nsenter', ['-t', String(namespace), '-n', 'ip', ...words])
  await ip(hub, 'link', 'add', 'switch', 'type', 'bridge')
  await ip(hub, 'link', 'set', 'switch', 'up')
  await run('ip', ['link', 'add', name, 'type', 'veth', 'peer', 'name', 'host', 'netns', String(hub)])
  await ip(hub, 'link', 'set', 'host', 'master', 'switch', 'up')
  await run('ip', ['addr', 'add', `${prefix}.254/24`, 'dev', name])
  await run('ip', ['link', 'set', name, 'up'])
  for (const [at, namespace] of namespaces.entries()) {
    const own = `m${at + 1}`
    await ip(hub, 'link', 'add', own, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(namespace))
    await ip(hub, 'link', 'set', own, 'master', 'switch', 'up')
    await ip(namespace, 'addr', 'add', `${prefix}.${at + 1}/24`, 'dev', 'eth0')
    await ip(namespace, 'link', 'set', 'eth0', 'up')
    await ip(namespace, 'link', 'set', 'lo', 'up')
  }
  const rules = (namespace: number, verb: 'add' | 'del') =>
    Promise.all(
      ['dport', 'sport'].map((end, at) =>
        ip(
          namespace,
          'rule',
          verb,
          'pref',
          String(10 + at),
          'ipproto',
          'tcp',
          end,
          String(groupPort),
          'blackhole',
        ),
      ),
    )
  const cuts = new Map<number, 'group' | 'machine'>()
  return {
    prefix,
    namespaces,
    async cut(namespace, what) {
      cuts.set(namespace, what)
      if (what === 'group') await rules(namespace, 'add')
      else await ip(namespace, 'link', 'set', 'eth0', 'down')
    },
    async restore(namespace) {
      const what = cuts.get(namespace)
      cuts.delete(namespace)
      if (what === 'group') await rules(namespace, 'del')
      if (what === 'machine') await ip(namespace, 'link', 'set', 'eth0', 'up')
    },
    async stop() {
      await Promise.all(
        holders.map((holder) => {
          const ended = once(holder, 'close')
          holder.stdin.end()
          return ended
        }),
      )
    },
  }
}
