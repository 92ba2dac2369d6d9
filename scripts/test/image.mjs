// @ts-check
import { readArguments } from '../set-up/arguments.mjs'
import { runForeground } from '../set-up/child-process.mjs'
import { buildah, debootstrap, requireSystemPrograms } from '../set-up/debian.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { SetUpError } from '../set-up/project.mjs'

/**
 * npm run image: builds the images of server/Dockerfile without a daemon, and runs them.
 * @param {readonly string[]} args
 */
export async function image(args) {
  readArguments({ usage: 'npm run image' }, args)
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new SetUpError('images are built and run without Docker here, which only root on Linux can do')
  const { node } = await prepare()
  await requireSystemPrograms([buildah, debootstrap])
  return runForeground(node, ['node_modules/vitest/vitest.mjs', 'run'], {
    environment: { MEDIAGEN_TEST_SUITE: 'image' },
  })
}
