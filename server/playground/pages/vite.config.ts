import { defineConfig } from 'vite'

/** Style and script of the pages that the server writes: `NAME.css` and `NAME.js`. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: '../dist/pages',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      input: { gallery: 'pages/browser/gallery.ts', status: 'pages/browser/status.ts' },
      output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
})
