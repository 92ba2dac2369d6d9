// @ts-check
import git from '@changesets/cli/changelog'

/**
 * What changesets write into a changelog: their texts, without commits, which say nothing to users, and without the
 * other packages' versions, because all have one.
 */
export default {
  /** @type {typeof git.getReleaseLine} */
  getReleaseLine: ({ commit: _, ...changeset }, type, options) =>
    git.getReleaseLine(changeset, type, options),
  getDependencyReleaseLine: () => '',
}
