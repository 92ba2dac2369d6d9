import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { serviceSwitch } from './service-switch.ts'
import { readForms } from './src/contract/read-forms.ts'

const contractFile = fileURLToPath(new URL('../../openapi/generated/openapi.json', import.meta.url))
const moduleName = 'virtual:contract-forms'

/** The forms alone: the whole contract would be half of the page. */
const contractForms: Plugin = {
  name: 'contract-forms',
  resolveId: (id) => (id === moduleName ? `\0${id}` : undefined),
  async load(id) {
    if (id !== `\0${moduleName}`) return undefined
    this.addWatchFile(contractFile)
    const forms = readForms(JSON.parse(await readFile(contractFile, 'utf8')))
    return `export const forms = ${JSON.stringify(forms)}`
  },
}

/** Without the helper of Vite that loads the styles of a module before it: all styles of the page are in one file. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  apply: 'build',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : undefined,
}

export default defineConfig({
  plugins: [react(), contractForms, plainImports, serviceSwitch()],
  // The hooks are of a package that may have a React of its own beside it.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    assetsDir: 'playground',
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
  },
  server: { port: 3100 },
  preview: { port: 3100 },
})
