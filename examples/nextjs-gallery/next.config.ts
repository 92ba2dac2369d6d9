import { fileURLToPath } from 'node:url'
import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  // The packages are those of the repository around it.
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
}

export default config
