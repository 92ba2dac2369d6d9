import { errorFields } from './error-fields.ts'
import type { NamedSettings } from './named-settings.ts'

/** Why a port cannot be opened, and what to do; undefined for any other error. */
export function portProblem(error: Error, config: NamedSettings): string | undefined {
  const { code, syscall, port } = errorFields(error)
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  const isMetrics = config.metrics !== undefined && port === config.metrics.port
  const [portName, hostName] = isMetrics ? ['METRICS_PORT', 'METRICS_HOST'] : ['PORT', 'HOST']
  const host = (isMetrics ? config.metrics?.host : undefined) ?? config.host
  switch (code) {
    case 'EADDRINUSE':
      return `"${portName}" is ${port}, where another process listens on ${host} (${code}): stop that process, or set ${portName} to a free port`
    case 'EACCES':
      return `"${portName}" is ${port}, which this process may not open (${code}): set ${portName} to a port above 1023, or give the process the right`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `"${hostName}" is ${host}, which is no address of this machine (${code}): set ${hostName} to one of its own, such as 127.0.0.1, or to 0.0.0.0 for all`
    default:
      return undefined
  }
}
