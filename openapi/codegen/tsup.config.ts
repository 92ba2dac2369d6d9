import { defineConfig } from 'tsup'

// Commands are loaded when they run, so the bundle is split. Only main.js, its chunks and declarations are in dist/,
// because package-folder.ts finds the package's files from there as from src/. `tsup --dts-only` makes the
// declarations, for modules that the commands load.
export default defineConfig(({ dts }) =>
  dts
    ? {
        entry: { conform: 'src/conform/scenario.ts', mock: 'src/mock/hook.ts' },
        format: 'esm',
      }
    : {
        entry: ['src/main.ts'],
        format: 'esm',
        target: 'node22',
        splitting: true,
        removeNodeProtocol: false,
        clean: ['!**/*.d.ts'],
      },
)
