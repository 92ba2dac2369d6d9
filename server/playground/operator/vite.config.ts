import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** A build of its own: neither page loads what the other consists of, and each is served without the other. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/page/',
  plugins: [react()],
  // react-query may have a React of its own beside it.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: '../dist/operator',
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
})
